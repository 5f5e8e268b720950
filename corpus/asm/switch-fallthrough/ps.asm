// Bodies that fall into the next case, default in the middle
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_temps 4
and r0.x, cb0[0].x, l(7)
mov r1.xyzw, l(0, 0, 0, 0)
switch r0.x
  case l(0)
  iadd r1.x, r1.x, l(1)
  case l(1)
  case l(2)
  iadd r1.y, r1.y, l(10)
  breakc_nz cb0[1].x
  default
  iadd r1.z, r1.z, l(100)
  case l(5)
  iadd r1.w, r1.w, l(1000)
  break
  case l(6)
  iadd r1.xyzw, r1.xyzw, l(7, 7, 7, 7)
endswitch
mov o0.xyzw, r1.xyzw
ret
