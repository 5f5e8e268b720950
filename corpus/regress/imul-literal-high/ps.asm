// The high half of x * 0xbf800000, the bits of -1.0: of a positive x it has no 0x80000000 added
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[1], immediateIndexed
dcl_output o0.xyzw
imul o0.xyzw, null, cb0[0].xyzw, l(0xbf800000, 0xbf800000, 0xbf800000, 0xbf800000)
ret
