import { ScanError } from '../../protocol/scan-error.ts'
import type { RawPicture } from './raw-picture.ts'
import type { ReadAt } from './read-native.ts'

const TAG = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  meaning: 262,
  stripOffsets: 273,
  samples: 277,
  stripBytes: 279,
  planes: 284,
} as const
const ENTRY = 12
const SHORT = 3
const LONG = 4
/** More strips, and more bytes, than any scanned page has. */
const MOST = { values: 100_000, bytes: 2 ** 30 }

/**
 * Reads the first picture of a TIFF file in memory, uncompressed, as sources on Linux give it. The file
 * does not say how long it is: only what it points to is read.
 *
 * @throws ScanError UNSUPPORTED for what scanners do not give
 */
export function readTiff(read: ReadAt): RawPicture {
  const header = read(0, 8)
  const isLittle = header.toString('latin1', 0, 2) === 'II'
  if (!isLittle && header.toString('latin1', 0, 2) !== 'MM')
    throw new ScanError('IO_ERROR', 'no TIFF file')
  const short = (bytes: Buffer, at: number) =>
    isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
  const long = (bytes: Buffer, at: number) =>
    isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)

  const directory = long(header, 4)
  const entries = read(directory + 2, short(read(directory, 2), 0) * ENTRY)
  const values = new Map<number, number[]>()
  for (let at = 0; at < entries.length; at += ENTRY) {
    const type = short(entries, at + 2)
    const count = long(entries, at + 4)
    const size = type === SHORT ? 2 : 4
    if ((type !== SHORT && type !== LONG) || count > MOST.values) continue
    const bytes =
      count * size <= 4
        ? entries.subarray(at + 8, at + ENTRY)
        : read(long(entries, at + 8), count * size)
    const list = Array.from({ length: count }, (_, index) =>
      type === SHORT ? short(bytes, index * 2) : long(bytes, index * 4),
    )
    values.set(short(entries, at), list)
  }
  const one = (tag: number, standard: number) => values.get(tag)?.[0] ?? standard
  const [width, height] = [one(TAG.width, 0), one(TAG.height, 0)]
  const bitsPerPixel = one(TAG.bits, 1) * one(TAG.samples, 1)
  const rowBytes = Math.ceil((width * bitsPerPixel) / 8)
  const isPlain = one(TAG.compression, 1) === 1 && one(TAG.planes, 1) === 1
  if (!isPlain || width < 1 || height < 1 || one(TAG.meaning, 1) > 2)
    throw new ScanError('UNSUPPORTED', 'a TIFF file that is not plain')
  if (rowBytes * height > MOST.bytes) throw new ScanError('IO_ERROR', 'a picture without an end')
  const strips = (values.get(TAG.stripOffsets) ?? []).map((offset, index) =>
    read(offset, Math.min(values.get(TAG.stripBytes)?.[index] ?? 0, MOST.bytes)),
  )
  const pixels = Buffer.concat(strips)
  if (pixels.length < rowBytes * height)
    throw new ScanError('SHORT_PAGE', `${pixels.length} bytes of ${rowBytes * height}`, {
      sheetState: 'in-path',
    })
  return { width, height, bitsPerPixel, rowBytes, pixels, isInverted: one(TAG.meaning, 1) === 0 }
}
