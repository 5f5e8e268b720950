// Subtraction with borrow, one destination after the other
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_temps 4
usubb r0.xyzw, r1.xyzw, cb0[0].xyzw, cb0[1].xyzw
uaddc r2.xyzw, r3.xyzw, cb0[0].xyzw, cb0[1].xyzw
imad r0.xyzw, r1.xyzw, l(1000, 1000, 1000, 1000), r0.xyzw
imad r2.xyzw, r3.xyzw, l(2000, 2000, 2000, 2000), r2.xyzw
xor o0.xyzw, r0.xyzw, r2.xyzw
ret
