// w differs between the corners; what the pixel shader reads as noperspective is written before it is known
.input  POSITION 0 xyzw v0 float
.input  TEXCOORD 0 xyzw v1 float
.output SV_Position 0 xyzw o0 float as position
.output TEXCOORD 0 xyzw o1 float
.output TEXCOORD 1 xy o2 float
.output TEXCOORD 2 z o2 float
.output TEXCOORD 3 xyzw o3 float
vs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v0.xyzw
dcl_input v1.xyzw
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_output o2.xy
dcl_output o2.z
dcl_output o3.xyzw
dcl_temps 2
mov o1.xyzw, v1.xyzw
mov o2.xy, v0.yxyy
mov o2.z, v1.x
mov o3.xyzw, v1.wzyx
mad r0.w, v0.x, l(0.5), l(1.25)
mul o0.xyz, v0.xyzx, l(0.75, 0.75, 0.5, 0.0)
lt r1.x, v0.y, l(0.0)
if_nz r1.x
  mov o1.yz, v0.xxyx
  mad o0.w, v0.y, l(0.25), r0.w
  ret 
endif 
mov o0.w, r0.w
ret
