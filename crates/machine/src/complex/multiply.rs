//! Products of complex numbers: C11 annex G.5.1, where an infinite factor makes the product infinite.

/// `(a + bi) * (c + di)`, each step rounded.
pub(super) fn multiply([a, b, c, d]: [f64; 4], round: fn(f64) -> f64) -> (f64, f64) {
    let product = |p: f64, q: f64| round(p * q);
    let products = [product(a, c), product(b, d), product(a, d), product(b, c)];
    let (x, y) = (round(products[0] - products[1]), round(products[2] + products[3]));
    if !(x.is_nan() && y.is_nan()) {
        return (x, y);
    }
    let [mut a, mut b, mut c, mut d] = [a, b, c, d];
    let (left, right) = (a.is_infinite() || b.is_infinite(), c.is_infinite() || d.is_infinite());
    if left {
        [a, b] = [a, b].map(boxed);
        [c, d] = [c, d].map(without_nan);
    }
    if right {
        [a, b] = [a, b].map(without_nan);
        [c, d] = [c, d].map(boxed);
    }
    if !left && !right {
        if !products.iter().any(|p| p.is_infinite()) {
            return (x, y);
        }
        [a, b, c, d] = [a, b, c, d].map(without_nan);
    }
    let (x, y) = (round(product(a, c) - product(b, d)), round(product(a, d) + product(b, c)));
    (f64::INFINITY * x, f64::INFINITY * y)
}

/// An infinity as a number of its sign, all else as zero.
pub(super) fn boxed(part: f64) -> f64 {
    if part.is_infinite() { 1f64.copysign(part) } else { 0f64.copysign(part) }
}

fn without_nan(part: f64) -> f64 {
    if part.is_nan() { 0f64.copysign(part) } else { part }
}
