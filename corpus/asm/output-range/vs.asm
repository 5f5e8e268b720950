// Varyings that are indexed together
.input  POSITION 0 xyzw v0 float
.output SV_Position 0 xyzw o0 float as position
.output TEXCOORD 0 xyzw o1 float
.output TEXCOORD 1 xyzw o2 float
vs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_input v0.xyzw
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_output o2.xyzw
dcl_indexrange o1.xyzw 2
dcl_temps 2
mov o0.xyzw, v0.xyzw
mov o1.xyzw, l(0, 0, 0, 0)
mov o2.xyzw, l(0, 0, 0, 0)
and r0.x, cb0[0].x, l(1)
mov o[r0.x + 1].xyzw, v0.wzyx
mov o1.x, v0.z
ret
