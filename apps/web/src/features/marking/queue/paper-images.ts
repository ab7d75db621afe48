/** A signed image of the server. */
export interface Part {
  url: string
  hash: string
}

/** Space between two parts of an answer, in image pixels. */
const GAP = 12

interface SizedPart extends Part {
  width_px: number
  height_px: number
}

/** How the parts lie in the one image that is shown: size of all, and how far down each begins. */
export function layoutOf(parts: readonly Pick<SizedPart, 'width_px' | 'height_px'>[]) {
  const tops: number[] = []
  let height = -GAP
  for (const { height_px } of parts) {
    tops.push(height + GAP)
    height += GAP + height_px
  }
  return { width: Math.max(1, ...parts.map(({ width_px }) => width_px)), height, tops }
}
/** Papers whose images stay decoded, so that going back shows them at once. */
const KEPT = 24

/**
 * Fetches and decodes papers before they are needed. An answer that continues on another page becomes one
 * image, its parts under each other.
 */
export class PaperImages {
  #papers = new Map<string, Promise<string>>()

  /** Object address of the finished image. Rejects when a part could not be loaded. */
  load(parts: readonly Part[]): Promise<string> {
    const key = parts.map(({ hash }) => hash).join()
    const known = this.#papers.get(key)
    if (known) {
      // The order of use decides what is let go.
      this.#papers.delete(key)
      this.#papers.set(key, known)
      return known
    }
    const made = compose(parts)
    made.catch(() => this.#papers.delete(key))
    this.#papers.set(key, made)
    for (const [old, paper] of this.#papers) {
      if (this.#papers.size <= KEPT) break
      this.#papers.delete(old)
      void paper.then(
        (url) => URL.revokeObjectURL(url),
        () => undefined,
      )
    }
    return made
  }

  close(): void {
    for (const paper of this.#papers.values())
      void paper.then(
        (url) => URL.revokeObjectURL(url),
        () => undefined,
      )
    this.#papers.clear()
  }
}

async function compose(parts: readonly Part[]): Promise<string> {
  if (parts.length === 0) throw new Error('a paper without image')
  const blobs = await Promise.all(parts.map(({ url }) => fetchImage(url)))
  const bitmaps = await Promise.all(blobs.map((blob) => createImageBitmap(blob)))
  const [only] = blobs
  if (blobs.length === 1 && only) {
    bitmaps[0]?.close()
    return warm(only)
  }
  const width = Math.max(...bitmaps.map((bitmap) => bitmap.width))
  const height = bitmaps.reduce((sum, bitmap) => sum + bitmap.height + GAP, -GAP)
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = '#c9ced2'
  pen.fillRect(0, 0, width, height)
  let y = 0
  for (const bitmap of bitmaps) {
    pen.drawImage(bitmap, 0, y)
    y += bitmap.height + GAP
    bitmap.close()
  }
  return warm(await canvas.convertToBlob({ type: 'image/png' }))
}

/** An address whose pixels the browser has decoded once already. */
async function warm(blob: Blob): Promise<string> {
  const url = URL.createObjectURL(blob)
  const image = new Image()
  image.src = url
  await image.decode()
  return url
}

async function fetchImage(url: string): Promise<Blob> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`image ${response.status}`)
  return response.blob()
}
