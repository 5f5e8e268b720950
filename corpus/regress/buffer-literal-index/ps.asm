// Past the end is zero, however many words an element has
.output SV_Target 0 xyzw o0 uint
.output SV_Target 1 xyzw o1 uint
.output SV_Target 2 xyzw o2 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_buffer (uint,uint,uint,uint) t0
dcl_resource_structured t1, 32
dcl_output o0.xyzw
dcl_output o1.xyzw
dcl_output o2.xyzw
dcl_temps 2
ld o0.xyzw, l(0x40000001, 0, 0, 0), t0.xyzw
ld_structured o1.xyzw, l(0x20000001), l(0), t1.xyzw
ld r0.xyzw, l(3, 0, 0, 0), t0.xyzw
ld_structured r1.xyzw, l(2), l(16), t1.xyzw
xor o2.xyzw, r0.xyzw, r1.xyzw
ret
