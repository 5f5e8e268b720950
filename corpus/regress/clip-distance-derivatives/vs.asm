// Two planes in one register, another in a second; w differs between the corners
.input  POSITION 0 xyzw v0 float
.input  TEXCOORD 0 xyzw v1 float
.output SV_Position 0 xyzw o0 float as position
.output TEXCOORD 0 xy o1 float
.output SV_ClipDistance 0 xy o2 float as clip-distance
.output SV_ClipDistance 1 z o2 float as clip-distance
vs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v0.xyzw
dcl_input v1.xyzw
dcl_output_siv o0.xyzw, position
dcl_output o1.xy
dcl_output_siv o2.xy, clip_distance
dcl_output_siv o2.z, clip_distance
dcl_temps 1
mad r0.w, v0.x, l(0.25), l(1.125)
mov o0.xyz, v0.xyzx
mov o0.w, r0.w
mov o1.xy, v1.xyxx
mad o2.xy, v0.xyxx, l(1.0, 0.75, 0.0, 0.0), l(0.53125, 0.40625, 0.0, 0.0)
add r0.x, v0.x, v0.y
add o2.z, -r0.x, l(0.96875)
ret
