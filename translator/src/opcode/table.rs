//! The opcode table: one row an opcode. Every other fact about an opcode's shape is read from here.
//!
//! A row reads `number Variant "mnemonic" [operand roles] first-model stages flags support "doc";`.
//! The table states shape, never meaning: what an opcode does is written twice on purpose, in the
//! interpreter and in `lower/`. Numbers and shapes: Direct3D 11.3 functional specification and the
//! tokenized program format; `dxbc-semantics` sections 5, 6 and 13.
//!
//! Roles (constants of [`Role`]): `D?` a destination, `S?` a source read by the lane rule, `C?` one
//! selected component, `V?` a source whose leading lanes are read whatever the destination mask is;
//! the letter after it is how the lanes are read: `F` f32, `I` i32, `U` u32, `B` bits, `L` f64 pair,
//! `M` comparison mask. The rest are named after their part in the instruction.

/// Calls the macro `$callback` with all rows, grouped by class.
macro_rules! for_each_opcode {
    ($callback:ident) => {
        $callback! {
            /// Moves of bits (semantics 5.1).
            Move {
                54 Mov "mov" [DB SB] 40 any sat ok "bits of s0; float semantics with a modifier or saturate";
                55 Movc "movc" [DB SB SB SB] 40 any sat ok "per lane: any bit of s0 ? s1 : s2";
                142 Swapc "swapc" [DB DB SB SB SB] 50 any none ok "d0 = s0 ? s2 : s1, d1 = s0 ? s1 : s2, per lane";
            }
            /// 32-bit float arithmetic and derivatives (semantics 5.2).
            Float {
                0 Add "add" [DF SF SF] 40 any sat ok "s0 + s1";
                14 Div "div" [DF SF SF] 40 any sat ok "s0 / s1";
                15 Dp2 "dp2" [DF VF VF] 40 any sat ok "dot product of xy, replicated";
                16 Dp3 "dp3" [DF VF VF] 40 any sat ok "dot product of xyz, replicated";
                17 Dp4 "dp4" [DF VF VF] 40 any sat ok "dot product of xyzw, replicated";
                25 Exp "exp" [DF SF] 40 any sat ok "2 to the power s0";
                26 Frc "frc" [DF SF] 40 any sat ok "s0 - floor(s0)";
                47 Log "log" [DF SF] 40 any sat ok "base-2 logarithm of s0";
                50 Mad "mad" [DF SF SF SF] 40 any sat ok "s0 * s1 + s2, fused or not";
                51 Min "min" [DF SF SF] 40 any sat ok "the lesser; the operand that is not NaN";
                52 Max "max" [DF SF SF] 40 any sat ok "the greater; the operand that is not NaN";
                56 Mul "mul" [DF SF SF] 40 any sat ok "s0 * s1";
                64 RoundNe "round_ne" [DF SF] 40 any sat ok "nearest whole number, ties to even";
                65 RoundNi "round_ni" [DF SF] 40 any sat ok "floor";
                66 RoundPi "round_pi" [DF SF] 40 any sat ok "ceiling";
                67 RoundZ "round_z" [DF SF] 40 any sat ok "truncation";
                68 Rsq "rsq" [DF SF] 40 any sat ok "1 / sqrt(s0)";
                75 Sqrt "sqrt" [DF SF] 40 any sat ok "square root";
                77 Sincos "sincos" [DF DF SF] 40 any sat ok "d0 = sin(s0), d1 = cos(s0)";
                129 Rcp "rcp" [DF SF] 50 any sat ok "1 / s0";
                11 DerivRtx "deriv_rtx" [DF SF] 40 pixel sat ok "derivative along x over the quad";
                12 DerivRty "deriv_rty" [DF SF] 40 pixel sat ok "derivative along y (down) over the quad";
                122 DerivRtxCoarse "deriv_rtx_coarse" [DF SF] 50 pixel sat ok "derivative along x, one value a quad";
                123 DerivRtxFine "deriv_rtx_fine" [DF SF] 50 pixel sat ok "derivative along x of the own row";
                124 DerivRtyCoarse "deriv_rty_coarse" [DF SF] 50 pixel sat ok "derivative along y, one value a quad";
                125 DerivRtyFine "deriv_rty_fine" [DF SF] 50 pixel sat ok "derivative along y of the own column";
            }
            /// Comparisons; the result is a mask (semantics 5.3, 5.5).
            Compare {
                24 Eq "eq" [DM SF SF] 40 any none ok "s0 == s1; false with NaN";
                29 Ge "ge" [DM SF SF] 40 any none ok "s0 >= s1; false with NaN";
                49 Lt "lt" [DM SF SF] 40 any none ok "s0 < s1; false with NaN";
                57 Ne "ne" [DM SF SF] 40 any none ok "s0 != s1; true with NaN";
                32 Ieq "ieq" [DM SI SI] 40 any none ok "s0 == s1";
                33 Ige "ige" [DM SI SI] 40 any none ok "s0 >= s1, signed";
                34 Ilt "ilt" [DM SI SI] 40 any none ok "s0 < s1, signed";
                39 Ine "ine" [DM SI SI] 40 any none ok "s0 != s1";
                79 Ult "ult" [DM SU SU] 40 any none ok "s0 < s1, unsigned";
                80 Uge "uge" [DM SU SU] 40 any none ok "s0 >= s1, unsigned";
            }
            /// Integer arithmetic (semantics 5.4).
            Int {
                30 Iadd "iadd" [DI SI SI] 40 any none ok "s0 + s1, low 32 bits";
                35 Imad "imad" [DI SI SI SI] 40 any none ok "low 32 bits of s0 * s1 + s2";
                36 Imax "imax" [DI SI SI] 40 any none ok "the greater, signed";
                37 Imin "imin" [DI SI SI] 40 any none ok "the lesser, signed";
                38 Imul "imul" [DI DI SI SI] 40 any none ok "d0 = high, d1 = low 32 bits of the signed product";
                40 Ineg "ineg" [DI SI] 40 any none ok "two's complement";
                78 Udiv "udiv" [DU DU SU SU] 40 any none ok "d0 = quotient, d1 = remainder; all ones when s1 is 0";
                81 Umul "umul" [DU DU SU SU] 40 any none ok "d0 = high, d1 = low 32 bits of the unsigned product";
                82 Umad "umad" [DU SU SU SU] 40 any none ok "low 32 bits of s0 * s1 + s2";
                83 Umax "umax" [DU SU SU] 40 any none ok "the greater, unsigned";
                84 Umin "umin" [DU SU SU] 40 any none ok "the lesser, unsigned";
                132 Uaddc "uaddc" [DU DU SU SU] 50 any none ok "d0 = sum, d1 = 1 on carry";
                133 Usubb "usubb" [DU DU SU SU] 50 any none ok "d0 = difference, d1 = 1 on borrow";
                213 Msad "msad" [DU SU SU SU] 50 any none ok "masked sum of absolute byte differences added to s2";
            }
            /// Bitwise operations and shifts (semantics 5.6).
            Bit {
                1 And "and" [DU SU SU] 40 any none ok "s0 & s1";
                41 Ishl "ishl" [DI SI SU] 40 any none ok "s0 << (s1 & 31)";
                42 Ishr "ishr" [DI SI SU] 40 any none ok "s0 >> (s1 & 31), arithmetic";
                59 Not "not" [DU SU] 40 any none ok "bitwise complement";
                60 Or "or" [DU SU SU] 40 any none ok "s0 | s1";
                85 Ushr "ushr" [DU SU SU] 40 any none ok "s0 >> (s1 & 31), logical";
                87 Xor "xor" [DU SU SU] 40 any none ok "s0 ^ s1";
                134 Countbits "countbits" [DU SU] 50 any none ok "number of set bits";
                135 FirstbitHi "firstbit_hi" [DU SU] 50 any none ok "leading zeros; all ones for 0";
                136 FirstbitLo "firstbit_lo" [DU SU] 50 any none ok "trailing zeros; all ones for 0";
                137 FirstbitShi "firstbit_shi" [DU SI] 50 any none ok "position from the top of the first bit unlike the sign; all ones for 0 and -1";
                138 Ubfe "ubfe" [DU SU SU SU] 50 any none ok "bit field of s2: width s0, offset s1";
                139 Ibfe "ibfe" [DI SI SI SI] 50 any none ok "bit field of s2, sign extended: width s0, offset s1";
                140 Bfi "bfi" [DU SU SU SU SU] 50 any none ok "s3 with s2 inserted: width s0, offset s1";
                141 Bfrev "bfrev" [DU SU] 50 any none ok "bits in reverse order";
            }
            /// Conversions between types (semantics 5.7, 5.8).
            Convert {
                27 Ftoi "ftoi" [DI SF] 40 any none ok "toward zero, clamped, NaN gives 0";
                28 Ftou "ftou" [DU SF] 40 any none ok "toward zero, clamped, NaN and negatives give 0";
                43 Itof "itof" [DF SI] 40 any none ok "nearest float of a signed integer";
                86 Utof "utof" [DF SU] 40 any none ok "nearest float of an unsigned integer";
                130 F32tof16 "f32tof16" [DU SF] 50 any none ok "half bits, rounded toward zero, upper half 0";
                131 F16tof32 "f16tof32" [DF SU] 50 any none ok "float of the half in the low 16 bits";
            }
            /// 64-bit float operations on lane pairs (semantics 5.9).
            Double {
                191 Dadd "dadd" [DL SL SL] 50 any sat ok "s0 + s1";
                192 Dmax "dmax" [DL SL SL] 50 any sat ok "the greater";
                193 Dmin "dmin" [DL SL SL] 50 any sat ok "the lesser";
                194 Dmul "dmul" [DL SL SL] 50 any sat ok "s0 * s1";
                195 Deq "deq" [DM SL SL] 50 any none ok "s0 == s1";
                196 Dge "dge" [DM SL SL] 50 any none ok "s0 >= s1";
                197 Dlt "dlt" [DM SL SL] 50 any none ok "s0 < s1";
                198 Dne "dne" [DM SL SL] 50 any none ok "s0 != s1";
                199 Dmov "dmov" [DL SL] 50 any sat ok "copy";
                200 Dmovc "dmovc" [DL SB SL SL] 50 any sat ok "per pair: s0 ? s1 : s2";
                201 Dtof "dtof" [DF SL] 50 any sat ok "nearest float";
                202 Ftod "ftod" [DL SF] 50 any sat ok "exact double of a float";
                210 Ddiv "ddiv" [DL SL SL] 50 any sat ok "s0 / s1";
                211 Dfma "dfma" [DL SL SL SL] 50 any sat ok "s0 * s1 + s2, fused";
                212 Drcp "drcp" [DL SL] 50 any sat ok "1 / s0";
                214 Dtoi "dtoi" [DI SL] 50 any none ok "toward zero, clamped, NaN gives 0";
                215 Dtou "dtou" [DU SL] 50 any none ok "toward zero, clamped, NaN gives 0";
                216 Itod "itod" [DL SI] 50 any none ok "exact double of a signed integer";
                217 Utod "utod" [DL SU] 50 any none ok "exact double of an unsigned integer";
            }
            /// Texture reads and queries (semantics 5.10).
            Texture {
                45 Ld "ld" [DB AU T] 40 any none ok "texel by whole coordinates, mip in the last lane";
                46 LdMs "ldms" [DB AU T SampleIndex] 40 any none no(MultisampledTexture) "one sample of a texel";
                61 Resinfo "resinfo" [DB MipLevel TOrU] 40 any none ok "size of a mip and number of mips";
                69 Sample "sample" [DB AF T S] 40 pixel sat ok "filtered read, level from derivatives";
                70 SampleC "sample_c" [DF AF T S Reference] 40 pixel sat ok "comparison, level from derivatives";
                71 SampleCLz "sample_c_lz" [DF AF T S Reference] 40 any sat ok "comparison at level 0";
                72 SampleL "sample_l" [DB AF T S Lod] 40 any sat ok "filtered read at a given level";
                73 SampleD "sample_d" [DB AF T S DerivativeX DerivativeY] 40 any sat ok "filtered read, level from given derivatives";
                74 SampleB "sample_b" [DB AF T S Bias] 40 pixel sat ok "filtered read, level biased";
                108 Lod "lod" [DF AF T S] 41 pixel none ok "the level that a sample would use: clamped, unclamped";
                109 Gather4 "gather4" [DB AF T S] 41 any sat ok "one channel of the four texels of a bilinear read";
                110 Samplepos "samplepos" [DF TOrRasterizer SampleIndex] 41 any none no(MultisampledTexture) "position of a sample";
                111 Sampleinfo "sampleinfo" [DB TOrRasterizer] 41 any none no(MultisampledTexture) "number of samples";
                126 Gather4C "gather4_c" [DF AF T S Reference] 50 any sat ok "four comparisons";
                127 Gather4Po "gather4_po" [DB AF TexelOffset T S] 50 any sat ok "gather4 with an offset from a register";
                128 Gather4PoC "gather4_po_c" [DF AF TexelOffset T S Reference] 50 any sat ok "gather4_c with an offset from a register";
                219 Gather4S "gather4_s" [DB Status AF T S] 50 any sat ok "gather4 with status";
                220 Gather4CS "gather4_c_s" [DF Status AF T S Reference] 50 any sat ok "gather4_c with status";
                221 Gather4PoS "gather4_po_s" [DB Status AF TexelOffset T S] 50 any sat ok "gather4_po with status";
                222 Gather4PoCS "gather4_po_c_s" [DF Status AF TexelOffset T S Reference] 50 any sat ok "gather4_po_c with status";
                223 LdS "ld_s" [DB Status AU T] 50 any none ok "ld with status";
                224 LdMsS "ldms_s" [DB Status AU T SampleIndex] 50 any none no(MultisampledTexture) "ldms with status";
                228 SampleLS "sample_l_s" [DB Status AF T S Lod] 50 any sat ok "sample_l with status";
                229 SampleCLzS "sample_c_lz_s" [DF Status AF T S Reference] 50 any sat ok "sample_c_lz with status";
                230 SampleClS "sample_cl_s" [DB Status AF T S Clamp] 50 pixel sat no(TiledResource) "sample with status and a clamp of the level";
                231 SampleBClS "sample_b_cl_s" [DB Status AF T S Bias Clamp] 50 pixel sat no(TiledResource) "sample_b with status and a clamp of the level";
                232 SampleDClS "sample_d_cl_s" [DB Status AF T S DerivativeX DerivativeY Clamp] 50 any sat no(TiledResource) "sample_d with status and a clamp of the level";
                233 SampleCClS "sample_c_cl_s" [DF Status AF T S Reference Clamp] 50 pixel sat no(TiledResource) "sample_c with status and a clamp of the level";
                234 CheckAccessFullyMapped "check_access_fully_mapped" [DM CU] 50 any none ok "mask: every texel of the access was mapped";
            }
            /// Buffer reads and writes (semantics 5.10, 5.14).
            Buffer {
                121 Bufinfo "bufinfo" [DU TOrU] 50 any none ok "number of elements or bytes";
                163 LdUavTyped "ld_uav_typed" [DB AU Uav] 50 any none no(UnorderedAccess) "typed read of an unordered access view";
                164 StoreUavTyped "store_uav_typed" [DUav AU SB] 50 any none no(UnorderedAccess) "typed write";
                165 LdRaw "ld_raw" [DB ByteOffset TOrMemory] 50 any none ok "up to four dwords of a raw buffer";
                166 StoreRaw "store_raw" [DMemory ByteOffset SB] 50 any none no(UnorderedAccess) "up to four dwords into a raw buffer";
                167 LdStructured "ld_structured" [DB StructIndex ByteOffset TOrMemory] 50 any none ok "up to four dwords of a structure";
                168 StoreStructured "store_structured" [DMemory StructIndex ByteOffset SB] 50 any none no(UnorderedAccess) "up to four dwords into a structure";
                225 LdUavTypedS "ld_uav_typed_s" [DB Status AU Uav] 50 any none no(UnorderedAccess) "ld_uav_typed with status";
                226 LdRawS "ld_raw_s" [DB Status ByteOffset TOrMemory] 50 any none ok "ld_raw with status";
                227 LdStructuredS "ld_structured_s" [DB Status StructIndex ByteOffset TOrMemory] 50 any none ok "ld_structured with status";
            }
            /// Atomic operations on unordered access views and shared memory (semantics 5.14).
            Atomic {
                169 AtomicAnd "atomic_and" [DMemory AU CU] 50 any none no(UnorderedAccess) "and";
                170 AtomicOr "atomic_or" [DMemory AU CU] 50 any none no(UnorderedAccess) "or";
                171 AtomicXor "atomic_xor" [DMemory AU CU] 50 any none no(UnorderedAccess) "xor";
                172 AtomicCmpStore "atomic_cmp_store" [DMemory AU CU CU] 50 any none no(UnorderedAccess) "store if equal";
                173 AtomicIadd "atomic_iadd" [DMemory AU CI] 50 any none no(UnorderedAccess) "add";
                174 AtomicImax "atomic_imax" [DMemory AU CI] 50 any none no(UnorderedAccess) "signed maximum";
                175 AtomicImin "atomic_imin" [DMemory AU CI] 50 any none no(UnorderedAccess) "signed minimum";
                176 AtomicUmax "atomic_umax" [DMemory AU CU] 50 any none no(UnorderedAccess) "unsigned maximum";
                177 AtomicUmin "atomic_umin" [DMemory AU CU] 50 any none no(UnorderedAccess) "unsigned minimum";
                178 ImmAtomicAlloc "imm_atomic_alloc" [DU DMemory] 50 any none no(UnorderedAccess) "counter before an increment";
                179 ImmAtomicConsume "imm_atomic_consume" [DU DMemory] 50 any none no(UnorderedAccess) "counter after a decrement";
                180 ImmAtomicIadd "imm_atomic_iadd" [DU DMemory AU CI] 50 any none no(UnorderedAccess) "add; old value";
                181 ImmAtomicAnd "imm_atomic_and" [DU DMemory AU CU] 50 any none no(UnorderedAccess) "and; old value";
                182 ImmAtomicOr "imm_atomic_or" [DU DMemory AU CU] 50 any none no(UnorderedAccess) "or; old value";
                183 ImmAtomicXor "imm_atomic_xor" [DU DMemory AU CU] 50 any none no(UnorderedAccess) "xor; old value";
                184 ImmAtomicExch "imm_atomic_exch" [DU DMemory AU CU] 50 any none no(UnorderedAccess) "exchange; old value";
                185 ImmAtomicCmpExch "imm_atomic_cmp_exch" [DU DMemory AU CU CU] 50 any none no(UnorderedAccess) "exchange if equal; old value";
                186 ImmAtomicImax "imm_atomic_imax" [DU DMemory AU CI] 50 any none no(UnorderedAccess) "signed maximum; old value";
                187 ImmAtomicImin "imm_atomic_imin" [DU DMemory AU CI] 50 any none no(UnorderedAccess) "signed minimum; old value";
                188 ImmAtomicUmax "imm_atomic_umax" [DU DMemory AU CU] 50 any none no(UnorderedAccess) "unsigned maximum; old value";
                189 ImmAtomicUmin "imm_atomic_umin" [DU DMemory AU CU] 50 any none no(UnorderedAccess) "unsigned minimum; old value";
            }
            /// Evaluation of pixel inputs elsewhere than at the pixel centre (semantics 5.11).
            Eval {
                203 EvalSnapped "eval_snapped" [DF SF VI] 50 pixel none no(EvaluateAttribute) "input at an offset of sixteenths of a pixel";
                204 EvalSampleIndex "eval_sample_index" [DF SF CU] 50 pixel none no(EvaluateAttribute) "input at a sample";
                205 EvalCentroid "eval_centroid" [DF SF] 50 pixel none no(EvaluateAttribute) "input at the centroid";
            }
            /// Control flow (semantics 5.12, 5.13).
            Flow {
                2 Break "break" [] 40 any none ok "leaves the innermost loop or switch";
                3 Breakc "breakc" [CB] 40 any test ok "break if the test holds";
                4 Call "call" [Label] 40 any none ok "calls a subroutine";
                5 Callc "callc" [CB Label] 40 any test ok "call if the test holds";
                6 Case "case" [CaseValue] 40 any none ok "label of a switch";
                7 Continue "continue" [] 40 any none ok "next trip of the innermost loop";
                8 Continuec "continuec" [CB] 40 any test ok "continue if the test holds";
                10 Default "default" [] 40 any none ok "default label of a switch";
                13 Discard "discard" [CB] 40 pixel test ok "drops the pixel's output if the test holds; execution goes on";
                18 Else "else" [] 40 any none ok "other side of an if";
                21 Endif "endif" [] 40 any none ok "end of an if";
                22 Endloop "endloop" [] 40 any none ok "end of a loop";
                23 Endswitch "endswitch" [] 40 any none ok "end of a switch";
                31 If "if" [CB] 40 any test ok "if the test holds";
                44 Label "label" [Label] 40 any none ok "starts a subroutine";
                48 Loop "loop" [] 40 any none ok "endless until break or ret";
                58 Nop "nop" [] 40 any none ok "nothing";
                62 Ret "ret" [] 40 any none ok "ends the shader or returns from a subroutine";
                63 Retc "retc" [CB] 40 any test ok "ret if the test holds";
                76 Switch "switch" [CU] 40 any none ok "jumps to the label that equals s0";
                120 Fcall "fcall" [CallSite Interface] 50 any none no(Interfaces) "calls through an interface";
                207 Abort "abort" [] 50 any none ok "debug layer only: does nothing";
                208 DebugBreak "debug_break" [] 50 any none ok "debug layer only: does nothing";
            }
            /// Instructions of the other stages.
            Stage {
                9 Cut "cut" [] 40 geometry none no(OtherStage) "ends a strip";
                19 Emit "emit" [] 40 geometry none no(OtherStage) "emits a vertex";
                20 EmitThenCut "emit_then_cut" [] 40 geometry none no(OtherStage) "emits a vertex and ends the strip";
                117 EmitStream "emit_stream" [Stream] 50 geometry none no(OtherStage) "emits a vertex to a stream";
                118 CutStream "cut_stream" [Stream] 50 geometry none no(OtherStage) "ends a strip of a stream";
                119 EmitThenCutStream "emit_then_cut_stream" [Stream] 50 geometry none no(OtherStage) "emits and cuts a stream";
                113 HsDecls "hs_decls" [] 50 hull none no(OtherStage) "starts the declarations phase";
                114 HsControlPointPhase "hs_control_point_phase" [] 50 hull none no(OtherStage) "starts the control point phase";
                115 HsForkPhase "hs_fork_phase" [] 50 hull none no(OtherStage) "starts a fork phase";
                116 HsJoinPhase "hs_join_phase" [] 50 hull none no(OtherStage) "starts a join phase";
                190 Sync "sync" [] 50 any none no(UnorderedAccess) "memory and execution barrier";
            }
            /// Declarations and custom data (semantics 6).
            Declare {
                53 CustomData "customdata" [] 40 any none ok "immediate constant buffer or opaque data";
                88 DclResource "dcl_resource" [] 40 any none ok "texture or typed buffer";
                89 DclConstantBuffer "dcl_constantbuffer" [] 40 any none ok "constant buffer";
                90 DclSampler "dcl_sampler" [] 40 any none ok "sampler";
                91 DclIndexRange "dcl_indexrange" [] 40 any none ok "registers that are indexed together";
                92 DclGsOutputTopology "dcl_outputtopology" [] 40 geometry none no(OtherStage) "geometry output topology";
                93 DclGsInputPrimitive "dcl_inputprimitive" [] 40 geometry none no(OtherStage) "geometry input primitive";
                94 DclMaxOutputVertexCount "dcl_maxout" [] 40 geometry none no(OtherStage) "most vertices of a geometry shader";
                95 DclInput "dcl_input" [] 40 any none ok "input";
                96 DclInputSgv "dcl_input_sgv" [] 40 any none ok "input with a generated value";
                97 DclInputSiv "dcl_input_siv" [] 40 any none ok "input with a system value";
                98 DclInputPs "dcl_input_ps" [] 40 pixel none ok "pixel input";
                99 DclInputPsSgv "dcl_input_ps_sgv" [] 40 pixel none ok "pixel input with a generated value";
                100 DclInputPsSiv "dcl_input_ps_siv" [] 40 pixel none ok "pixel input with a system value";
                101 DclOutput "dcl_output" [] 40 any none ok "output";
                102 DclOutputSgv "dcl_output_sgv" [] 40 any none ok "output with a generated value";
                103 DclOutputSiv "dcl_output_siv" [] 40 any none ok "output with a system value";
                104 DclTemps "dcl_temps" [] 40 any none ok "number of temps";
                105 DclIndexableTemp "dcl_indexableTemp" [] 40 any none ok "indexable temp";
                106 DclGlobalFlags "dcl_globalFlags" [] 40 any none ok "global flags";
                143 DclStream "dcl_stream" [] 50 geometry none no(OtherStage) "geometry stream";
                144 DclFunctionBody "dcl_function_body" [] 50 any none no(Interfaces) "interface function body";
                145 DclFunctionTable "dcl_function_table" [] 50 any none no(Interfaces) "interface function table";
                146 DclInterface "dcl_interface" [] 50 any none no(Interfaces) "interface";
                147 DclInputControlPointCount "dcl_input_control_point_count" [] 50 other none no(OtherStage) "hull input control points";
                148 DclOutputControlPointCount "dcl_output_control_point_count" [] 50 hull none no(OtherStage) "hull output control points";
                149 DclTessDomain "dcl_tessellator_domain" [] 50 other none no(OtherStage) "tessellator domain";
                150 DclTessPartitioning "dcl_tessellator_partitioning" [] 50 hull none no(OtherStage) "tessellator partitioning";
                151 DclTessOutputPrimitive "dcl_tessellator_output_primitive" [] 50 hull none no(OtherStage) "tessellator output primitive";
                152 DclHsMaxTessFactor "dcl_hs_max_tessfactor" [] 50 hull none no(OtherStage) "greatest tessellation factor";
                153 DclHsForkPhaseInstanceCount "dcl_hs_fork_phase_instance_count" [] 50 hull none no(OtherStage) "instances of a fork phase";
                154 DclHsJoinPhaseInstanceCount "dcl_hs_join_phase_instance_count" [] 50 hull none no(OtherStage) "instances of a join phase";
                155 DclThreadGroup "dcl_thread_group" [] 50 compute none no(OtherStage) "threads of a group";
                156 DclUavTyped "dcl_uav_typed" [] 50 any none no(UnorderedAccess) "typed unordered access view";
                157 DclUavRaw "dcl_uav_raw" [] 50 any none no(UnorderedAccess) "raw unordered access view";
                158 DclUavStructured "dcl_uav_structured" [] 50 any none no(UnorderedAccess) "structured unordered access view";
                159 DclTgsmRaw "dcl_tgsm_raw" [] 50 compute none no(OtherStage) "raw shared memory";
                160 DclTgsmStructured "dcl_tgsm_structured" [] 50 compute none no(OtherStage) "structured shared memory";
                161 DclResourceRaw "dcl_resource_raw" [] 50 any none ok "raw buffer";
                162 DclResourceStructured "dcl_resource_structured" [] 50 any none ok "structured buffer";
                206 DclGsInstanceCount "dcl_gsinstances" [] 50 geometry none no(OtherStage) "geometry shader instances";
            }
        }
    };
}

pub(crate) use for_each_opcode;
