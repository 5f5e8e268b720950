// Reads one of the distances
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xy v1 float
.input  SV_ClipDistance 0 xy v2 float as clip-distance
.input  SV_ClipDistance 1 z v2 float as clip-distance
.output SV_Target 0 xyzw o0 float
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0
dcl_input_ps linear v1.xy
dcl_input_ps_siv linear v2.y, clip_distance
dcl_output o0.xyzw
dcl_temps 1
sample r0.xyzw, v1.xyxx, t0.xyzw, s0
mul o0.xyzw, r0.xyzw, v2.yyyy
ret
