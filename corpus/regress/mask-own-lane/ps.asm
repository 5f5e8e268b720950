// A vector of masks in the register that it was compared from: one lane is tested, the other kept as a number
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xy v1 float
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[3], immediateIndexed
dcl_input_ps linear v1.xy
dcl_output o0.xyzw
dcl_temps 2
add r0.xy, v1.xyxx, cb0[0].xyxx
lt r0.xy, r0.yxyy, cb0[0].zwzz
mov r1.xyzw, cb0[1].xyzw
if_nz r0.x
mov r1.xyz, cb0[2].xyzx
endif
mov r1.w, r0.y
mov o0.xyzw, r1.xyzw
ret
