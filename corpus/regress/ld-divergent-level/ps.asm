// Texels of levels 0 to 3 of textures that have three, each pixel another level, at places inside and outside
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
iadd r0.w, r0.x, r0.y
and r0.w, r0.w, l(3)
mov r0.z, r0.w
ld_indexable(texture2d)(float,float,float,float) o0.xyzw, r0.xyzw, t0.xyzw
ld_indexable(texture2darray)(float,float,float,float) o1.xyzw, r0.xyzw, t1.xyzw
ret
