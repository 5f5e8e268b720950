//! Small containers made of tokens.

use dxbc_translator::container::{FourCc, write};

/// A pixel shader that writes a colour: its tokens start at offset 0x2c.
pub(crate) const COLOUR: [u32; 14] = [
    0x0000_0050,
    14,
    // 0x34: dcl_output o0.xyzw
    0x0300_0065,
    0x0010_20f2,
    0,
    // 0x40: mov o0.xyzw, l(1.0, 0, 0.5, 1.0)
    0x0800_0036,
    0x0010_20f2,
    0,
    0x0000_4002,
    0x3f80_0000,
    0,
    0x3f00_0000,
    0x3f80_0000,
    // 0x60: ret
    0x0100_003e,
];

/// The listing of that shader.
pub(crate) const COLOUR_LISTING: &str = "\
ps_5_0
dcl_output o0.xyzw
mov o0.xyzw, l(1.000000,0,0.500000,1.000000)
ret 
";

/// A container of these tokens and nothing else.
pub(crate) fn container(tokens: &[u32]) -> Vec<u8> {
    let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.to_le_bytes()).collect();
    write::container(&[(FourCc::SHEX, &bytes)]).unwrap()
}

/// The bytes as the HLSL compiler writes them to a C header.
pub(crate) fn header(bytes: &[u8]) -> String {
    let numbers: Vec<String> = bytes.iter().map(|byte| format!("{byte:3}")).collect();
    let rows: Vec<String> = numbers.chunks(6).map(|row| format!("    {}", row.join(", "))).collect();
    format!("// instruction slots used\nconst BYTE g_main[] =\n{{\n{}\n}};\n", rows.join(",\n"))
}
