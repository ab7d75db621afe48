import type { PictureFormat } from './picture-format.ts'

/** Does the file's own structure say that its end is missing? Told without decoding; JPEG and PNG say it then. */
export function isCutOff(bytes: Uint8Array, format: PictureFormat): boolean {
  if (bytes.length < 12) return true
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (format === 'webp') return view.getUint32(4, true) + 8 > bytes.length
  if (format !== 'tiff') return false
  // Most programs write the directory behind the picture.
  return view.getUint32(4, view.getUint16(0) === 0x4949) + 2 > bytes.length
}
