// Directions that sweep over an edge: the derivative is that of the direction, on the pixel's own face
.input  SV_Position 0 xyzw v0 float as position
.output SV_Target 0 xyzw o0 float
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_sampler s0, mode_default
dcl_resource_texturecube (float,float,float,float) t0
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_output o0.xyzw
dcl_temps 2
mad r0.xy, v0.xyxx, l(0.125, 0.0625, 0.0, 0.0), l(-0.8, -0.3, 0.0, 0.0)
mov r0.z, l(0.75)
lod r1.xy, r0.xyzx, t0.xyzw, s0
lod r1.zw, r0.zxyz, t0.zwxy, s0
mov o0.xyzw, r1.xyzw
ret
