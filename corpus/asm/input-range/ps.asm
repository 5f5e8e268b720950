// Inputs that are indexed together
.input  TEXCOORD 0 xyzw v1 float
.input  TEXCOORD 1 xy v2 float
.input  TEXCOORD 2 zw v2 float
.output SV_Target 0 xyzw o0 int
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_input_ps linear v1.xyzw
dcl_input_ps linear v2.xy
dcl_input_ps linear v2.zw
dcl_output o0.xyzw
dcl_indexrange v1.xyzw 2
dcl_temps 2
and r0.x, cb0[0].x, l(1)
mov r1.xyzw, v[r0.x + 1].xyzw
ftoi o0.xyzw, r1.xyzw
ret
