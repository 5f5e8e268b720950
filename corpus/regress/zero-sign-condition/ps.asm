// A product of literals that is -0.0 is true as a condition: its bits are 0x80000000
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[2], immediateIndexed
dcl_output o0.xyzw
dcl_temps 2
mov r0.xyzw, cb0[1].xyzw
mov r0.x, l(18.125)
mul r1.xy, l(-0.0, 2.375, 0.0, 0.0), r0.xyxx
mul r1.xy, r1.xyxx, l(0.125, 0.125, 0.0, 0.0)
mov o0.xyzw, l(0x0, 0x0, 0x0, 0x0)
if_nz r1.x
mov o0.xyzw, cb0[0].xyzw
endif
ret
