// Code behind jumps never runs
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_temps 4
mov r0.xyzw, cb0[0].xyzw
if_nz cb0[1].x
  mov o0.xyzw, r0.wzyx
  ret
  mov o0.xyzw, l(1, 1, 1, 1)
  loop
    break
  endloop
else
  loop
    iadd r0.xyzw, r0.xyzw, l(1, 1, 1, 1)
    break
    iadd r0.xyzw, r0.xyzw, l(2, 2, 2, 2)
  endloop
endif
debug_break
nop
mov o0.xyzw, r0.xyzw
ret
