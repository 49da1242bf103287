//! Binary floating numbers as exact decimal ones. Every finite double is a sum of powers of two, and so has a
//! finite decimal expansion, of at most 1075 places; it is computed in full and rounded where asked.

/// A number `0.d₁d₂d₃… · 10^point` with `d₁ ≠ 0`, or zero without digits. Digits are 0 to 9.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Decimal {
    pub digits: Vec<u8>,
    pub point: i64,
}

/// A natural number, its parts of nine decimal digits each, lowest first.
type Natural = Vec<u32>;
const PART: u64 = 1_000_000_000;

impl Decimal {
    /// The magnitude of a finite number, exactly.
    pub fn of(value: f64) -> Decimal {
        let bits = value.to_bits();
        let (exponent, fraction) = ((bits >> 52) & 0x7ff, bits & ((1 << 52) - 1));
        // value = mantissa · 2^power
        let (mantissa, power) = match exponent {
            0 => (fraction, -1074),
            _ => (fraction | 1 << 52, exponent as i32 - 1075),
        };
        if mantissa == 0 {
            return Decimal::default();
        }
        let mut natural: Natural = vec![(mantissa % PART) as u32, (mantissa / PART % PART) as u32];
        // Below zero: mantissa / 2^n = mantissa · 5^n / 10^n.
        let (factor, step, count) = if power >= 0 { (2u32, 29, power) } else { (5, 12, -power) };
        for _ in 0..count / step {
            multiply(&mut natural, factor.pow(step as u32));
        }
        multiply(&mut natural, factor.pow((count % step) as u32));
        let mut digits: Vec<u8> = natural
            .iter()
            .rev()
            .flat_map(|part| format!("{part:09}").into_bytes())
            .map(|b| b - b'0')
            .collect();
        let leading = digits.iter().take_while(|&&d| d == 0).count();
        digits.drain(..leading);
        let point = digits.len() as i64 + i64::from(power.min(0));
        let mut decimal = Decimal { digits, point };
        decimal.trim();
        decimal
    }

    /// Rounds to so many digits, to the even one if two are equally near. None or fewer than none round to
    /// zero, or up to the next power of ten.
    pub fn round(&mut self, count: i64) {
        if count >= self.digits.len() as i64 {
            return;
        }
        let Ok(kept) = usize::try_from(count) else {
            *self = Decimal::default();
            return;
        };
        let half = self.digits[kept].cmp(&5).then(if self.digits.len() > kept + 1 {
            std::cmp::Ordering::Greater
        } else {
            std::cmp::Ordering::Equal
        });
        let is_odd = kept > 0 && self.digits[kept - 1] % 2 == 1;
        let is_up = half.is_gt() || (half.is_eq() && is_odd);
        self.digits.truncate(kept);
        if is_up {
            while self.digits.last() == Some(&9) {
                self.digits.pop();
            }
            match self.digits.last_mut() {
                Some(last) => *last += 1,
                None => {
                    self.digits.push(1);
                    self.point += 1;
                }
            }
        }
        self.trim();
    }

    /// The digit at a place counted from the decimal point: 0 is the first one behind it, -1 the units.
    pub fn at(&self, place: i64) -> u8 {
        usize::try_from(place + self.point).ok().and_then(|i| self.digits.get(i)).copied().unwrap_or(0)
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    fn trim(&mut self) {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        if self.digits.is_empty() {
            self.point = 0;
        }
    }
}

fn multiply(natural: &mut Natural, factor: u32) {
    let mut carry = 0u64;
    for part in natural.iter_mut() {
        let product = u64::from(*part) * u64::from(factor) + carry;
        (*part, carry) = ((product % PART) as u32, product / PART);
    }
    if carry > 0 {
        natural.push(carry as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(decimal: &Decimal) -> String {
        let digits: String = decimal.digits.iter().map(|&d| char::from(b'0' + d)).collect();
        format!("0.{digits}e{}", decimal.point)
    }

    #[test]
    fn expansions_are_exact() {
        let check = |value: f64, expected: &str| assert_eq!(text(&Decimal::of(value)), expected, "{value}");
        check(0.0, "0.e0");
        check(1.0, "0.1e1");
        check(-0.5, "0.5e0");
        check(0.1, "0.1000000000000000055511151231257827021181583404541015625e0");
        check(1e23, "0.99999999999999991611392e23");
        check(2f64.powi(100), "0.1267650600228229401496703205376e31");
        // The last of the 751 digits of the least double is a 5; the largest is 2^1024 - 2^971.
        let least = Decimal::of(f64::from_bits(1));
        assert_eq!((least.digits.len(), least.digits[750], least.point), (751, 5, -323));
        assert_eq!(Decimal::of(f64::MAX).point, 309);
    }

    #[test]
    fn ties_go_to_the_even_digit() {
        let check = |value: f64, count: i64, expected: &str| {
            let mut decimal = Decimal::of(value);
            decimal.round(count);
            assert_eq!(text(&decimal), expected, "{value} to {count}");
        };
        check(0.5, 0, "0.e0");
        check(0.75, 0, "0.1e1");
        check(2.5, 1, "0.2e1");
        check(3.5, 1, "0.4e1");
        check(9.96, 2, "0.1e2");
        check(0.125, 2, "0.12e0");
        check(0.375, 2, "0.38e0");
        check(0.9, -1, "0.e0");
        check(123.0, 9, "0.123e3");
    }
}
