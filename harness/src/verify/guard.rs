//! Catches a panic and says where it was, so that of thousands of translations one does not take the others with it.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// Whether this thread is inside of [`catch`].
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// What the last panic of this thread said.
    static SAID: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work`; a panic becomes a message with its place in the source. Not to be nested.
///
/// # Errors
/// The message of the panic.
pub(super) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    listen();
    GUARDED.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(false);
    result.map_err(|_| SAID.take().unwrap_or_default())
}

/// Keeps panics of guarded threads off the standard error; those of other threads are reported as before.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| if GUARDED.get() { SAID.set(Some(message(info))) } else { before(info) }));
    });
}

fn message(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let said = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref().map(String::as_str));
    let said = said.unwrap_or("no message");
    match info.location() {
        Some(place) => format!("{said} ({place})"),
        None => said.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_message_with_its_place() {
        assert_eq!(catch(|| 3), Ok(3));
        let message = catch(|| panic!("number {}", 7)).unwrap_err();
        assert!(message.starts_with("number 7 (") && message.contains("guard.rs:"), "{message}");
        assert_eq!(catch(|| 3), Ok(3));
    }
}
