import type { Gray } from '../kernels/gray.ts'
import { PageMemory, pageMemoryOf } from '../kernels/page-memory.ts'
import type { Address } from '../kernels/wasm/kernel-exports.ts'
import type { HuffmanTable } from './jpeg-huffman.ts'
import { acTable, dcTable } from './jpeg-huffman.ts'
import { quantizationSteps, writeEncoderTables, zigzag } from './jpeg-tables.ts'

/** Where a picture lies and where its file may be written. */
interface EncoderRoom {
  memory: PageMemory
  at: Address
  out: Address
  end: Address
}

/** The format holds no longer edge. */
const longestEdge = 65_535

/**
 * Encodes grey as a baseline JPEG.
 *
 * @param quality 1 to 100 on the scale of libjpeg; above 95 files grow, but are hardly more exact
 * @throws RangeError for a picture that is empty or longer than the format allows
 */
export function encodeGray(gray: Gray, quality: number): Uint8Array {
  const longest = Math.max(gray.width, gray.height)
  if (!(Math.min(gray.width, gray.height) > 0 && longest <= longestEdge)) {
    throw new RangeError(`no JPEG has ${gray.width} x ${gray.height} pixels`)
  }
  const memory = pageMemoryOf(gray)
  if (gray.data.length < gray.width * gray.height) throw new Error('this picture is no longer held')
  const rest = memory?.rest()
  const beside = memory &&
    rest && { memory, at: gray.data.byteOffset, out: rest.at, end: rest.at + rest.size }
  const jpeg = (beside && encodeIn(beside, gray, quality)) ?? encodeIn(ownRoom(gray), gray, quality)
  if (!jpeg) throw new RangeError('a JPEG larger than any')
  return jpeg
}

/** For pictures that lie elsewhere, and such as leave no room where they lie. */
let own: PageMemory | null = null

function ownRoom({ data, width, height }: Gray): EncoderRoom {
  const size = width * height
  own ??= new PageMemory()
  // So much leaves room behind for all bytes that blocks can take.
  own.hold(3 * size).set(data.subarray(0, size))
  const at = own.workEnd
  return { memory: own, at, out: at + size, end: own.bytes.length }
}

/** The quality whose tables lie in a memory. */
const tablesOf = new WeakMap<PageMemory, number>()
/** The file up to its blocks, of the quality used last. */
let known: { quality: number; header: Uint8Array } | null = null

/** Null where there is not room enough. */
function encodeIn(
  { memory, at, out, end }: EncoderRoom,
  { width, height }: Gray,
  quality: number,
): Uint8Array | null {
  if (tablesOf.get(memory) !== quality) {
    writeEncoderTables(memory.bytes.subarray(memory.tables), quality)
    tablesOf.set(memory, quality)
  }
  if (known?.quality !== quality) known = { quality, header: fileHeader(quality) }
  const { header } = known
  if (out + header.length + 2 > end) return null
  const { bytes, kernels } = memory
  bytes.set(header, out)
  bytes.set([height >> 8, height & 255, width >> 8, width & 255], out + sizeAt)
  const blocks = out + header.length
  const last = kernels.encodeBlocks(at, width, height, memory.tables, blocks, end - 2)
  if (last === 0) return null
  bytes.set([0xff, 0xd9], last)
  return bytes.slice(out, last + 2)
}

const segment = (marker: number, content: readonly number[]) => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 255,
  ...content,
]
const codeTable = (kind: number, { counts, symbols }: HuffmanTable) => [kind, ...counts, ...symbols]

/** Behind start, file kind and steps, in the frame behind its depth: where height and width stand. */
const sizeAt = 2 + 18 + 69 + 5

/** Everything before the blocks; the picture's size is still to be filled in. */
function fileHeader(quality: number): Uint8Array {
  const steps = quantizationSteps(quality)
  return Uint8Array.from([
    0xff,
    0xd8,
    // JFIF 1.1, square pixels, no thumbnail.
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...zigzag.map((from) => steps[from]!)]),
    // Baseline, eight bits, one component.
    ...segment(0xc0, [8, 0, 0, 0, 0, 1, 1, 0x11, 0]),
    ...segment(0xc4, [...codeTable(0x00, dcTable), ...codeTable(0x10, acTable)]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
  ])
}
