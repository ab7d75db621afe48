import type { OmrTemplate, PageReading, RegionReading } from '@hengjuan/domain'
import type { Quad } from '../align/align-frame.ts'
import type { InkView } from '../align/ink-view.ts'
import type { ChannelPage, InkColour } from '../codec/ink-channels.ts'
import { pageRead } from '../codes/printed-page.ts'
import { measureInk } from '../crops/ink-ratio.ts'
import type { Gray } from '../kernels/gray.ts'
import { makeWhiteMap } from '../kernels/white-map.ts'
import { doubtHiddenInk } from './hidden-ink.ts'
import type { ReadOptions } from './read-page.ts'
import { readGrayPage } from './read-page.ts'

/**
 * Reads a page of a card whose coloured print is to vanish.
 *
 * Bubbles and marks are read in the channel of the print's colour. Fields with a pen of that colour in
 * them are doubted, and answer areas are measured as a person sees them, so that what was written in
 * that colour is not taken for a blank.
 *
 * @returns the page as a person sees it, for crops
 */
export async function readDropout(
  channels: ChannelPage,
  template: OmrTemplate & { dropout: InkColour },
  options: ReadOptions,
): Promise<{ reading: PageReading; gray: Gray }> {
  const { seen, kept, hasColour } = channels
  const read = await readGrayPage(kept, template, options)
  const page = pageRead(template, read)
  if (!page || read.status === 'rejected') return { reading: read, gray: seen }
  if (!hasColour) return { reading: { ...read, issues: [...read.issues, noColour] }, gray: seen }
  const fields = doubtHiddenInk(read, page, channels, template.dropout)
  const isMeasured = options.inkRatios !== false
  const regions = isMeasured ? measureAsSeen(seen, read, page) : read.regions
  const status = fields.some((f) => f.doubtful) ? 'doubtful' : read.status
  return { reading: { ...read, status, fields, regions }, gray: seen }
}

const noColour: PageReading['issues'][number] = {
  code: 'NO_COLOUR',
  message: '模板要求滤除彩色印刷，但这一页没有彩色：如果不是由扫描仪滤色，请改为彩色扫描',
  blocking: false,
}

function measureAsSeen(
  gray: Gray,
  { regions, registration }: PageReading,
  page: OmrTemplate['pages'][number],
): RegionReading[] {
  if (!registration) return regions
  const white = makeWhiteMap(gray)
  const view: InkView = { gray, white, toPx: registration.homography, inkShare: white.inkShare }
  return regions.map((region) => {
    const printed = page.regions.find((r) => r.id === region.id)
    if (printed?.purpose !== 'block') return region
    const seen = measureInk(view, page, printed, region.quadPx as Quad)
    if (seen.inkRatio <= region.inkRatio) return region
    return { ...region, ...seen }
  })
}
