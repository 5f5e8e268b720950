// The status of a read is written last, and where it goes is known before the read's value is written
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.output SV_Target 0 xyzw o0 float
.output SV_Target 1 xyzw o1 float
.output SV_Target 2 xyzw o2 uint
.output SV_Target 3 xyzw o3 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_sampler s0, mode_default
dcl_sampler s1, mode_comparison
dcl_resource_texture2d (float,float,float,float) t0
dcl_resource_texture2d (float,float,float,float) t1
dcl_resource_raw t2
dcl_resource_structured t3, 16
dcl_input_ps linear v1.xyzw
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_output o0.xyzw
dcl_output o1.xyzw
dcl_output o2.xyzw
dcl_output o3.xyzw
dcl_temps 4
dcl_indexableTemp x0[4], 4
mov r0.xyzw, v1.xyzw
sample_l_s r1.xyzw, r0.x, r0.xyxx, t0.xyzw, s0, l(0)
mov r0.xyzw, v1.xyzw
gather4_s r2.xyzw, r0.y, r0.xyxx, t0.xyzw, s0.x
add o0.xyzw, r1.xyzw, r2.xyzw
mov r0.xyzw, v1.xyzw
sample_c_lz_s r1.x, r0.y, r0.xyxx, t1.xxxx, s1, l(0.5)
mov r0.xyzw, v1.xyzw
gather4_c_s r1.y, r0.x, r0.xyxx, t1.xyzw, s1.x, l(0.5)
ftoi r0.xyzw, l(3.0, 2.0, 0.0, 0.0)
ld_s r1.zw, r0.x, r0.xyzw, t0.xxyz
mov o1.xyzw, r1.xyzw
mov r0.xyzw, l(8, 1, 0, 0)
ld_raw_s r1.xyzw, r0.x, r0.x, t2.xyzw
ld_structured_s r2.xyzw, r0.y, r0.y, r0.z, t3.xyzw
xor o2.xyzw, r1.xyzw, r2.xyzw
mov x0[0].xyzw, l(0, 0, 0, 0)
mov x0[1].xyzw, l(0, 0, 0, 0)
mov x0[2].xyzw, l(0, 0, 0, 0)
mov x0[3].xyzw, l(0, 0, 0, 0)
mov r3.xyzw, l(2, 100, 7, 0)
udiv r3.x, x0[r3.x + 0].y, r3.y, r3.z
mov x0[0].x, r3.x
mov r3.xyzw, l(3, 8, 0, 0)
ld_raw_s r3.x, x0[r3.x + 0].z, r3.y, t2.xxxx
mov r1.xyzw, x0[2].xyzw
mov r2.xyzw, x0[3].xyzw
iadd r1.xyzw, r1.xyzw, r2.xyzw
mov r1.x, x0[0].x
mov r1.w, r3.x
mov o3.xyzw, r1.xyzw
ret
