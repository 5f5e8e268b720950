// A switch that continues and breaks the loop around it
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.output SV_Target 0 xyzw o0 uint
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[8], immediateIndexed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_temps 4
mov r1.xyzw, l(0, 0, 0, 0)
loop
  uge r0.y, r1.x, l(20)
  breakc_nz r0.y
  iadd r1.x, r1.x, l(1)
  and r0.x, r1.x, l(3)
  switch r0.x
    case l(0)
    continue
    case l(1)
    iadd r1.y, r1.y, l(1)
    break
    case l(2)
    if_nz cb0[0].x
      iadd r1.z, r1.z, l(1)
      continue
    endif
    break
    default
    iadd r1.w, r1.w, l(1)
    break
  endswitch
  iadd r1.y, r1.y, l(16)
endloop
mov o0.xyzw, r1.xyzw
ret
