export type PictureFormat = 'jpeg' | 'png' | 'tiff' | 'webp'

/** Tells the format from the first bytes, never from the file's name. */
export function pictureFormat(bytes: Uint8Array): PictureFormat | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])) return 'png'
  if (startsWith(bytes, [0x49, 0x49, 0x2a, 0x00])) return 'tiff'
  if (startsWith(bytes, [0x4d, 0x4d, 0x00, 0x2a])) return 'tiff'
  const riff = startsWith(bytes, [0x52, 0x49, 0x46, 0x46])
  if (riff && bytes[8] === 0x57 && bytes[9] === 0x45 && bytes[10] === 0x42) return 'webp'
  return null
}

function startsWith(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte)
}

export interface JpegHeader {
  width: number
  height: number
  /** Colour planes: 1 grey, 3 colour, 4 CMYK. */
  components: number
  /** Exif orientation, 1 upright to 8. */
  orientation: number
  /** Bits of a sample; 8 in baseline files. */
  precision: number
}

/** Reads size, planes and orientation without decoding; null when the header is damaged. */
export function readJpegHeader(bytes: Uint8Array): JpegHeader | null {
  let at = 2
  let orientation = 1
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2
      continue
    }
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!
    if (isStartOfFrame(marker)) {
      if (at + 10 > bytes.length) return null
      return {
        precision: bytes[at + 4]!,
        height: (bytes[at + 5]! << 8) | bytes[at + 6]!,
        width: (bytes[at + 7]! << 8) | bytes[at + 8]!,
        components: bytes[at + 9]!,
        orientation,
      }
    }
    if (marker === 0xe1) orientation = exifOrientation(bytes, at + 4, length - 2) ?? orientation
    if (marker === 0xda || length < 2) return null
    at += 2 + length
  }
  return null
}

const isStartOfFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function exifOrientation(bytes: Uint8Array, start: number, length: number): number | null {
  const end = Math.min(bytes.length, start + length)
  const magic = [0x45, 0x78, 0x69, 0x66, 0, 0]
  if (end - start < 14 || !magic.every((byte, i) => bytes[start + i] === byte)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset + start + 6, end - start - 6)
  const little = view.getUint16(0) === 0x4949
  const directory = view.getUint32(4, little)
  if (directory + 2 > view.byteLength) return null
  const entries = view.getUint16(directory, little)
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + i * 12
    if (entry + 12 > view.byteLength) return null
    if (view.getUint16(entry, little) === 0x0112) {
      const value = view.getUint16(entry + 8, little)
      return value >= 1 && value <= 8 ? value : null
    }
  }
  return null
}
