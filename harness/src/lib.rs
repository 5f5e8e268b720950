//! Proves translations: engines, interpreter, cases, verdicts.
