// An element number that is -0.0 as a float is 0x80000000: a write to it is dropped
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[2], immediateIndexed
dcl_output o0.xyzw
dcl_temps 2
dcl_indexableTemp x0[4], 4
mov x0[0].xyzw, cb0[0].xyzw
mov r0.xyzw, cb0[1].xyzw
mov r0.x, l(18.125)
mul r1.xy, l(-0.0, 2.375, 0.0, 0.0), r0.xyxx
mul r1.xy, r1.xyxx, l(0.125, 0.125, 0.0, 0.0)
mov x0[r1.x + 0].y, l(0x0)
mov o0.xyzw, x0[0].xyzw
ret
