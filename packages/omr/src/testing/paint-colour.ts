import type { TemplatePage } from '@hengjuan/domain'
import sharp from 'sharp'
import type { PageMarks, ScanEffects } from './paint-page.ts'
import { paintSheet, scanSheet } from './paint-page.ts'

/** Marks and writing by the colour of the pen. */
export interface PenMarks {
  black: PageMarks['marks']
  red?: PageMarks['marks']
  /** Lines of writing in the answer areas, and with which pen. */
  writing?: { lines: number; pen: 'black' | 'red' }
}

/** Red ink returns this share of red light. */
const redReturned = 0.92

/**
 * A scan of a card whose bubbles and frames are printed in red, and whose anchors and page code are black,
 * as a colour JPEG.
 */
export async function paintRedCard(
  page: TemplatePage,
  pens: PenMarks,
  effects: ScanEffects = {},
): Promise<Buffer> {
  const bare = { ...page, fields: [], regions: [] }
  // Every layer is scanned alike: without noise, so that they differ by ink alone.
  const scan = (of: TemplatePage, marks: PageMarks) =>
    scanSheet(paintSheet(of, marks), page, { noise: 0, ...effects }).gray
  const { lines = 0, pen = 'black' } = pens.writing ?? {}
  const hasRed = pens.red || (lines > 0 && pen === 'red')
  const black = scan(bare, { marks: [] })
  const print = scan(page, { marks: [] })
  const inBlack = scan(page, { marks: pens.black, writing: pen === 'black' ? lines : 0 })
  const inRed = hasRed
    ? scan(page, { marks: pens.red ?? [], writing: pen === 'red' ? lines : 0 })
    : print
  const { width, height } = print
  const rgb = Buffer.alloc(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    const blackInk = Math.min(
      black.data[i]!,
      inBlack.data[i]! < print.data[i]! - 2 ? inBlack.data[i]! : 255,
    )
    const anyInk = Math.min(blackInk, inBlack.data[i]!, inRed.data[i]!)
    const paper = 247
    rgb[3 * i] = Math.min(blackInk, Math.round(paper - (paper - anyInk) * (1 - redReturned)))
    rgb[3 * i + 1] = anyInk
    rgb[3 * i + 2] = anyInk
  }
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}
