// Reciprocal sizes of a texture
.output SV_Target 0 xyzw o0 float
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[1], immediateIndexed
dcl_resource_texture2d (float,float,float,float) t0
dcl_output o0.xyzw
dcl_temps 2
resinfo_rcpfloat r0.xyzw, l(0), t0.xyzw
resinfo_rcpfloat r1.xyzw, cb0[0].x, t0.yxzw
mul r0.xyzw, r0.xyzw, l(64.0, 64.0, 1.0, 1.0)
add o0.xyzw, r0.xyzw, r1.xyzw
ret
