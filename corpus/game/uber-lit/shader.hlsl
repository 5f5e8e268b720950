// The forward über-shader: everything behind switches that the build sets, as
// engines with thousands of permutations have it. Cases beside this one
// compile other sets of switches.
//
//   SKINNED        four-bone skinning      NORMAL_MAP     tangent-space normals
//   ALPHA_TEST     clip by cutoff          VERTEX_COLOR   multiply by COLOR0
//   LIGHTMAP       baked light, UV1        SH_LIGHT       per-object harmonics
//   POINT_LIGHTS   n forward lights        SHADOW         0 none, 1 hard, 2 3x3
//   ENV_MAP        cube reflection         FOG            1 linear, 2 exp2, 3 height
//   RIM            rim light               EMISSION       emissive map
//   UNLIT          none of the lighting    INSTANCED      per-instance rows
//   WORLD_UV       planar UVs              DEBUG_VIEW     pick a channel
#ifndef SKINNED
#define SKINNED 0
#endif
#ifndef NORMAL_MAP
#define NORMAL_MAP 0
#endif
#ifndef ALPHA_TEST
#define ALPHA_TEST 0
#endif
#ifndef VERTEX_COLOR
#define VERTEX_COLOR 0
#endif
#ifndef LIGHTMAP
#define LIGHTMAP 0
#endif
#ifndef SH_LIGHT
#define SH_LIGHT 0
#endif
#ifndef POINT_LIGHTS
#define POINT_LIGHTS 0
#endif
#ifndef SHADOW
#define SHADOW 0
#endif
#ifndef ENV_MAP
#define ENV_MAP 0
#endif
#ifndef FOG
#define FOG 0
#endif
#ifndef RIM
#define RIM 0
#endif
#ifndef EMISSION
#define EMISSION 0
#endif
#ifndef UNLIT
#define UNLIT 0
#endif
#ifndef INSTANCED
#define INSTANCED 0
#endif
#ifndef WORLD_UV
#define WORLD_UV 0
#endif
#ifndef DEBUG_VIEW
#define DEBUG_VIEW 0
#endif
#define NEEDS_TANGENT (NORMAL_MAP && !UNLIT)
#define NEEDS_WORLD_POS (!UNLIT || FOG == 3 || WORLD_UV)

cbuffer UberPerCamera : register(b0)
{
    float4x4 _ViewProj;
    float4 _CameraPos;
    float4 _Time;
    float4 _FogColor;
    float4 _FogParams;          // start, end, density, height
};

cbuffer UberPerDraw : register(b1)
{
    float4x4 _ObjectToWorld;
    float4x4 _WorldToObject;
    float4 _LightmapST;
    float4 _SHAr, _SHAg, _SHAb;
};

cbuffer UberMaterial : register(b2)
{
    float4 _Color;
    float4 _MainTex_ST;
    float4 _SpecColor;
    float4 _EmissionColor;
    float4 _RimColor;
    float _Cutoff;
    float _BumpScale;
    float _Glossiness;
    float _RimPower;
    int _DebugChannel;
};

cbuffer UberLighting : register(b3)
{
    float4 _SunDirection;
    float4 _SunColor;
    float4x4 _WorldToShadow;
    float4 _ShadowTexel;
#if POINT_LIGHTS
    float4 _LightPos[POINT_LIGHTS];     // w = 1 / range^2
    float4 _LightCol[POINT_LIGHTS];
#endif
};

#if SKINNED
cbuffer UberBones : register(b4)
{
    float4 _Bones[3 * 64];              // three rows a bone
};
#endif

Texture2D _MainTex : register(t0);
SamplerState sampler_MainTex : register(s0);
#if NORMAL_MAP
Texture2D _BumpMap : register(t1);
SamplerState sampler_BumpMap : register(s1);
#endif
#if EMISSION
Texture2D _EmissionMap : register(t2);
#endif
#if LIGHTMAP
Texture2D _Lightmap : register(t3);
SamplerState sampler_Lightmap : register(s3);
#endif
#if ENV_MAP
TextureCube _EnvMap : register(t4);
SamplerState sampler_EnvMap : register(s4);
#endif
#if SHADOW
Texture2D _ShadowMap : register(t5);
SamplerComparisonState sampler_ShadowMap : register(s5);
#endif

