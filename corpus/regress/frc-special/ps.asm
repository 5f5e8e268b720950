// frc of Inf, -Inf, NaN and a negative number
.output SV_Target 0 xyzw o0 float
.output SV_Target 1 xyzw o1 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[1], immediateIndexed
dcl_output o0.xyzw
dcl_output o1.xyzw
dcl_temps 1
frc r0.xyzw, cb0[0].xyzw
mov o0.xyzw, r0.xyzw
ne o1.xyzw, r0.xyzw, r0.xyzw
ret
