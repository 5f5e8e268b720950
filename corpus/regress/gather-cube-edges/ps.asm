// Directions whose four texels lie on two faces, one for each column of pixels
.input  SV_Position 0 xyzw v0 float as position
.output SV_Target 0 xyzw o0 float
.output SV_Target 1 xyzw o1 float
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[16], dynamicIndexed
dcl_sampler s0, mode_default
dcl_resource_texturecube (float,float,float,float) t0
dcl_input_ps_siv linear noperspective v0.x, position
dcl_output o0.xyzw
dcl_output o1.xyzw
dcl_temps 1
ftou r0.x, v0.x
and r0.x, r0.x, l(15)
mov r0.xyz, cb0[r0.x + 0].xyzx
gather4 o0.xyzw, r0.xyzx, t0.xyzw, s0.x
gather4 o1.xyzw, r0.xyzx, t0.wxyz, s0.y
ret
