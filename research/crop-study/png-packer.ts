import type { Gray } from '@hengjuan/omr'
import { crc32 } from 'node:zlib'

/** Packs grey into a PNG of few bits a pixel, rows unfiltered: what lines and paper compress best with. */
export function packGreyPng(
  { data, width, height }: Gray,
  bits: 2 | 4,
  deflate: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const each = 8 / bits
  const stride = 1 + Math.ceil(width / each)
  const most = (1 << bits) - 1
  const rows = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const level = Math.round((data[y * width + x]! * most) / 255)
      const shift = 8 - bits * ((x % each) + 1)
      rows[y * stride + 1 + Math.floor(x / each)]! |= level << shift
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bits
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflate(rows)),
    chunk('IEND', new Uint8Array(0)),
  ])
}

function chunk(name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
