// 2^127 times a subnormal is 0, not 1; a subnormal equals 0; a move keeps its bits
.output SV_Target 0 xyzw o0 float
.output SV_Target 1 xyzw o1 uint
.output SV_Target 2 xyzw o2 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[1], immediateIndexed
dcl_output o0.xyzw
dcl_output o1.xyzw
dcl_output o2.xyzw
dcl_temps 1
mul o0.xyzw, cb0[0].xyzw, l(0x00400000, 0x80400000, 0x00800000, 0x3f800000)
mov o1.xyzw, l(0x00000001, 0x80000001, 0x007fffff, 0x80400000)
mul r0.x, cb0[0].w, l(0.0)
eq o2.xyzw, r0.xxxx, l(0x00000001, 0x807fffff, 0x00800000, 0x00000000)
ret
