//! Which platforms Evercheck runs on: for now, one.

use anyhow::{Result, bail};

/// Fails, in words for the user, on a platform Evercheck does not support.
pub fn check() -> Result<()> {
    check_support(std::env::consts::OS, std::env::consts::ARCH, is_supported())
}

/// The data models, the system headers and the layout of the C library's types are those of this platform.
const fn is_supported() -> bool {
    cfg!(all(target_os = "linux", target_arch = "x86_64"))
}

fn check_support(os: &str, arch: &str, is_supported: bool) -> Result<()> {
    if !is_supported {
        bail!(
            "Evercheck runs on Linux x86-64 only; this is {os} {arch}. A container or a virtual machine will do"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_both_platforms() {
        let message = check_support("macos", "aarch64", false).unwrap_err().to_string();
        assert!(message.contains("Linux x86-64 only") && message.contains("macos aarch64"), "{message}");
        assert!(check_support("linux", "x86_64", true).is_ok());
    }
}
