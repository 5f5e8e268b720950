// Coordinates that change by four texels of level 0 a pixel, so that level 2 is read
.input  SV_Position 0 xyzw v0 float as position
.output SV_Target 0 xyzw o0 float
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_sampler s0, mode_comparison
dcl_resource_texture2darray (float,float,float,float) t0
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_output o0.xyzw
dcl_temps 1
mad r0.xy, v0.xyxx, l(0.125, 0.125, 0.0, 0.0), l(0.01, 0.02, 0.0, 0.0)
mov r0.z, l(1.0)
sample_c_aoffimmi(1,0,0) o0.x, r0.xyzx, t0.xxxx, s0, l(0.5)
sample_c_aoffimmi(0,-1,0) o0.y, r0.xyzx, t0.xxxx, s0, l(0.5)
sample_c_aoffimmi(-2,3,0) o0.z, r0.xyzx, t0.xxxx, s0, l(0.25)
sample_c_lz_aoffimmi(1,1,0) o0.w, r0.xyzx, t0.xxxx, s0, l(0.5)
ret
