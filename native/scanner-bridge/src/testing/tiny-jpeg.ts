/**
 * A file with the structure of a JPEG: as much as a bridge looks at, which does not decode. `note` makes
 * each one different.
 */
export function tinyJpeg(
  note: string,
  size: { width: number; height: number } = { width: 8, height: 9 },
): Buffer {
  const comment = Buffer.from(note)
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(size.height, 5)
  frame.writeUInt16BE(size.width, 7)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, comment.length + 2]),
    comment,
    frame,
    Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]),
    Buffer.alloc(200, 0x55),
    Buffer.from([0xff, 0xd9]),
  ])
}
