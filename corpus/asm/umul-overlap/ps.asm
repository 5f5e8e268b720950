// An unsigned product whose halves overwrite its sources
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_temps 4
mov r0.xyzw, cb0[0].xyzw
mov r1.xyzw, cb0[1].xyzw
umul r0.xyzw, r1.xyzw, r0.xyzw, r1.yxwz
xor o0.xyzw, r0.xyzw, r1.xyzw
ret
