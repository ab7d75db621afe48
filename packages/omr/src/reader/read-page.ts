import type {
  FieldReading,
  OmrTemplate,
  PageReading,
  RegionReading,
  TemplatePage,
} from '@hengjuan/domain'
import { alignFrame } from '../align/align-frame.ts'
import type { InkView } from '../align/ink-view.ts'
import type { FieldExplanation } from '../bubbles/explanation.ts'
import type { FieldsResult } from '../bubbles/read-fields.ts'
import type { BarcodeLook } from '../codes/barcode.ts'
import { readBarcode } from '../codes/barcode.ts'
import { sheetCodeIssues } from '../codes/sheet-code.ts'
import { measureInk } from '../crops/ink-ratio.ts'
import { readDigits } from '../digits/read-digits.ts'
import type { Gray } from '../kernels/gray.ts'
import { makeWhiteMap } from '../kernels/white-map.ts'
import { doubleFeedIssues } from '../quality/double-feed.ts'
import { geometryIssues } from '../quality/geometry-issues.ts'
import { displacedGroups } from '../quality/grid-check.ts'
import { imageIssues } from '../quality/image-issues.ts'
import { inPicture } from '../quality/issue.ts'
import { isHiding, mendStreaks } from '../quality/mend-streaks.ts'
import { pageQuality } from '../quality/page-quality.ts'
import type { Streak } from '../quality/streaks.ts'
import { findStreaks } from '../quality/streaks.ts'
import { agreeOnNumber } from './agree-on-number.ts'
import type { Attempt } from './attempt.ts'
import { isSurelyPlaced, resultOf } from './attempt.ts'
import { engineName } from './engine-name.ts'
import { findPage, pageByHand } from './find-page.ts'
import { followPrint } from './follow-print.ts'
import { registrationOf } from './registration.ts'
import { doubtSlipped, slipIssues } from './slip-doubts.ts'
import { doubtStray } from './stray-groups.ts'
import { doubtWashedOut, washedOutIssues } from './washed-out.ts'
import { doubtStreaked } from './streaked-fields.ts'
import { countWords } from '../words/count-words.ts'

export interface ReadOptions {
  /** Which template page the picture is, where the caller knows; otherwise all are tried. */
  page?: number
  /** Measure the ink of answer areas, default true. */
  inkRatios?: boolean
  /**
   * Where a person says that anchors of `page` lie, at least four, image pixels: marks are looked for only
   * near the places that follow, and the printed page code is not asked. Needs `page`.
   */
  anchors?: readonly { id: string; xPx: number; yPx: number }[]
  /** Is told why every bubble was read as it was; not called for a rejected page. */
  explain?: (fields: FieldExplanation[]) => void
}

/** Reads one page that is already decoded; see `Reader.readPage`. */
export async function readGrayPage(
  gray: Gray,
  template: OmrTemplate,
  options: ReadOptions = {},
): Promise<PageReading> {
  const streaks = findStreaks(gray)
  const white = makeWhiteMap(gray)
  // Dirt on the glass crosses marks and bubbles alike; crops are cut from the page as it was scanned.
  const clean = mendStreaks(gray, streaks)
  const found = options.anchors
    ? pageByHand(clean, white, template, options.page, options.anchors)
    : findPage(clean, white, template, options.page)
  if ('reading' in found) return found.reading
  return readPlaced(found.attempt, template, streaks, options)
}

async function readPlaced(
  attempt: Attempt,
  template: OmrTemplate,
  streaks: readonly Streak[],
  options: ReadOptions,
): Promise<PageReading> {
  const followed = followPrint(attempt)
  const { page, placement, view, code } = followed
  const { gray, white } = view
  const result = resultOf(followed)
  const quality = pageQuality(gray, white, placement, streaks)
  const looks: BarcodeLook[] = []
  for (const region of page.barcodes) looks.push(await readBarcode(view, region))
  // Where enough marks agree, no grid can be a place off.
  const displaced = isSurelyPlaced(placement, code)
    ? []
    : displacedGroups(view, page, result.fields)
  const issues = [
    ...sheetCodeIssues(page, looks, placement),
    ...geometryIssues(view, page, placement, result.groups, displaced),
    ...doubleFeedIssues(view, template, page, placement),
    ...imageIssues(gray, quality, page, placement, streaks, followed.lostOutlines),
  ]
  const isRejected = issues.some((i) => i.blocking)
  const read = isRejected ? [] : doubtAll(followed, result, streaks)
  if (!isRejected) {
    issues.push(...slipIssues(page, placement, followed.unsure), ...washedOutIssues(read))
    options.explain?.(result.explain())
  }
  const { fields, barcodes } = agreeOnNumber(read, looks)
  const regions = isRejected ? [] : readRegions(view, page, options)
  return {
    engine: engineName,
    templateId: template.id,
    page: page.page,
    widthPx: gray.width,
    heightPx: gray.height,
    status: isRejected ? 'rejected' : fields.some((f) => f.doubtful) ? 'doubtful' : 'ok',
    registration: registrationOf(placement, gray, page),
    pageCode: code,
    barcodes,
    fields,
    regions,
    quality,
    issues: inPicture(issues, gray),
    ...(page.digitFields && !isRejected && { digits: readDigits(view, page.digitFields) }),
    ...(page.wordGrids && !isRejected && { wordGrids: countWords(view, page, regions) }),
  }
}

/** The fields as read, and in doubt what the place, a streak or the light of the scan may have changed. */
function doubtAll(
  { page, placement, view, unsure }: Attempt,
  result: FieldsResult,
  streaks: readonly Streak[],
): FieldReading[] {
  const hidden = streaks.filter((s) => isHiding(s, view.gray))
  const placed = doubtSlipped(doubtStray(result, page, view), unsure)
  return doubtWashedOut(doubtStreaked(placed, page, hidden, placement), view.white)
}

function readRegions(view: InkView, page: TemplatePage, options: ReadOptions): RegionReading[] {
  return page.regions.map((region) => {
    const quad = alignFrame(view, region)
    const isMeasured = region.purpose === 'block' && options.inkRatios !== false
    return {
      id: region.id,
      blockKey: region.blockKey,
      part: region.part,
      ...(isMeasured ? measureInk(view, page, region, quad) : { inkRatio: 0 }),
      quadPx: quad.map(([x, y]): [number, number] => [round(x), round(y)]),
    }
  })
}

const round = (value: number) => Number(value.toFixed(2))
