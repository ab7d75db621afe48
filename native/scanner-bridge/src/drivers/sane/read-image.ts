import { type PnmKind, pnmHeader, pnmRowBytes } from '../../picture/pnm.ts'
import { ScanError } from '../../protocol/scan-error.ts'
import type { ScannedImage } from '../driver.ts'
import {
  SANE_EOF,
  SANE_GOOD,
  type SaneHandle,
  type SaneLibrary,
  type SaneParameters,
  saneError,
} from './sane-library.ts'

const CHUNK = 2 ** 18
const GRAY = 0
const RGB = 1
const RED = 2

/**
 * Reads the image that `sane_start` has begun, in one frame or in three, and checks that it is as long
 * as was announced: a short page ends like a whole one, with EOF.
 *
 * @throws ScanError SHORT_PAGE, or what the driver says
 */
export async function readImage(
  sane: SaneLibrary,
  handle: SaneHandle,
  dpi: number,
  onRows: (rows: number) => void,
): Promise<ScannedImage> {
  const planes: Buffer[] = []
  for (;;) {
    const { status, parameters } = await sane.parameters(handle)
    if (status !== SANE_GOOD) throw saneError('sane_get_parameters', status)
    const frame = await readFrame(sane, handle, parameters, onRows)
    if (parameters.format <= RGB) return imageOf(frame, parameters, dpi)
    planes[parameters.format - RED] = frame
    if (parameters.depth !== 8)
      throw new ScanError('UNSUPPORTED', `${parameters.depth} bits a sample in three passes`)
    if (parameters.last_frame !== 0) return imageOf(interleave(planes), asRgb(parameters), dpi)
    const next = await sane.start(handle)
    if (next !== SANE_GOOD) throw saneError('sane_start', next)
  }
}

async function readFrame(
  sane: SaneLibrary,
  handle: SaneHandle,
  { lines, bytes_per_line }: SaneParameters,
  onRows: (rows: number) => void,
): Promise<Buffer> {
  const expected = lines > 0 ? lines * bytes_per_line : null
  // One byte more than expected, so that rows beyond the announced ones show.
  let buffer = Buffer.alloc(expected === null ? CHUNK : expected + 1)
  let filled = 0
  for (;;) {
    if (filled === buffer.length) {
      if (expected !== null) throw new ScanError('IO_ERROR', 'more rows than announced')
      buffer = Buffer.concat([buffer, Buffer.alloc(buffer.length)])
    }
    const { status, length } = await sane.read(
      handle,
      buffer.subarray(filled, Math.min(filled + CHUNK, buffer.length)),
    )
    if (status === SANE_EOF) break
    if (status !== SANE_GOOD) throw saneError('sane_read', status)
    filled += length
    onRows(Math.floor(filled / bytes_per_line))
  }
  const isWhole = expected === null ? filled % bytes_per_line === 0 : filled === expected
  if (!isWhole || filled === 0)
    throw new ScanError('SHORT_PAGE', `${filled} bytes of ${expected ?? 'whole rows'}`, {
      sheetState: 'in-path',
    })
  return buffer.subarray(0, filled)
}

/** Raw pixels: 1 bit or 8 bits a sample; 16 bits are cut to their upper 8. */
function imageOf(frame: Buffer, parameters: SaneParameters, dpi: number): ScannedImage {
  const { format, depth, pixels_per_line: width, bytes_per_line } = parameters
  if (depth !== 1 && depth !== 8 && depth !== 16)
    throw new ScanError('UNSUPPORTED', `${depth} bits a sample`)
  if (depth === 1 && format !== GRAY) throw new ScanError('UNSUPPORTED', 'colour of 1 bit')
  const kind: PnmKind = depth === 1 ? 'P4' : format === GRAY ? 'P5' : 'P6'
  const height = frame.length / bytes_per_line
  const bytes = depth === 16 ? upperHalves(frame) : frame
  const rowBytes = pnmRowBytes(kind, width)
  const given = depth === 16 ? bytes_per_line / 2 : bytes_per_line
  const pixels = given === rowBytes ? [bytes] : rowsOf(bytes, height, given, rowBytes)
  return {
    format: 'pnm',
    content: [pnmHeader(kind, width, height, dpi), ...pixels],
    width,
    height,
    dpi,
  }
}

/** Rows without what a driver pads them with. */
const rowsOf = (bytes: Buffer, height: number, given: number, wanted: number): Buffer[] =>
  Array.from({ length: height }, (_, row) => bytes.subarray(row * given, row * given + wanted))

/** Samples come in the order of the machine, which is little-endian wherever we run. */
function upperHalves(frame: Buffer): Buffer {
  const half = Buffer.alloc(frame.length / 2)
  for (let at = 0; at < half.length; at++) half[at] = frame[at * 2 + 1] ?? 0
  return half
}

const asRgb = (parameters: SaneParameters): SaneParameters => ({
  ...parameters,
  format: RGB,
  bytes_per_line: parameters.bytes_per_line * 3,
})

/** Three passes of one colour each as one picture. */
function interleave(planes: readonly Buffer[]): Buffer {
  const [red, green, blue] = planes
  if (!red || !green || !blue || red.length !== green.length || red.length !== blue.length)
    throw new ScanError('SHORT_PAGE', 'the three colours differ in length')
  const mixed = Buffer.alloc(red.length * 3)
  for (let at = 0; at < red.length; at++) {
    mixed[at * 3] = red[at] ?? 0
    mixed[at * 3 + 1] = green[at] ?? 0
    mixed[at * 3 + 2] = blue[at] ?? 0
  }
  return mixed
}
