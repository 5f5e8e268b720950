// Indexable temp of 1 component, in and out of range
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_temps 4
dcl_indexableTemp x0[3], 1
mov x0[0].x, cb0[0].xyzw
mov x0[1].x, cb0[1].xyzw
mov x0[2].x, cb0[2].xyzw
and r0.x, cb0[3].x, l(3)
mov x0[r0.x + 0].x, cb0[4].xyzw
and r0.y, cb0[3].y, l(1)
mov r1.xyzw, x0[r0.y + 1].xxxx
iadd o0.xyzw, r1.xyzw, cb0[5].xyzw
ret
