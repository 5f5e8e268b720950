// Unsigned multiply and add
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_temps 4
umad o0.xyzw, cb0[0].xyzw, cb0[1].xyzw, cb0[2].xyzw
ret
