import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive, piece by piece. */
export interface ZipEntry {
  path: string
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>
}

const UTF8_NAMES = 0x0800
/** Sizes follow the content: nobody has to know them before it is written. */
const SIZES_BEHIND = 0x0008
const DEFLATED = 8

/**
 * A zip archive of deflated files, in pieces as they are made: no file of it is ever in memory as a whole. Dated
 * 1 January 1980, so that the same files give the same archive.
 */
export async function* zipPieces(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { path, pieces } of entries) {
    const name = Buffer.from(path)
    const start = offset
    const head = commonHead(name)
    yield* counted([Buffer.from('PK\u0003\u0004', 'latin1'), head, name])
    const sum = { crc: 0, size: 0, packed: 0 }
    const deflated = Readable.from(summed(pieces, sum)).pipe(
      createDeflateRaw({ level: 1, chunkSize: 1 << 16 }),
    )
    for await (const piece of deflated as AsyncIterable<Buffer>) {
      sum.packed += piece.length
      yield* counted([piece])
    }
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(sum.crc, 0)
    sizes.writeUInt32LE(sum.packed, 4)
    sizes.writeUInt32LE(sum.size, 8)
    yield* counted([Buffer.from('PK\u0007\u0008', 'latin1'), sizes])
    // The head that was handed out is written as it was.
    const line = Buffer.from(head)
    sizes.copy(line, 10)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(start, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), line, tail, name)
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(directory.length / 4, 8)
  end.writeUInt16LE(directory.length / 4, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  yield* [listing, end]

  function* counted(buffers: Buffer[]): Generator<Buffer> {
    for (const buffer of buffers) {
      offset += buffer.length
      yield buffer
    }
  }
}

/** What the head of a file and its line in the directory share. */
function commonHead(name: Buffer): Buffer {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(UTF8_NAMES | SIZES_BEHIND, 2)
  head.writeUInt16LE(DEFLATED, 4)
  head.writeUInt16LE(0x0021, 8)
  head.writeUInt16LE(name.length, 22)
  return head
}

async function* summed(
  pieces: ZipEntry['pieces'],
  sum: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    sum.crc = crc32(piece, sum.crc)
    sum.size += piece.length
    yield piece
  }
}
