// An output that is read back
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_temps 4
mov o0.xyzw, cb0[0].xyzw
iadd r0.xyzw, o0.wzyx, l(1, 2, 3, 4)
if_nz cb0[1].x
  mov o0.yw, r0.xyzw
endif
iadd o0.x, o0.y, l(5)
ret
