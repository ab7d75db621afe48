import { type PartsArrangement, partsLayout, type Picture } from '@hengjuan/ui'
import { type Contrast, darken } from './darken.ts'
import { ImageQueue } from './image-queue.ts'
import { PictureAddresses, type Renew } from './picture-addresses.ts'
import { overBudget } from './picture-budget.ts'
import { fetchPicture } from './picture-file.ts'

/** A signed image of the server. */
export interface Part {
  url: string
  hash: string
}

/** Papers whose image files stay at hand, decoded or not. */
const KEPT_FILES = 24

interface PaperImagesListener {
  /** Hears how long each picture took to be made of its files, in milliseconds. */
  decoded?: (ms: number) => void
  /** A picture came on the screen for the first time. */
  painted?: () => void
  /** Asks where a picture is whose address has run out. */
  renew?: Renew
}

interface KeptPaper {
  /** What its files are, in whatever way they are shown. */
  hashes: string
  files: Promise<Blob[]>
  picture: Promise<Picture> | null
  /** The picture, once it is there. */
  ready: Picture | null
  /** Object address of the picture, for where many are shown small. */
  url: Promise<string> | null
}

/**
 * Fetches and decodes papers before they are needed, and keeps them decoded, so that the next paper and
 * the ones before are painted in the frame in which they are asked for. An answer that continues on
 * another page becomes one picture, its parts under each other.
 *
 * @source ui D2 (queue and prefetch, 3)
 */
export class PaperImages {
  /** The latest used last. */
  #papers = new Map<string, KeptPaper>()
  /** Hashes of what was on the screen: its files, joined. */
  readonly #painted = new Set<string>()
  #heard: PaperImagesListener
  readonly #line = new ImageQueue(fetchPicture)
  readonly #addresses = new PictureAddresses(async (parts) => this.#heard.renew?.(parts))

  constructor(heard: PaperImagesListener = {}) {
    this.#heard = heard
  }

  /** Tells somebody else from now on. */
  hear(heard: PaperImagesListener): void {
    this.#heard = heard
  }

  /** The server said again where these pictures are. */
  learn(parts: readonly Part[]): void {
    this.#addresses.learn(parts)
  }

