import { inflateRawSync } from 'node:zlib'
import { AppError } from '@hengjuan/domain'

const MAX_ENTRIES = 200
const MAX_UNPACKED_BYTES = 200 * 2 ** 20
/** A sheet of text shrinks about tenfold; a bomb a thousandfold. */
const MAX_RATIO = 100

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const END_SIZE = 22
const LONGEST_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8

interface ZipEntry {
  method: number
  packed: number
  unpacked: number
  /** Where the entry's local header begins. */
  offset: number
}

/**
 * Refuses a zip file that would unpack to more than it may, before anything unpacks it.
 *
 * Reads the directory first (200 entries, 200 MB and 100 times the packed size at most), then
 * inflates each entry into no more than it declares, because a directory can lie.
 *
 * @throws AppError IMPORT_FILE_INVALID
 * @source docs on data handling: zip and spreadsheet bombs
 */
export function assertHarmlessZip(bytes: Buffer): void {
  const entries = directoryOf(bytes)
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  const harmless =
    entries.length > 0 &&
    unpacked <= MAX_UNPACKED_BYTES &&
    entries.every(({ packed, unpacked: size }) => size <= MAX_RATIO * Math.max(packed, 1024))
  if (!harmless) throw new AppError('IMPORT_FILE_INVALID')
  for (const entry of entries) assertAsDeclared(bytes, entry)
}

function directoryOf(bytes: Buffer): ZipEntry[] {
  const end = endOfDirectory(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw new AppError('IMPORT_FILE_INVALID')
  const entries: ZipEntry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY)
      throw new AppError('IMPORT_FILE_INVALID')
    entries.push({
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    at +=
      46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function endOfDirectory(bytes: Buffer): number {
  const earliest = Math.max(0, bytes.length - END_SIZE - LONGEST_COMMENT)
  for (let at = bytes.length - END_SIZE; at >= earliest; at--)
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at
  throw new AppError('IMPORT_FILE_INVALID')
}

function assertAsDeclared(bytes: Buffer, entry: ZipEntry): void {
  const { offset, packed, unpacked, method } = entry
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_HEADER)
    throw new AppError('IMPORT_FILE_INVALID')
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const data = bytes.subarray(start, start + packed)
  if (method === STORED && packed === unpacked) return
  if (method !== DEFLATED) throw new AppError('IMPORT_FILE_INVALID')
  try {
    const actual = inflateRawSync(data, { maxOutputLength: Math.max(unpacked, 1) }).length
    if (actual !== unpacked) throw new AppError('IMPORT_FILE_INVALID')
  } catch (cause) {
    throw new AppError('IMPORT_FILE_INVALID').withCause(cause)
  }
}
