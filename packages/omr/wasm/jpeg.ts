import { sumAt, transform } from './cosine'
import { mark, mostBehind, mostOfFlush } from './jpeg-bytes'

/** What `src/codec/jpeg-tables.ts` puts into the tables of an encoder; offsets in bytes. */
const sharesAt: usize = 0
const halvingsAt: usize = 128
const zigzagAt: usize = 256
const dcAt: usize = 320
const acAt: usize = 448
const dcShareAt: usize = 1472
/** Room of the kernel's own: a block's coefficients, pixels of blocks over the picture's edge, words. */
const blockAt: usize = 1536
const edgeAt: usize = 1664
const masksAt: usize = 1792
const wordsAt: usize = 18176

/** A code's length lies above its bits. */
const lengthShift: u32 = 27
const codeMask: u32 = (1 << 27) - 1

/**
 * Writes the compressed part of a baseline JPEG in grey: block rows from the top, each block's difference to
 * the mean of the one before and then its coefficients, filled up with ones to a whole byte.
 *
 * @param tables as `src/codec/jpeg-tables.ts` lays them out
 * @returns where the next byte would go, or 0 when there is no room
 */
export function encodeBlocks(
  pixels: usize,
  width: i32,
  height: i32,
  tables: usize,
  out: usize,
  end: usize,
): usize {
  const block = tables + blockAt
  const edge = tables + edgeAt
  const codes = tables + acAt
  const zigzag = tables + zigzagAt
  const words = tables + wordsAt
  const wordsEnd = words + mostOfFlush
  const endOfBlock = load<u32>(codes)
  const zeroRun = load<u32>(codes + (0xf0 << 2))
  const dcShare = load<f32>(tables, dcShareAt)
  // Bits gather here; whole words of 32 go to a small room, and from there into the file.
  let bits: u64 = 0
  let count: u32 = 0
  let word = words
  let before: i32 = 0
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      if (word > wordsEnd) {
        if (out + 2 * (word - words) + mostBehind > end) return 0
        out = mark(words, word, out)
        word = words
      }
      let from = pixels + top * width + left
      let stride = <usize>width
      if (left + 8 > width || top + 8 > height) {
        repeatEdge(from, width, min(8, width - left), min(8, height - top), edge)
        from = edge
        stride = 8
      }
      const two = stride << 1
      const rows01 = twoRows(from, stride)
      const rows23 = twoRows(from + two, stride)
      const rows45 = twoRows(from + 2 * two, stride)
      const rows67 = twoRows(from + 3 * two, stride)
      const first = i8x16.splat(load<u8>(from))
      const differs = v128.or(
        v128.or(v128.xor(rows01, first), v128.xor(rows23, first)),
        v128.or(v128.xor(rows45, first), v128.xor(rows67, first)),
      )
      // White paper has nothing but a mean.
      let sum = 64 * <i32>load<u8>(from)
      let mask: u64 = 0
      if (v128.any_true(differs)) {
        mask = transform(
          rows01,
          rows23,
          rows45,
          rows67,
          tables + sharesAt,
          tables + halvingsAt,
          tables + masksAt,
          block,
        )
        sum = load<u16>(block, sumAt)
      }
      const mean = <i32>nearest(<f32>(sum - 8192) * dcShare)
      const step = mean - before
      before = mean
      const stepSign = step >> 31
      const stepSize = 32 - <u32>clz((step ^ stepSign) - stepSign)
      const stepCode = load<u32>(tables + dcAt + (stepSize << 2))
      bits =
        (bits << (stepCode >> lengthShift)) |
        (stepCode & codeMask) |
        ((step + stepSign) & ((1 << stepSize) - 1))
      count += stepCode >> lengthShift
      store<u32>(word, <u32>(bits >> (count & 31)))
      word += (count >> 5) << 2
      count &= 31
      let last: u32 = 0
      while (mask !== 0) {
        const k = <u32>ctz(mask)
        mask &= mask - 1
        let zeros = k - last - 1
        last = k
        while (zeros > 15) {
          bits = (bits << (zeroRun >> lengthShift)) | (zeroRun & codeMask)
          count += zeroRun >> lengthShift
          store<u32>(word, <u32>(bits >> (count & 31)))
          word += (count >> 5) << 2
          count &= 31
          zeros -= 16
        }
        const value = <i32>load<i16>(block + load<u8>(zigzag + k))
        const sign = value >> 31
        const size = 32 - <u32>clz((value ^ sign) - sign)
        const code = load<u32>(codes + (((zeros << 4) | size) << 2))
        bits =
          (bits << (code >> lengthShift)) |
          (code & codeMask) |
          ((value + sign) & ((1 << size) - 1))
        count += code >> lengthShift
        // Without a question, whether a word is full or not: only a full one is kept.
        store<u32>(word, <u32>(bits >> (count & 31)))
        word += (count >> 5) << 2
        count &= 31
      }
      if (last !== 63) {
        bits = (bits << (endOfBlock >> lengthShift)) | (endOfBlock & codeMask)
        count += endOfBlock >> lengthShift
        store<u32>(word, <u32>(bits >> (count & 31)))
        word += (count >> 5) << 2
        count &= 31
      }
    }
  }
  if (out + 2 * (word - words) + mostBehind > end) return 0
  out = mark(words, word, out)
  bits = (bits << 7) | 127
  for (count += 7; count >= 8; count -= 8) {
    const byte = <u8>(bits >> (count - 8))
    store<u8>(out++, byte)
    if (byte === 255) store<u8>(out++, 0)
  }
  return out
}

// @ts-ignore: decorator
@inline
function twoRows(from: usize, stride: usize): v128 {
  return v128.load64_lane(from + stride, v128.load64_zero(from), 1)
}

/** A block that lies over the picture's edge, with its last pixels repeated. */
function repeatEdge(from: usize, stride: i32, columns: i32, rows: i32, to: usize): void {
  for (let y = 0; y < 8; y++) {
    const line = from + min(y, rows - 1) * stride
    for (let x = 0; x < 8; x++) store<u8>(to + y * 8 + x, load<u8>(line + min(x, columns - 1)))
  }
}
