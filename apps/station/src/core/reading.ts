import { readFile } from 'node:fs/promises'
import type { OmrTemplate, PageReading } from '@hengjuan/domain'
import { createReaderPool, PageFileError, type PageResult, type ReaderPool } from '@hengjuan/omr'
import sharp from 'sharp'
import type { StationContext } from './context.ts'
import type { PageRecord } from './spool.ts'
import {
  countReadTry,
  type ImageRow,
  type PageKind,
  selectUnreadImages,
  updateImageRead,
  updateImageState,
} from './store/image.store.ts'

/** A page that ends its worker twice would end it for ever. */
const MAX_TRIES = 2
/** Pages over which the speed is measured. */
const SPEED_WINDOW_MS = 30_000

/** Reads taken pictures on worker threads, oldest first; never loads more pages than are being read. */
export class PageReaders {
  private readonly station: StationContext
  private readonly size: number
  private readonly templateOf: (batchId: string) => OmrTemplate | null
  private readonly onRead: (batchId: string) => void
  private pool: ReaderPool | null = null
  private readonly underWay = new Map<string, Promise<void>>()
  private readonly finishedAt: number[] = []
  private isStopped = false

  constructor(
    station: StationContext,
    options: {
      workers: number
      templateOf: (batchId: string) => OmrTemplate | null
      onRead: (batchId: string) => void
    },
  ) {
    this.station = station
    this.size = options.workers
    this.templateOf = options.templateOf
    this.onRead = options.onRead
  }

  /** Starts as many pages as there are workers. Called whenever a page was taken or finished. */
  pump(): void {
    if (this.isStopped) return
    // One page more than there are threads, so that its bytes are at hand when a thread gets free.
    const room = this.size + 1 - this.underWay.size
    if (room <= 0) return
    const candidates = selectUnreadImages(this.station.db, room + this.underWay.size)
    for (const image of candidates.filter(({ id }) => !this.underWay.has(id)).slice(0, room)) {
      const template = this.templateOf(image.batch_id)
      if (!template) continue
      const work = this.read(image, template).finally(() => {
        this.underWay.delete(image.id)
        this.onRead(image.batch_id)
        this.pump()
      })
      this.underWay.set(image.id, work)
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true
    await Promise.allSettled(this.underWay.values())
    await this.pool?.close()
  }

  /** Pages per second over the last half minute. */
  get speed(): number {
    const now = performance.now()
    while (this.finishedAt[0] !== undefined && this.finishedAt[0] < now - SPEED_WINDOW_MS)
      this.finishedAt.shift()
    const first = this.finishedAt[0]
    if (first === undefined || this.finishedAt.length < 2) return 0
    const seconds = Math.max(1, (now - first) / 1000)
    return Math.round((this.finishedAt.length / seconds) * 10) / 10
  }

  /** Reads a picture again, with another template; it stays in its sheet. */
  async reread(image: ImageRow, template: OmrTemplate): Promise<void> {
    await this.keep(image, await this.readWith(image, template))
  }

  private readWith(image: ImageRow, template: OmrTemplate): Promise<PageResult> {
    this.pool ??= createReaderPool({ size: this.size })
    return this.pool.read({
      bytes: () => readFile(this.station.spool.picturePath(image.sha256)),
      template,
      options: { crops: { purposes: ['block', 'name'] } },
    })
  }

  private async read(image: ImageRow, template: OmrTemplate): Promise<void> {
    const { db, log } = this.station
    try {
      await this.keep(image, await this.readWith(image, template))
      this.finishedAt.push(performance.now())
    } catch (error) {
      if (this.isStopped && !(error instanceof PageFileError)) return
      if (error instanceof PageFileError)
        updateImageState(db, image.id, 'unreadable', error.message)
      else if (countReadTry(db, image.id) >= MAX_TRIES)
        updateImageState(db, image.id, 'unreadable', '这一页无法识别，请重新扫描这一页')
      log('page.failed', { image: image.id, error: String(error) })
    }
    this.station.changed()
  }

  private async keep(image: ImageRow, { reading, crops, thumbnail }: PageResult): Promise<void> {
    const { db, spool } = this.station
    const source = spool.picturePath(image.sha256)
    const { mime, converted } = await uploadPicture(source)
    let offset = 0
    const record: PageRecord = {
      reading,
      picture: { mime, isConverted: converted !== null },
      crops: crops.map((crop) => {
        const found = reading.regions.find((region) => region.id === crop.id)
        const placed = {
          region_id: crop.id,
          block_key: crop.blockKey,
          part: crop.part,
          ink_ratio: found?.inkRatio ?? 0,
          width_px: crop.widthPx,
          height_px: crop.heightPx,
          offset,
          length: crop.jpeg.length,
        }
        offset += crop.jpeg.length
        return placed
      }),
    }
    await spool.putPage(image.id, record, {
      crops: Buffer.concat(crops.map((crop) => crop.jpeg)),
      thumb: thumbnail?.jpeg ?? null,
      converted,
    })
    updateImageRead(db, image.id, {
      page: kindOf(reading) === 'page' ? reading.page : null,
      kind: kindOf(reading),
      width_px: reading.widthPx,
      height_px: reading.heightPx,
      mime,
    })
  }
}

/** What grouping needs to know of a reading. */
function kindOf(reading: PageReading): PageKind {
  const codes = new Set(reading.issues.map((issue) => issue.code))
  if (codes.has('PAGE_OF_OTHER_SHEET') || codes.has('WRONG_TEMPLATE')) return 'foreign'
  if (codes.has('BLANK_PAGE') || reading.quality.blank) return 'blank'
  return reading.page !== null && reading.status !== 'rejected' ? 'page' : 'lost'
}

/** The scanner's file as it is, unless browsers cannot show its format. */
async function uploadPicture(file: string): Promise<{
  mime: PageRecord['picture']['mime']
  converted: Uint8Array | null
}> {
  const { format } = await sharp(file, { limitInputPixels: false }).metadata()
  switch (format) {
    case 'jpeg':
    case 'png':
    case 'webp':
      return { mime: `image/${format}`, converted: null }
    default: {
      const jpeg = sharp(file).rotate().flatten({ background: '#fff' }).jpeg({ quality: 90 })
      return { mime: 'image/jpeg', converted: await jpeg.toBuffer() }
    }
  }
}
