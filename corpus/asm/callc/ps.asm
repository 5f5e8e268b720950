// Conditional calls of subroutines that call each other
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
and r1.x, cb0[1].x, l(1)
callc_nz r1.x, label0
callc_z r1.x, label1
mov o0.xyzw, r0.xyzw
ret
label label0
iadd r0.xyzw, r0.xyzw, l(1, 2, 3, 4)
call label1
ret
label label1
and r1.y, r0.x, l(2)
retc_z r1.y
xor r0.xyzw, r0.xyzw, l(0xff, 0xff00, 0xff0000, 0xff)
retc_nz r1.y
mov r0.xyzw, l(0, 0, 0, 0)
ret
