//! The few library functions that test programs call.

use cfa::types::{Float, Scalar};

use crate::machine::{Argument, Machine, Stop};
use crate::value::{Value, convert};

impl Machine<'_> {
    /// Does what the C library does, and gives what it returns.
    pub fn library(&mut self, name: &str, arguments: &[Argument]) -> Result<Option<Value>, Stop> {
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let scalar = |i: usize| match arguments.get(i) {
            Some(Argument::Scalar(value, _)) => Ok(*value),
            _ => Err(Stop::Fault(format!("{name} lacks an argument"))),
        };
        let address = |i: usize| scalar(i).map(Value::address);
        let pointer = |address: u64| Ok(Some(Value::Int(address.into())));
        match name {
            "abort" => Err(Stop::Abort),
            "exit" | "_exit" => Err(Stop::Exit(scalar(0)?.int() as i32)),
            "link_error" => Err(Stop::Unmodelled("what an optimiser should have removed".into())),
            "out" => {
                let text = format!("{}\n", scalar(0)?.int() as i64);
                self.output.extend(text.bytes());
                Ok(None)
            }
            "malloc" | "alloca" => self.heap(address(0)?).map(Some),
            "calloc" => {
                let size = address(0)?.saturating_mul(address(1)?);
                let place = self.heap(size)?;
                self.memory.bytes_mut(place.address(), size)?.fill(0);
                Ok(Some(place))
            }
            "realloc" => {
                let (old, size) = (address(0)?, address(1)?);
                let place = self.heap(size)?;
                let kept = self.sizes.get(&old).copied().unwrap_or(0).min(size);
                let bytes = if kept > 0 { self.memory.bytes(old, kept)?.to_vec() } else { Vec::new() };
                self.memory.write(place.address(), &bytes)?;
                Ok(Some(place))
            }
            "free" => Ok(None),
            "memcpy" | "memmove" | "mempcpy" => {
                let bytes = self.memory.bytes(address(1)?, address(2)?)?.to_vec();
                self.memory.write(address(0)?, &bytes)?;
                pointer(address(0)? + if name == "mempcpy" { bytes.len() as u64 } else { 0 })
            }
            "memset" => {
                let byte = scalar(1)?.int() as u8;
                self.memory.bytes_mut(address(0)?, address(2)?)?.fill(byte);
                pointer(address(0)?)
            }
            "memcmp" => {
                let (a, b) = (self.memory.bytes(address(0)?, address(2)?)?, address(1)?);
                let order = a.cmp(self.memory.bytes(b, address(2)?)?);
                Ok(Some(Value::Int(order as i128)))
            }
            "strlen" => pointer(self.memory.text(address(0)?)?.len() as u64),
            "strcmp" => {
                let order = self.memory.text(address(0)?)?.cmp(&self.memory.text(address(1)?)?);
                Ok(Some(Value::Int(order as i128)))
            }
            "strncmp" => {
                let cut = |mut text: Vec<u8>, n: u64| {
                    text.truncate(n as usize);
                    text
                };
                let (a, b) = (self.memory.text(address(0)?)?, self.memory.text(address(1)?)?);
                Ok(Some(Value::Int(cut(a, address(2)?).cmp(&cut(b, address(2)?)) as i128)))
            }
            "strcpy" | "strcat" | "stpcpy" => {
                let mut text = self.memory.text(address(1)?)?;
                let skipped = if name == "strcat" { self.memory.text(address(0)?)?.len() as u64 } else { 0 };
                let end = address(0)? + text.len() as u64;
                text.push(0);
                self.memory.write(address(0)? + skipped, &text)?;
                pointer(if name == "stpcpy" { end } else { address(0)? })
            }
            "strncpy" => {
                let mut text = self.memory.text(address(1)?)?;
                text.resize(address(2)? as usize, 0);
                self.memory.write(address(0)?, &text)?;
                pointer(address(0)?)
            }
            "strchr" | "strrchr" => {
                let mut text = self.memory.text(address(0)?)?;
                text.push(0);
                let byte = scalar(1)?.int() as u8;
                let is_it = |it: &u8| *it == byte;
                let at =
                    if name == "strchr" { text.iter().position(is_it) } else { text.iter().rposition(is_it) };
                pointer(match at {
                    Some(at) => address(0)? + at as u64,
                    None => 0,
                })
            }
            "abs" => Ok(Some(Value::Int((scalar(0)?.int() as i32).wrapping_abs().into()))),
            "labs" | "llabs" | "imaxabs" => {
                Ok(Some(Value::Int((scalar(0)?.int() as i64).wrapping_abs().into())))
            }
            "fabs" | "fabsl" => Ok(Some(Value::Float(scalar(0)?.float().abs()))),
            "fabsf" => {
                Ok(Some(convert(Value::Float(scalar(0)?.float().abs()), Scalar::Float(Float::Single))))
            }
            "puts" => {
                let text = self.memory.text(address(0)?)?;
                self.output.extend(text);
                self.output.push(b'\n');
                Ok(Some(Value::Int(1)))
            }
            "putchar" => {
                self.output.push(scalar(0)?.int() as u8);
                Ok(Some(scalar(0)?))
            }
            "printf" => {
                let text = self.format(address(0)?, &arguments[1..])?;
                self.output.extend(&text);
                Ok(Some(Value::Int(text.len() as i128)))
            }
            "vprintf" => {
                let rest = self.rest_of_list(self.list_at(address(1)?)?);
                let text = self.format(address(0)?, &rest)?;
                self.output.extend(&text);
                Ok(Some(Value::Int(text.len() as i128)))
            }
            "sprintf" | "vsprintf" => {
                let rest = if name == "sprintf" {
                    arguments[2..].to_vec()
                } else {
                    self.rest_of_list(self.list_at(address(2)?)?)
                };
                let mut text = self.format(address(1)?, &rest)?;
                text.push(0);
                self.memory.write(address(0)?, &text)?;
                Ok(Some(Value::Int(text.len() as i128 - 1)))
            }
            _ => Err(Stop::Unmodelled(format!("the library function {name}"))),
        }
    }

    fn heap(&mut self, size: u64) -> Result<Value, Stop> {
        let place = self.memory.allocate(size, 16)?;
        self.sizes.insert(place, size);
        Ok(Value::Int(place.into()))
    }

    /// The conversions that test programs use, without flags other than a width padded by zeros or blanks.
    fn format(&self, format: u64, arguments: &[Argument]) -> Result<Vec<u8>, Stop> {
        let format = self.memory.text(format)?;
        let mut arguments = arguments.iter();
        let mut next = || match arguments.next() {
            Some(Argument::Scalar(value, _)) => Ok(*value),
            _ => Err(Stop::Fault("printf lacks an argument".into())),
        };
        let mut out = Vec::new();
        let mut at = 0;
        while at < format.len() {
            if format[at] != b'%' {
                out.push(format[at]);
                at += 1;
                continue;
            }
            at += 1;
            let start = at;
            while at < format.len() && (format[at].is_ascii_digit() || b"#.+- ".contains(&format[at])) {
                at += 1;
            }
            let flags = String::from_utf8_lossy(&format[start..at]).into_owned();
            let mut longs = 0;
            while at < format.len() && b"lhzjt".contains(&format[at]) {
                longs += if format[at] == b'h' { -1 } else { 1 };
                at += 1;
            }
            let Some(&kind) = format.get(at) else { break };
            at += 1;
            let cut = |value: i128, signed: bool| {
                let bits = [8, 16, 32, 64, 64][(longs + 2).clamp(0, 4) as usize];
                crate::value::wrap(value, Scalar::int(bits, signed))
            };
            let text = match kind {
                b'%' => "%".to_string(),
                b'd' | b'i' => cut(next()?.int(), true).to_string(),
                b'u' => cut(next()?.int(), false).to_string(),
                b'x' if flags.starts_with('#') => format!("{:#x}", cut(next()?.int(), false)),
                b'x' => format!("{:x}", cut(next()?.int(), false)),
                b'c' => {
                    out.push(next()?.int() as u8);
                    continue;
                }
                b's' => String::from_utf8_lossy(&self.memory.text(next()?.address())?).into_owned(),
                b'f' if flags.is_empty() => format!("{:.6}", next()?.float()),
                _ => return Err(Stop::Unmodelled(format!("printf %{flags}{}", kind as char))),
            };
            let width: usize = flags.trim_start_matches('0').parse().unwrap_or(0);
            let fill = if flags.starts_with('0') { '0' } else { ' ' };
            out.extend(std::iter::repeat_n(fill as u8, width.saturating_sub(text.len())));
            out.extend(text.bytes());
        }
        Ok(out)
    }
}
