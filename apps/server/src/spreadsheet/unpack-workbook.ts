import { inflateRawSync } from 'node:zlib'
import { TABLE_LIMITS, TableRefusal } from './table-limits.ts'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const END_SIZE = 22
const LONGEST_COMMENT = 65_535
const DEFLATED = 8

/** Parts that say nothing of cells stay packed, however large they claim to be: pictures, macros, embedded files. */
const LEFT_PACKED =
  /^(docprops\/thumbnail|customxml\/|xl\/(media|embeddings|drawings|charts|printersettings|activex|ctrlprops|slicer|pivot)|.*vbaproject)/i

interface Entry {
  name: string
  packed: number
  offset: number
}

/**
 * Unpacks the parts of a workbook that are read, together into no more than the limit. What the zip's directory says of
 * sizes and methods is not believed: the bytes that come out are counted as they come out.
 *
 * @throws TableRefusal
 */
export function unpackWorkbook(bytes: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>()
  let left: number = TABLE_LIMITS.unpackedBytes
  let cells = 0
  for (const entry of directoryOf(bytes)) {
    if (LEFT_PACKED.test(entry.name)) continue
    const part = unpacked(bytes, entry, left)
    left -= part.length
    if (left <= 0) throw tooLarge()
    if (/^xl\/worksheets\/[^/]*\.xml$/i.test(entry.name)) cells += cellsIn(part)
    if (cells > TABLE_LIMITS.cells)
      throw new TableRefusal(
        `表格的单元格超过 ${TABLE_LIMITS.cells / 10_000} 万个，请删去多余的行列，或分几个文件导入`,
      )
    parts.set(entry.name, part)
  }
  return parts
}

const tooLarge = () => new TableRefusal('表格解压后太大，请只保留要导入的工作表和列，另存后再选择')

const broken = () => new TableRefusal('表格文件已损坏，请在 Excel 或 WPS 中打开并另存后再选择')

function directoryOf(bytes: Buffer): Entry[] {
  const end = endOfDirectory(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > TABLE_LIMITS.zipEntries) throw broken()
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw broken()
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/'),
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function endOfDirectory(bytes: Buffer): number {
  const earliest = Math.max(0, bytes.length - END_SIZE - LONGEST_COMMENT)
  for (let at = bytes.length - END_SIZE; at >= earliest; at--)
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at
  throw broken()
}

function unpacked(bytes: Buffer, { offset, packed }: Entry, left: number): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_HEADER) throw broken()
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const data = bytes.subarray(start, start + packed)
  // The method stands beside the data; a directory that names another one hides what will come out.
  if (bytes.readUInt16LE(offset + 8) !== DEFLATED) return data
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(left, 1) })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw broken()
  }
}

const OPEN = Buffer.from('<c ')

/** Cells of a sheet, counted before anything is made of them. */
function cellsIn(part: Buffer): number {
  let count = 0
  for (let at = part.indexOf(OPEN); at >= 0; at = part.indexOf(OPEN, at + OPEN.length)) count += 1
  return count
}
