//! What Direct3D says that an atomic operation leaves of a word (functional spec 22.17), and where accesses end.

use dxbc_translator::opcode::Atomic;

/// A word after an operation with its operands. Of the operations that compare, the first operand is what the word must
/// be for the second to take its place. The counters of views are no words.
pub(super) fn changed(op: Atomic, word: u32, operand: u32, second: u32) -> u32 {
    match op {
        Atomic::AtomicAnd | Atomic::ImmAtomicAnd => word & operand,
        Atomic::AtomicOr | Atomic::ImmAtomicOr => word | operand,
        Atomic::AtomicXor | Atomic::ImmAtomicXor => word ^ operand,
        Atomic::AtomicIadd | Atomic::ImmAtomicIadd => {
            // 32 bits of the sum, whatever the sign.
            let sum = u64::from(word) + u64::from(operand);
            (sum & 0xffff_ffff) as u32
        }
        Atomic::AtomicImax | Atomic::ImmAtomicImax => {
            if signed(word) >= signed(operand) {
                word
            } else {
                operand
            }
        }
        Atomic::AtomicImin | Atomic::ImmAtomicImin => {
            if signed(word) <= signed(operand) {
                word
            } else {
                operand
            }
        }
        Atomic::AtomicUmax | Atomic::ImmAtomicUmax => {
            if word >= operand {
                word
            } else {
                operand
            }
        }
        Atomic::AtomicUmin | Atomic::ImmAtomicUmin => {
            if word <= operand {
                word
            } else {
                operand
            }
        }
        Atomic::ImmAtomicExch => operand,
        Atomic::AtomicCmpStore | Atomic::ImmAtomicCmpExch => {
            if word == operand {
                second
            } else {
                word
            }
        }
        Atomic::ImmAtomicAlloc | Atomic::ImmAtomicConsume => word,
    }
}

/// A word as a number in two's complement.
fn signed(word: u32) -> i64 {
    if word >> 31 == 0 { i64::from(word) } else { i64::from(word) - (1 << 32) }
}

/// Whether the order in which threads change one word does not show in what it holds in the end.
pub(super) const fn is_order_free(op: Atomic) -> bool {
    match op {
        Atomic::AtomicAnd
        | Atomic::ImmAtomicAnd
        | Atomic::AtomicOr
        | Atomic::ImmAtomicOr
        | Atomic::AtomicXor
        | Atomic::ImmAtomicXor
        | Atomic::AtomicIadd
        | Atomic::ImmAtomicIadd
        | Atomic::AtomicImax
        | Atomic::ImmAtomicImax
        | Atomic::AtomicImin
        | Atomic::ImmAtomicImin
        | Atomic::AtomicUmax
        | Atomic::ImmAtomicUmax
        | Atomic::AtomicUmin
        | Atomic::ImmAtomicUmin => true,
        Atomic::ImmAtomicExch
        | Atomic::AtomicCmpStore
        | Atomic::ImmAtomicCmpExch
        | Atomic::ImmAtomicAlloc
        | Atomic::ImmAtomicConsume => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_bit_tells_signed_from_unsigned() {
        let [least, greatest] = [0x8000_0000, 0x7fff_ffff];
        assert_eq!(changed(Atomic::AtomicImax, least, greatest, 0), greatest);
        assert_eq!(changed(Atomic::AtomicUmax, least, greatest, 0), least);
        assert_eq!(changed(Atomic::AtomicImin, least, greatest, 0), least);
        assert_eq!(changed(Atomic::AtomicUmin, least, greatest, 0), greatest);
        assert_eq!(changed(Atomic::AtomicIadd, u32::MAX, 2, 0), 1);
        assert_eq!(changed(Atomic::ImmAtomicCmpExch, 7, 7, 9), 9);
        assert_eq!(changed(Atomic::ImmAtomicCmpExch, 7, 8, 9), 7);
    }
}
