// A level past the last reads as zero
.output SV_Target 0 xyzw o0 float
.output SV_Target 1 xyzw o1 float
.output SV_Target 2 xyzw o2 float
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_texture2d (float,float,float,float) t0
dcl_resource_texture2darray (float,float,float,float) t1
dcl_output o0.xyzw
dcl_output o1.xyzw
dcl_output o2.xyzw
ld o0.xyzw, l(1, 1, 0, 1), t0.xyzw
ld o1.xyzw, l(0, 0, 0, 2), t0.xyzw
ld o2.xyzw, l(0, 0, 1, 2), t1.xyzw
ret
