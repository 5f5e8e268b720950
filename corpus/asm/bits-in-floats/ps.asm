// Integers and masks pass through every move unharmed
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_temps 4
dcl_indexableTemp x0[2], 4
mov r0.xyzw, l(1, 2, -1, 0x7fc00001)
mov x0[0].xyzw, r0.xyzw
mov x0[1].xyzw, cb0[0].xyzw
and r1.x, cb0[1].x, l(1)
mov r2.xyzw, x0[r1.x + 0].wzyx
movc r3.xyzw, cb0[2].xyzw, r2.xyzw, r0.xyzw
ilt r1.xyzw, r3.xyzw, cb0[0].xyzw
movc r3.xyzw, r1.xyzw, r3.xyzw, r1.xyzw
iadd o0.xyzw, r3.xyzw, l(0x80000000, 1, 2, 3)
ret
