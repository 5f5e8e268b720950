// More vertex inputs than WebGL2 promises
.input  TEXCOORD 0 xyzw v0 float
.input  TEXCOORD 1 xyzw v1 float
.input  TEXCOORD 2 xyzw v2 float
.input  TEXCOORD 3 xyzw v3 float
.input  TEXCOORD 4 xyzw v4 float
.input  TEXCOORD 5 xyzw v5 float
.input  TEXCOORD 6 xyzw v6 float
.input  TEXCOORD 7 xyzw v7 float
.input  TEXCOORD 8 xyzw v8 float
.input  TEXCOORD 9 xyzw v9 float
.input  TEXCOORD 10 xyzw v10 float
.input  TEXCOORD 11 xyzw v11 float
.input  TEXCOORD 12 xyzw v12 float
.input  TEXCOORD 13 xyzw v13 float
.input  TEXCOORD 14 xyzw v14 float
.input  TEXCOORD 15 xyzw v15 float
.input  TEXCOORD 16 xyzw v16 float
.output SV_Position 0 xyzw o0 float as position
vs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v0.xyzw
dcl_input v1.xyzw
dcl_input v2.xyzw
dcl_input v3.xyzw
dcl_input v4.xyzw
dcl_input v5.xyzw
dcl_input v6.xyzw
dcl_input v7.xyzw
dcl_input v8.xyzw
dcl_input v9.xyzw
dcl_input v10.xyzw
dcl_input v11.xyzw
dcl_input v12.xyzw
dcl_input v13.xyzw
dcl_input v14.xyzw
dcl_input v15.xyzw
dcl_input v16.xyzw
dcl_output_siv o0.xyzw, position
dcl_temps 1
mov r0.xyzw, v0.xyzw
add r0.xyzw, r0.xyzw, v1.xyzw
add r0.xyzw, r0.xyzw, v2.xyzw
add r0.xyzw, r0.xyzw, v3.xyzw
add r0.xyzw, r0.xyzw, v4.xyzw
add r0.xyzw, r0.xyzw, v5.xyzw
add r0.xyzw, r0.xyzw, v6.xyzw
add r0.xyzw, r0.xyzw, v7.xyzw
add r0.xyzw, r0.xyzw, v8.xyzw
add r0.xyzw, r0.xyzw, v9.xyzw
add r0.xyzw, r0.xyzw, v10.xyzw
add r0.xyzw, r0.xyzw, v11.xyzw
add r0.xyzw, r0.xyzw, v12.xyzw
add r0.xyzw, r0.xyzw, v13.xyzw
add r0.xyzw, r0.xyzw, v14.xyzw
add r0.xyzw, r0.xyzw, v15.xyzw
add r0.xyzw, r0.xyzw, v16.xyzw
mov o0.xyzw, r0.xyzw
ret
