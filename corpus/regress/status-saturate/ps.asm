// _sat is for the value alone
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.output SV_Target 0 xyzw o0 float
.output SV_Target 1 xyzw o1 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_output o1.xyzw
dcl_temps 2
sample_l_s_sat r0.xyzw, r1.x, v1.xyxx, t0.xyzw, s0, l(0)
mov o0.xyzw, r0.xyzw
gather4_s_sat r0.xyzw, r1.y, v1.xyxx, t0.xyzw, s0.x
check_access_fully_mapped r1.zw, r1.xxxy
mov o1.xyzw, r1.xyzw
ret
