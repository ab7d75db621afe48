/** More directories than this are a loop or a forgery, not a stack of sheets. */
const mostPages = 5000
const newSubfileType = 254
const reducedResolution = 1

/**
 * Which directories of a TIFF are pages: thumbnails that some scanners add are left out.
 *
 * @returns indices in the file's chain, at least one; [0] where the chain is damaged, so that decoding
 *   says what is wrong
 */
export function tiffPages(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < 8) return [0]
  const little = view.getUint16(0) === 0x4949
  const seen = new Set<number>()
  const pages: number[] = []
  let at = view.getUint32(4, little)
  while (at !== 0 && seen.size < mostPages && !seen.has(at)) {
    if (at + 2 > view.byteLength) break
    const entries = view.getUint16(at, little)
    const end = at + 2 + entries * 12
    if (end + 4 > view.byteLength) break
    if (!isThumbnail(view, at, entries, little)) pages.push(seen.size)
    seen.add(at)
    at = view.getUint32(end, little)
  }
  return pages.length > 0 ? pages : [0]
}

function isThumbnail(view: DataView, at: number, entries: number, little: boolean): boolean {
  for (let i = 0; i < entries; i++) {
    const entry = at + 2 + i * 12
    if (view.getUint16(entry, little) !== newSubfileType) continue
    return (view.getUint32(entry + 8, little) & reducedResolution) !== 0
  }
  return false
}