struct appdata
{
    float4 vertex : POSITION;
    float3 normal : NORMAL;
#if NEEDS_TANGENT
    float4 tangent : TANGENT;
#endif
    float2 uv : TEXCOORD0;
#if LIGHTMAP
    float2 uv1 : TEXCOORD1;
#endif
#if VERTEX_COLOR
    float4 color : COLOR0;
#endif
#if SKINNED
    uint4 bones : BLENDINDICES;
    float4 weights : BLENDWEIGHT;
#endif
#if INSTANCED
    float4 row0 : INSTANCE_TRANSFORM0;
    float4 row1 : INSTANCE_TRANSFORM1;
    float4 row2 : INSTANCE_TRANSFORM2;
    float4 tint : INSTANCE_COLOR0;
#endif
};

struct v2f
{
    float4 pos : SV_Position;
#if LIGHTMAP
    float4 uv : TEXCOORD0;
#else
    float2 uv : TEXCOORD0;
#endif
    float3 normal : TEXCOORD1;
#if NEEDS_TANGENT
    float4 tangent : TEXCOORD2;
#endif
#if NEEDS_WORLD_POS
    float3 worldPos : TEXCOORD3;
#endif
#if FOG == 1 || FOG == 2
    float fog : TEXCOORD4;
#endif
#if SHADOW
    float3 shadowCoord : TEXCOORD5;
#endif
#if VERTEX_COLOR || INSTANCED
    float4 color : COLOR0;
#endif
};

v2f vs_main(appdata v)
{
    v2f o;
    float4 position = float4(v.vertex.xyz, 1);
    float3 normal = v.normal;
#if SKINNED
    float4 r0 = 0, r1 = 0, r2 = 0;
    float4 w = v.weights / max(dot(v.weights, 1), 1e-4);
    [unroll]
    for (int k = 0; k < 4; ++k)
    {
        uint b = min(v.bones[k], 63u) * 3u;
        r0 += _Bones[b + 0] * w[k];
        r1 += _Bones[b + 1] * w[k];
        r2 += _Bones[b + 2] * w[k];
    }
    position = float4(dot(r0, position), dot(r1, position), dot(r2, position), 1);
    normal = float3(dot(r0.xyz, normal), dot(r1.xyz, normal), dot(r2.xyz, normal));
#endif
#if INSTANCED
    position = float4(dot(v.row0, position), dot(v.row1, position), dot(v.row2, position), 1);
    normal = float3(dot(v.row0.xyz, normal), dot(v.row1.xyz, normal), dot(v.row2.xyz, normal));
#endif
    float4 worldPos = mul(_ObjectToWorld, position);
    o.pos = mul(_ViewProj, worldPos);
    o.normal = mul(normal, (float3x3)_WorldToObject);
#if NEEDS_TANGENT
    o.tangent = float4(mul((float3x3)_ObjectToWorld, v.tangent.xyz), v.tangent.w);
#endif
#if WORLD_UV
    o.uv.xy = worldPos.xz * _MainTex_ST.xy + _MainTex_ST.zw;
#else
    o.uv.xy = v.uv * _MainTex_ST.xy + _MainTex_ST.zw;
#endif
#if LIGHTMAP
    o.uv.zw = v.uv1 * _LightmapST.xy + _LightmapST.zw;
#endif
#if NEEDS_WORLD_POS
    o.worldPos = worldPos.xyz;
#endif
#if FOG == 1
    o.fog = saturate((_FogParams.y + 10 - o.pos.w) / max(_FogParams.y + 10 - _FogParams.x, 1e-3));
#elif FOG == 2
    float f = _FogParams.z * 0.2 * o.pos.w;
    o.fog = saturate(exp2(-f * f));
#endif
#if SHADOW
    o.shadowCoord = mul(_WorldToShadow, worldPos).xyz;
#endif
#if VERTEX_COLOR && INSTANCED
    o.color = v.color * v.tint;
#elif VERTEX_COLOR
    o.color = v.color;
#elif INSTANCED
    o.color = v.tint;
#endif
    return o;
}

#if SHADOW
float sampleShadow(float3 coord)
{
    float2 uv = coord.xy * float2(0.5, -0.5) + 0.5;
    float depth = coord.z - 0.002;
#if SHADOW == 1
    return _ShadowMap.SampleCmpLevelZero(sampler_ShadowMap, uv, depth);
#else
    float sum = 0;
    [unroll]
    for (int y = -1; y <= 1; ++y)
    {
        [unroll]
        for (int x = -1; x <= 1; ++x)
            sum += _ShadowMap.SampleCmpLevelZero(sampler_ShadowMap, uv + float2(x, y) * _ShadowTexel.xy * 0.01, depth);
    }
    return sum / 9;
#endif
}
#endif

