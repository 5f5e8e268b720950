// Levels 0 to 3 of textures that have three, each pixel another
.input  SV_Position 0 xyzw v0 float as position
.output SV_Target 0 xyzw o0 uint
.output SV_Target 1 xyzw o1 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_texture2d (float,float,float,float) t0
dcl_resource_texture2darray (float,float,float,float) t1
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_output o0.xyzw
dcl_output o1.xyzw
dcl_temps 2
ftou r0.xy, v0.xyxx
iadd r0.x, r0.x, r0.y
and r0.x, r0.x, l(3)
resinfo_uint o0.xyzw, r0.x, t0.xyzw
resinfo_uint o1.xyzw, r0.x, t1.xyzw
ret
