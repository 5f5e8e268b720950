// Unsigned division by zero gives all ones in both results
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_temps 4
and r1.xyzw, cb0[1].xyzw, l(0, 3, 0, 7)
udiv r0.xyzw, r2.xyzw, cb0[0].xyzw, r1.xyzw
xor r2.xyzw, r2.xyzw, l(1, 2, 3, 4)
iadd o0.xyzw, r0.xyzw, r2.xyzw
ret
