// Reads each kind of varying
.input  SV_Position 0 xyzw v0 float as position
.input  TEXCOORD 0 xyzw v1 float
.input  TEXCOORD 1 xy v2 float
.input  TEXCOORD 2 z v2 float
.input  TEXCOORD 3 xyzw v3 float
.output SV_Target 0 xyzw o0 float
.output SV_Target 1 xyzw o1 float
.output SV_Target 2 xyzw o2 float
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_input_ps linear noperspective v1.xyzw
dcl_input_ps linear noperspective centroid v2.xy
dcl_input_ps linear noperspective centroid v2.z
dcl_input_ps linear v3.xyzw
dcl_output o0.xyzw
dcl_output o1.xyzw
dcl_output o2.xyzw
dcl_temps 1
mov o0.xyzw, v1.xyzw
mov o1.xyz, v2.xyzx
mul o1.w, v1.y, v3.x
mov o2.xyzw, v3.xyzw
ret
