// Loop left and continued by zero tests
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_temps 4
mov r0.xyzw, l(0, 0, 0, 0)
mov r1.x, l(0)
loop
  ige r1.y, r1.x, l(12)
  breakc_nz r1.y
  iadd r1.x, r1.x, l(1)
  and r1.z, r1.x, l(1)
  continuec_z r1.z
  iadd r0.xyzw, r0.xyzw, cb0[0].xyzw
  xor r1.w, r1.x, l(9)
  breakc_z r1.w
endloop
mov o0.xyzw, r0.xyzw
ret
