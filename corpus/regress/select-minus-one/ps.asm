// A choice of -1.0 and 0.0 whose bits are looked at: the highest bit of 0.0 is that of no number
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[1], immediateIndexed
dcl_output o0.xyzw
dcl_temps 2
mov r0.xyzw, l(0.125, -1.0, 2.5, 0.0)
movc r1.xyzw, cb0[0].xyzw, r0.yyyy, r0.wwww
firstbit_shi o0.xyzw, r1.xyzw
ret