float4 ps_main(v2f i) : SV_Target
{
    float4 albedo = _MainTex.Sample(sampler_MainTex, i.uv.xy) * _Color;
#if VERTEX_COLOR || INSTANCED
    albedo *= i.color;
#endif
#if ALPHA_TEST
    clip(albedo.a - _Cutoff * 0.5);
#endif

#if UNLIT
    float3 color = albedo.rgb;
    float3 n = i.normal;
#else
    float3 n = normalize(i.normal);
#if NORMAL_MAP
    float4 packed = _BumpMap.Sample(sampler_BumpMap, i.uv.xy);
    float3 nt;
    nt.xy = (packed.wy * 2 - 1) * _BumpScale;
    nt.z = sqrt(1 - saturate(dot(nt.xy, nt.xy)));
    float3 t = normalize(i.tangent.xyz);
    n = normalize(t * nt.x + cross(n, t) * (i.tangent.w * nt.y) + n * nt.z);
#endif
    float3 v = normalize(_CameraPos.xyz - i.worldPos);
    float3 l = normalize(_SunDirection.xyz);
    float atten = 1;
#if SHADOW
    atten = sampleShadow(i.shadowCoord);
#endif
    float3 diffuse = _SunColor.rgb * (saturate(dot(n, l)) * atten);
    float3 h = normalize(l + v);
    float power = exp2(_Glossiness * 8 + 1);
    float3 specular = _SpecColor.rgb * _SunColor.rgb * (pow(saturate(dot(n, h)), power) * atten);

#if POINT_LIGHTS
    [unroll]
    for (int k = 0; k < POINT_LIGHTS; ++k)
    {
        float3 d = _LightPos[k].xyz - i.worldPos;
        float d2 = max(dot(d, d), 1e-4);
        float window = saturate(1 - d2 * d2 * _LightPos[k].w * _LightPos[k].w);
        float3 dir = d * rsqrt(d2);
        float nl = saturate(dot(n, dir));
        float3 radiance = _LightCol[k].rgb * (window * window / (1 + d2));
        diffuse += radiance * nl;
        specular += _SpecColor.rgb * radiance * (pow(saturate(dot(n, normalize(dir + v))), power) * nl);
    }
#endif
#if LIGHTMAP
    float4 baked = _Lightmap.Sample(sampler_Lightmap, i.uv.zw);
    diffuse += baked.rgb * (baked.a * 5);
#endif
#if SH_LIGHT
    float4 n4 = float4(n, 1);
    diffuse += max(float3(dot(_SHAr, n4), dot(_SHAg, n4), dot(_SHAb, n4)), 0);
#endif
    float3 color = albedo.rgb * diffuse + specular;
#if ENV_MAP
    float fresnel = pow(1 - saturate(dot(n, v)), 5);
    float3 env = _EnvMap.SampleLevel(sampler_EnvMap, reflect(-v, n), (1 - _Glossiness) * 6).rgb;
    color += env * lerp(_SpecColor.rgb, 1, fresnel * _Glossiness);
#endif
#if RIM
    float rim = pow(1 - saturate(dot(n, v)), 1 + _RimPower * 7);
    color += _RimColor.rgb * rim * atten;
#endif
#endif
#if EMISSION
    color += _EmissionMap.Sample(sampler_MainTex, i.uv.xy).rgb * _EmissionColor.rgb * (0.75 + 0.25 * sin(_Time.y));
#endif
#if FOG == 1 || FOG == 2
    color = lerp(_FogColor.rgb, color, i.fog);
#elif FOG == 3
    float3 ray = i.worldPos - _CameraPos.xyz;
    float len = length(ray);
    float fall = abs(ray.y) > 0.01 ? ray.y : 0.01;
    float amount = _FogParams.z * exp(-_CameraPos.y) * (1 - exp(-clamp(fall, -8, 8))) / clamp(fall, -8, 8) * len;
    color = lerp(color, _FogColor.rgb, 1 - exp(-max(amount, 0)));
#endif
#if DEBUG_VIEW
    switch (_DebugChannel)
    {
    case 1: color = albedo.rgb; break;
    case 2: color = n * 0.5 + 0.5; break;
    case 3: color = albedo.aaa; break;
    case 4:
    case 5: color = frac(i.uv.xyx); break;
    default: break;
    }
#endif
    return float4(color, albedo.a);
}
