import type { DeliveredSheet, ScannerProfile } from '@hengjuan/scanner-bridge'
import type { Reader } from '@hengjuan/omr'
import sharp from 'sharp'
import type { CheckPage, CheckStep } from '../../../bridge/scanner-api.ts'
import type { PictureKind } from '../../../bridge/station-api.ts'
import type { StationContext } from '../../context.ts'
import { encodePage } from '../encode-page.ts'
import { type KnownSheet, measurePage } from './measure-page.ts'

const THUMB_PX = 420

interface KeptPicture {
  step: CheckStep
  page: Buffer
  thumb: Buffer
}

/** The pictures of a check, measured, in memory until the check ends: they belong to no batch. */
export class CheckPictures {
  private readonly station: StationContext
  private readonly reader: Reader
  private readonly options: { profile: ScannerProfile; sheets: () => Promise<KnownSheet[]> }
  private readonly kept = new Map<string, KeptPicture>()

  constructor(
    station: StationContext,
    reader: Reader,
    options: { profile: ScannerProfile; sheets: () => Promise<KnownSheet[]> },
  ) {
    this.station = station
    this.reader = reader
    this.options = options
  }

  /** As it would come into a batch: encoded and turned as the profile says. */
  async take(step: CheckStep, sheet: DeliveredSheet): Promise<CheckPage[]> {
    const sheets = await this.options.sheets()
    const pages: CheckPage[] = []
    for (const page of sheet.pages) {
      const { bytes } = await encodePage(page, this.options.profile)
      const image_id = this.station.newId()
      const thumb = await sharp(bytes)
        .rotate()
        .resize({ width: THUMB_PX, height: THUMB_PX, fit: 'inside' })
        .jpeg({ quality: 75 })
        .toBuffer()
      this.kept.set(image_id, { step, page: bytes, thumb })
      const measure = await measurePage(bytes, this.reader, sheets)
      pages.push({ image_id, sheet: sheet.number, side: page.side, dpi: page.dpi, ...measure })
    }
    return pages
  }

  /** What an earlier try of a step left. */
  drop(step: CheckStep): void {
    for (const [id, picture] of this.kept) if (picture.step === step) this.kept.delete(id)
  }

  find(imageId: string, kind: PictureKind): Buffer | null {
    return this.kept.get(imageId)?.[kind] ?? null
  }
}
