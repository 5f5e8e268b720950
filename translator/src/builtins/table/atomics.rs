//! Rows of the atomic operations. Each is one indivisible step, and WGSL takes the address of its place.

macro_rules! atomics {
    ([$next:ident $($rest:ident)*] $($done:tt)*) => { $next! { [$($rest)*] $($done)* Atomics {

AtomicAdd "atomicAdd" (location: AtomicLocation, value: SameInt) -> SameInt,
    ["atomicAdd(&$0, $1)", Refusal::NoAtomics] { stages: Stages::FragmentOrCompute }
    "adds the value modulo 2^32 and gives the old one";
AtomicAnd "atomicAnd" (location: AtomicLocation, value: SameInt) -> SameInt,
    ["atomicAnd(&$0, $1)", Refusal::NoAtomics] { stages: Stages::FragmentOrCompute }
    "keeps the bits that the value has too and gives the old ones";
AtomicCompareExchangeWeak "atomicCompareExchangeWeak" (
        location: AtomicLocation, compare: SameInt, value: SameInt
    ) -> CompareExchange,
    ["atomicCompareExchangeWeak(&$0, $1, $2)", Refusal::NoAtomics] { stages: Stages::FragmentOrCompute }
    "stores the value if the old one equals the comparand, and gives the old one and whether it stored; a GPU may \
        fail for no reason";
AtomicExchange "atomicExchange" (location: AtomicLocation, value: SameInt) -> SameInt,
    ["atomicExchange(&$0, $1)", Refusal::NoAtomics] { stages: Stages::FragmentOrCompute }
    "stores the value and gives the old one";
AtomicLoad "atomicLoad" (location: AtomicLocation) -> SameInt,
    ["atomicLoad(&$0)", Refusal::NoAtomics] { stages: Stages::FragmentOrCompute }
    "gives the value";
AtomicMax "atomicMax" (location: AtomicLocation, value: SameInt) -> SameInt,
    ["atomicMax(&$0, $1)", Refusal::NoAtomics] { stages: Stages::FragmentOrCompute }
    "keeps the greater, as the type of the place orders them, and gives the old value";
AtomicMin "atomicMin" (location: AtomicLocation, value: SameInt) -> SameInt,
    ["atomicMin(&$0, $1)", Refusal::NoAtomics] { stages: Stages::FragmentOrCompute }
    "keeps the lesser, as the type of the place orders them, and gives the old value";
AtomicOr "atomicOr" (location: AtomicLocation, value: SameInt) -> SameInt,
    ["atomicOr(&$0, $1)", Refusal::NoAtomics] { stages: Stages::FragmentOrCompute }
    "sets the bits of the value and gives the old ones";
AtomicStore "atomicStore" (location: AtomicLocation, value: SameInt) -> Void,
    ["atomicStore(&$0, $1)", Refusal::NoAtomics] { stages: Stages::FragmentOrCompute }
    "stores the value";
AtomicSub "atomicSub" (location: AtomicLocation, value: SameInt) -> SameInt,
    ["atomicSub(&$0, $1)", Refusal::NoAtomics] { stages: Stages::FragmentOrCompute }
    "subtracts the value modulo 2^32 and gives the old one";
AtomicXor "atomicXor" (location: AtomicLocation, value: SameInt) -> SameInt,
    ["atomicXor(&$0, $1)", Refusal::NoAtomics] { stages: Stages::FragmentOrCompute }
    "flips the bits of the value and gives the old ones";

    } } };
}
pub(super) use atomics;
