//! Durations and sizes as people write them: `40s`, `5m`, `4GB`.

use std::time::Duration;

pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text, "a number with a unit: 40s, 5m, 1h")?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" | "" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("unknown unit {unit:?}: ms, s, m or h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Bytes; `GB` is a thousand million, as for BenchExec.
pub fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text, "a number with a unit: 500MB, 4GB")?;
    let factor = match unit {
        "" | "B" => 1.0,
        "kB" | "KB" | "K" => 1e3,
        "MB" | "M" => 1e6,
        "GB" | "G" => 1e9,
        "TB" | "T" => 1e12,
        "KiB" => 1024.0,
        "MiB" => 1024.0 * 1024.0,
        "GiB" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(format!("unknown unit {unit:?}: kB, MB, GB, TB, KiB, MiB or GiB")),
    };
    Ok((number * factor) as u64)
}

/// A limit of memory. So few bytes that nothing fits in are a unit that was left out.
pub fn memory(text: &str) -> Result<u64, String> {
    let bytes = size(text)?;
    if bytes < 1_000_000 {
        let number = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        return Err(format!("{bytes} bytes are too few for any check: {number}GB or {number}MB?"));
    }
    Ok(bytes)
}

/// A size in three digits or so.
pub fn short_size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes / 1000),
        1_000_000..1_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

/// A number of things.
pub fn count(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a whole number, 0 or more".to_string())
}

pub fn positive(text: &str) -> Result<u64, String> {
    count(text).ok().filter(|&number| number > 0).ok_or("expected a whole number, 1 or more".to_string())
}

/// As many as any machine has use for; each takes memory of its own.
const WORKERS: usize = 1024;

pub fn workers(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=WORKERS).contains(number));
    number.ok_or(format!("expected a whole number from 1 to {WORKERS}"))
}

/// Names that are told where there may be many.
const NAMES: usize = 5;

/// The first of these names, and how many more there are.
pub fn some_names(names: impl IntoIterator<Item = impl AsRef<str>>) -> Option<String> {
    let names: Vec<_> = names.into_iter().collect();
    let more = match names.len().saturating_sub(NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let first: Vec<&str> = names.iter().take(NAMES).map(AsRef::as_ref).collect();
    (!first.is_empty()).then(|| first.join(", ") + &more)
}

/// A number and what it counts.
pub fn counted(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

fn split<'a>(text: &'a str, expected: &str) -> Result<(f64, &'a str), String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number = number.parse().map_err(|_| format!("expected {expected}"))?;
    Ok((number, unit.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_sizes() {
        assert_eq!(duration("40s"), Ok(Duration::from_secs(40)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert!(duration("s").is_err() && duration("4x").is_err() && duration("-1s").is_err());
        assert_eq!(size("4GB"), Ok(4_000_000_000));
        assert_eq!(size("1 MiB"), Ok(1 << 20));
        assert_eq!(size("500"), Ok(500));
        assert!(size("GB").is_err() && size("4XB").is_err());
        assert_eq!((memory("300MB"), memory("4000000")), (Ok(300_000_000), Ok(4_000_000)));
        assert_eq!(memory("4"), Err("4 bytes are too few for any check: 4GB or 4MB?".to_string()));
        assert_eq!(memory("20kB"), Err("20000 bytes are too few for any check: 20GB or 20MB?".to_string()));
        assert_eq!(short_size(4_200_000_000), "4.2 GB");
        assert_eq!((count("0"), positive("1")), (Ok(0), Ok(1)));
        assert!(count("-1").is_err() && count("x").is_err() && positive("0").is_err());
        assert_eq!(
            [counted(1, "state"), counted(2, "state"), counted(0, "state")],
            ["1 state", "2 states", "0 states"]
        );
    }
}
