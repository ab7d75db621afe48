import type { DeliveredSheet } from '@hengjuan/scanner-bridge'
import sharp from 'sharp'
import { encodePage } from './encode-page.ts'

/** Fine enough that a pen stroke still darkens its pixel. */
const WIDTH_PX = 800
/** Shadows and punched holes at the edges are not writing. */
const EDGE = 0.04
/** Darker than the paper by this, grey levels. */
const INK_LEVELS = 40
/** Share of such pixels below which there is nothing on the page: a name alone has ten times as many. */
const BLANK_SHARE = 0.0001

/** Is there nothing on a page? It is only told to a person; the page stays. */
export async function isBlankPage(picture: Buffer): Promise<boolean> {
  const { data, info } = await sharp(picture)
    .greyscale()
    .resize({ width: WIDTH_PX, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [left, top] = [Math.round(info.width * EDGE), Math.round(info.height * EDGE)]
  const counts = new Uint32Array(256)
  let pixels = 0
  for (let y = top; y < info.height - top; y++)
    for (let x = left; x < info.width - left; x++) {
      const level = data[(y * info.width + x) * info.channels] ?? 0
      counts[level] = (counts[level] ?? 0) + 1
      pixels++
    }
  // Most of a page is paper.
  let paper = 255
  let lighter = counts[paper] ?? 0
  while (paper > 0 && lighter < pixels / 2) lighter += counts[--paper] ?? 0
  const ink = counts
    .subarray(0, Math.max(0, paper - INK_LEVELS))
    .reduce((sum, each) => sum + each, 0)
  return ink < pixels * BLANK_SHARE
}

/** The sides of a sheet on which there is nothing, for a person: 「第 3 张反面」. */
export async function blankSides(sheet: DeliveredSheet): Promise<string[]> {
  const blank: string[] = []
  for (const page of sheet.pages) {
    // Raw pixels first have to become a picture.
    const { bytes } = await encodePage(page, PLAIN)
    if (await isBlankPage(bytes))
      blank.push(`第 ${sheet.number} 张${page.side === 'front' ? '正面' : '反面'}`)
  }
  return blank
}

const PLAIN = { output: { format: 'jpeg', quality: 90 }, flipBack: false } as const
