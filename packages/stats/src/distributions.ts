/** Lanczos coefficients for g = 7, nine terms: 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
]

function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const z = x - 1
  const t = z + 7.5
  let sum = LANCZOS[0]!
  for (let term = 1; term < LANCZOS.length; term++) sum += LANCZOS[term]! / (z + term)
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum)
}

/**
 * Regularised incomplete beta: the chance that a Beta(a, b) is at most x.
 *
 * @param a above 0
 * @param b above 0
 */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  )
  // The fraction converges quickly on this side of the mean; the other side is its mirror.
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b
}

/** Continued fraction by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  const away = (value: number) => (Math.abs(value) < tiny ? tiny : value)
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m <= 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    const change = d * c
    fraction *= change
    if (Math.abs(change - 1) < 1e-15) break
  }
  return fraction
}

/** The x that a Beta(a, b) is at most with this chance; by halving, which never misses. */
export function betaQuantile(chance: number, a: number, b: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (betaCdf(middle, a, b) < chance) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The chance that a standard normal is at most z. */
export const normalCdf = (z: number): number => (z > 0 ? 1 - upperTail(z) : upperTail(-z))

/** How likely a difference of z standard errors, in either direction, is by chance. */
export const twoSidedP = (z: number): number => 2 * upperTail(Math.abs(z))

/** The chance that a standard normal is above z ≥ 0: half of a regularised upper incomplete gamma of ½. */
function upperTail(z: number): number {
  const x = (z * z) / 2
  if (x < 1.5) return 0.5 - gammaSeries(x) / 2
  return gammaFraction(x) / 2
}

/** Lower regularised gamma of ½ for small x. */
function gammaSeries(x: number): number {
  if (x === 0) return 0
  let term = 2
  let sum = term
  for (let n = 1; n < 200; n++) {
    term *= x / (0.5 + n)
    sum += term
    if (term < sum * 1e-17) break
  }
  return (sum * Math.exp(-x) * Math.sqrt(x)) / Math.sqrt(Math.PI)
}

/** Upper regularised gamma of ½ for larger x. */
function gammaFraction(x: number): number {
  const tiny = 1e-300
  let b = x + 0.5
  let c = 1 / tiny
  let d = 1 / b
  let fraction = d
  for (let n = 1; n < 500; n++) {
    const factor = -n * (n - 0.5)
    b += 2
    d = 1 / (factor * d + b)
    c = b + factor / c
    const change = d * c
    fraction *= change
    if (Math.abs(change - 1) < 1e-16) break
  }
  return (fraction * Math.exp(-x) * Math.sqrt(x)) / Math.sqrt(Math.PI)
}