  /** The decoded picture, darkened where somebody wants that. Rejects when a part could not be loaded. */
  picture(
    parts: readonly Part[],
    arrangement: PartsArrangement = 'stack',
    contrast: Contrast = 0,
  ): Promise<Picture> {
    const key = keyOf(parts, arrangement, contrast)
    const paper = this.#use(key, parts)
    if (paper.picture) return paper.picture
    const made = paper.files.then(async (files) => {
      const began = performance.now()
      const picture = await compose(key, files, arrangement, contrast)
      this.#heard.decoded?.(performance.now() - began)
      return picture
    })
    paper.picture = made
    made.then(
      (picture) => {
        if (this.#papers.get(key) !== paper) picture.bitmap.close()
        else paper.ready = picture
        this.#letGo()
      },
      () => this.#drop(key, paper),
    )
    return made
  }

  /** The paper is looked at now: what of it is not there yet comes before what is only prepared. */
  hurry(parts: readonly Part[]): void {
    this.#line.hurry(parts.map((part) => this.#addresses.of(part)))
  }

  /** The picture, if it is decoded already. */
  ready(
    parts: readonly Part[],
    arrangement: PartsArrangement = 'stack',
    contrast: Contrast = 0,
  ): Picture | null {
    return this.#papers.get(keyOf(parts, arrangement, contrast))?.ready ?? null
  }

  /** Object address of the finished image. Rejects when a part could not be loaded. */
  load(parts: readonly Part[]): Promise<string> {
    const key = keyOf(parts)
    const paper = this.#use(key, parts)
    paper.url ??= paper.files.then(async (files) => {
      const [only] = files
      return URL.createObjectURL(files.length === 1 && only ? only : await joined(key, files))
    })
    paper.url.catch(() => this.#drop(key, paper))
    return paper.url
  }

  /** The picture of these parts is on the screen now. */
  notePainted(parts: readonly Part[]): void {
    const hashes = hashesOf(parts)
    if (parts.length === 0 || this.#painted.has(hashes)) return
    this.#painted.add(hashes)
    this.#heard.painted?.()
  }

  /** Was the picture of these parts on the screen? A picture cut anew was not; no picture never is. */
  isPainted(parts: readonly Part[]): boolean {
    return this.#painted.has(hashesOf(parts))
  }

  close(): void {
    for (const [key, paper] of this.#papers) this.#drop(key, paper)
  }

  #use(key: string, parts: readonly Part[]): KeptPaper {
    const hashes = hashesOf(parts)
    const paper = this.#papers.get(key) ?? {
      hashes,
      files: this.#filesOf(hashes) ?? this.#fetch(parts),
      picture: null,
      ready: null,
      url: null,
    }
    // The order of use decides what is let go.
    this.#papers.delete(key)
    this.#papers.set(key, paper)
    for (const [old, unused] of this.#papers) {
      if (this.#papers.size <= KEPT_FILES) break
      this.#drop(old, unused)
    }
    return paper
  }

  async #fetch(parts: readonly Part[]): Promise<Blob[]> {
    if (parts.length === 0) throw new Error('a paper without image')
    return this.#addresses.fetchAll(parts, (url) => this.#line.get(url))
  }

  /** Files of a paper that is here in another way: darker, or its parts beside each other. */
  #filesOf(hashes: string): Promise<Blob[]> | undefined {
    for (const paper of this.#papers.values()) if (paper.hashes === hashes) return paper.files
    return undefined
  }

  /** Pictures are large: the files of old ones stay, their pixels do not. */
  #letGo(): void {
    const decoded = [...this.#papers.values()].filter(({ ready }) => ready !== null)
    const sizes = decoded.map(({ ready }) => (ready ? 4 * ready.width * ready.height : 0))
    for (const paper of decoded.slice(0, overBudget(sizes))) {
      paper.ready?.bitmap.close()
      paper.ready = null
      paper.picture = null
    }
  }

  #drop(key: string, paper: KeptPaper): void {
    if (this.#papers.get(key) === paper) this.#papers.delete(key)
    paper.ready?.bitmap.close()
    paper.ready = null
    void paper.url?.then(
      (url) => URL.revokeObjectURL(url),
      () => undefined,
    )
  }
}

/** One part alone is the same picture in every arrangement. */
function keyOf(
  parts: readonly Part[],
  arrangement: PartsArrangement = 'stack',
  contrast: Contrast = 0,
): string {
  const beside = arrangement === 'row' && parts.length > 1 ? ' beside' : ''
  const darker = contrast === 0 ? '' : ` darker ${contrast}`
  return `${hashesOf(parts)}${beside}${darker}`
}

const hashesOf = (parts: readonly Part[]): string => parts.map(({ hash }) => hash).join()

async function compose(
  key: string,
  files: readonly Blob[],
  arrangement: PartsArrangement,
  contrast: Contrast = 0,
): Promise<Picture> {
  const bitmaps = await Promise.all(files.map((file) => createImageBitmap(file)))
  const [only] = bitmaps
  const bitmap =
    bitmaps.length === 1 && only && contrast === 0 ? only : painted(bitmaps, arrangement, contrast)
  return { key, bitmap, width: bitmap.width, height: bitmap.height }
}

function painted(
  bitmaps: readonly ImageBitmap[],
  arrangement: PartsArrangement,
  contrast: Contrast,
): ImageBitmap {
  const canvas = paste(bitmaps, arrangement)
  if (contrast !== 0) darken(canvas, contrast)
  return canvas.transferToImageBitmap()
}

/** Several parts as one file. */
async function joined(key: string, files: readonly Blob[]): Promise<Blob> {
  const { bitmap } = await compose(key, files, 'stack')
  const canvas = paste([bitmap], 'stack')
  return canvas.convertToBlob({ type: 'image/png' })
}

/** The parts in one picture; uses them up. */
function paste(bitmaps: readonly ImageBitmap[], arrangement: PartsArrangement): OffscreenCanvas {
  const sizes = bitmaps.map(({ width, height }) => ({ width_px: width, height_px: height }))
  const { width, height, offsets } = partsLayout(sizes, arrangement)
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = '#c9ced2'
  pen.fillRect(0, 0, width, height)
  for (const [index, bitmap] of bitmaps.entries()) {
    const { x, y } = offsets[index] ?? { x: 0, y: 0 }
    pen.drawImage(bitmap, x, y)
    bitmap.close()
  }
  return canvas
}
