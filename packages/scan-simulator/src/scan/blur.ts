/**
 * Blurs by a bell curve, near enough: three passes of a moving mean along rows, then three along columns.
 *
 * @param sigma standard deviation in pixels; below 0.3 nothing happens
 */
export function blurGrey(
  grey: Uint8Array,
  width: number,
  height: number,
  sigma: number,
): Uint8Array {
  if (sigma < 0.3) return grey
  // A mean over n pixels has the variance (n² - 1) / 12; shares of two odd lengths meet sigma between.
  const wanted = Math.sqrt(1 + 4 * sigma * sigma)
  const short = Math.max(1, 2 * Math.floor((wanted - 1) / 2) + 1)
  const share = (wanted ** 2 - short ** 2) / ((short + 2) ** 2 - short ** 2)
  const weight = Math.round(share * 256)
  const a = grey.slice()
  const b = new Uint8Array(grey.length)
  for (let pass = 0; pass < 3; pass++) {
    meanRows(a, b, width, height, short, weight)
    meanColumns(b, a, width, height, short, weight)
  }
  return a
}

/** Mean of `short` pixels mixed with the mean of the next odd number, `weight` of 256 for the longer. */
function meanRows(
  from: Uint8Array,
  to: Uint8Array,
  width: number,
  height: number,
  short: number,
  weight: number,
): void {
  const reach = (short - 1) / 2
  const byShort = Math.round(((256 - weight) * 65536) / (256 * short))
  const byLong = Math.round((weight * 65536) / (256 * (short + 2)))
  const spare = reach + 1
  // A row with its ends drawn out, so that the loop need not ask where it is.
  const line = new Uint8Array(width + 2 * spare)
  for (let y = 0; y < height; y++) {
    const row = y * width
    line.set(from.subarray(row, row + width), spare)
    line.fill(from[row]!, 0, spare)
    line.fill(from[row + width - 1]!, spare + width)
    let sum = 0
    for (let at = 1; at <= short; at++) sum += line[at]!
    for (let x = 0; x < width; x++) {
      const next = line[x + short + 1]!
      const wide = sum + line[x]! + next
      to[row + x] = (sum * byShort + wide * byLong + 32768) >> 16
      sum += next - line[x + 1]!
    }
  }
}

function meanColumns(
  from: Uint8Array,
  to: Uint8Array,
  width: number,
  height: number,
  short: number,
  weight: number,
): void {
  const reach = (short - 1) / 2
  const byShort = Math.round(((256 - weight) * 65536) / (256 * short))
  const byLong = Math.round((weight * 65536) / (256 * (short + 2)))
  const sums = new Int32Array(width)
  for (let y = -reach; y <= reach; y++) {
    const row = clamp(y, height) * width
    for (let x = 0; x < width; x++) sums[x] = sums[x]! + from[row + x]!
  }
  for (let y = 0; y < height; y++) {
    const before = clamp(y - reach - 1, height) * width
    const first = clamp(y - reach, height) * width
    const after = clamp(y + reach + 1, height) * width
    const row = y * width
    for (let x = 0; x < width; x++) {
      const sum = sums[x]!
      const next = from[after + x]!
      const wide = sum + from[before + x]! + next
      to[row + x] = (sum * byShort + wide * byLong + 32768) >> 16
      sums[x] = sum + next - from[first + x]!
    }
  }
}

const clamp = (at: number, length: number) => (at < 0 ? 0 : at >= length ? length - 1 : at)
