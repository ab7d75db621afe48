import type {
  BarcodeReading,
  OmrTemplate,
  PageCodeReading,
  PageReading,
  RegionReading,
  TemplatePage,
} from '@hengjuan/domain'
import { alignFrame } from '../align/align-frame.ts'
import type { InkView } from '../align/ink-view.ts'
import type { FieldsResult } from '../bubbles/read-fields.ts'
import { readFields } from '../bubbles/read-fields.ts'
import { readBarcode } from '../codes/barcode.ts'
import { readPageCode } from '../codes/page-code.ts'
import { inkRatio } from '../crops/ink-ratio.ts'
import type { Gray } from '../kernels/gray.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import { makeWhiteMap } from '../kernels/white-map.ts'
import { locatePage } from '../locate/locate-page.ts'
import type { Placement } from '../locate/register.ts'
import { placeByAnchors } from '../locate/register.ts'
import { agreeOnNumber } from './agree-on-number.ts'
import { engineName } from './engine-name.ts'
import { geometryIssues, qualityIssues } from './page-issues.ts'
import { pageQuality } from './page-quality.ts'
import { registrationOf } from './registration.ts'
import { rejectAmbiguous, rejectByCode, rejectUnplaced } from './rejection.ts'

export interface ReadOptions {
  /** Which template page the picture is, where the caller knows; otherwise all are tried. */
  page?: number
  /** Measure the ink of answer areas, default true. */
  inkRatios?: boolean
  /**
   * Where a person says that anchors of `page` lie, at least four, image pixels: nothing is searched
   * for, and the printed page code is not asked. Needs `page`.
   */
  anchors?: readonly { id: string; xPx: number; yPx: number }[]
}

/** One way of reading the picture: a template page, laid in one place. */
interface Attempt {
  page: TemplatePage
  placement: Placement
  view: InkView
  code: PageCodeReading | null
  result: FieldsResult | null
  /** How well the print confirms it, see `evidenceOf`. */
  evidence: number
}

/** Reads one page that is already decoded; see `Reader.readPage`. */
export async function readGrayPage(
  gray: Gray,
  template: OmrTemplate,
  options: ReadOptions = {},
): Promise<PageReading> {
  const white = makeWhiteMap(gray)
  const pages = template.pages.filter((p) => options.page === undefined || p.page === options.page)
  const found = options.anchors
    ? placeByHand(gray, white, template, pages[0], options.anchors)
    : findPage(gray, white, template, pages)
  if ('reading' in found) return found.reading
  return readPlaced(gray, white, template, found.attempt, options)
}

type Found = { attempt: Attempt } | { reading: PageReading }

/** Settles which page of the template lies where, by anchors, page code and, if need be, the print. */
function findPage(
  gray: Gray,
  white: WhiteMap,
  template: OmrTemplate,
  pages: readonly TemplatePage[],
): Found {
  const attempts: Attempt[] = []
  for (const page of pages) {
    for (const placement of locatePage(gray, white, page)) {
      const attempt = startAttempt(gray, white, template, page, placement)
      // The code names the page: nothing else need be tried.
      if (attempt.code?.page === page.page && placement.corners >= 3) return { attempt }
      attempts.push(attempt)
    }
  }
  if (attempts.length === 0) return { reading: rejectUnplaced(gray, white, template) }
  const coded = attempts.filter((a) => a.code && a.code.page === a.page.page)
  const codeless = attempts.filter((a) => !a.code)
  const usable = coded.length > 0 ? coded : codeless
  if (usable.length > 0) {
    const attempt = settle(usable)
    return attempt ? { attempt } : { reading: rejectAmbiguous(gray, white, template) }
  }
  return { reading: rejectByCode(gray, white, template, attempts) }
}

function placeByHand(
  gray: Gray,
  white: WhiteMap,
  template: OmrTemplate,
  page: TemplatePage | undefined,
  anchors: NonNullable<ReadOptions['anchors']>,
): Found {
  const placement = page && placeByAnchors(page, anchors)
  if (!page || !placement) return { reading: rejectUnplaced(gray, white, template) }
  return { attempt: startAttempt(gray, white, template, page, placement) }
}

function startAttempt(
  gray: Gray,
  white: WhiteMap,
  template: OmrTemplate,
  page: TemplatePage,
  placement: Placement,
): Attempt {
  const view = { gray, white, toPx: placement.toPx, inkShare: white.inkShare }
  const code = page.pageCode ? readPageCode(view, page.pageCode, template) : null
  return { page, placement, view, code, result: null, evidence: 0 }
}

/** Two orientations whose evidence differs by less cannot be told apart. */
const leastLead = 0.12

/**
 * Of attempts that the anchors cannot tell apart, the one that the print confirms; null when both
 * orientations look equally likely, since half a guess would be a silent error on every sheet.
 */
function settle(attempts: Attempt[]): Attempt | null {
  const best = Math.max(...attempts.map((a) => a.placement.score))
  const close = attempts.filter((a) => a.placement.score > best - 0.9)
  if (close.length === 1) return close[0]!
  for (const attempt of close) {
    attempt.result = readFields(attempt.view, attempt.page.fields, reachOf(attempt.placement))
    attempt.evidence = evidenceOf(attempt.result)
  }
  const [first, second] = [...close].sort(
    (a, b) => b.evidence - a.evidence || b.placement.score - a.placement.score,
  )
  const isSure =
    first!.evidence - second!.evidence >= leastLead ||
    (first!.page === second!.page && first!.placement.rotation === second!.placement.rotation)
  return isSure ? first! : null
}

/** How well the print confirms an attempt, 0 to 1: outlines met, and fields that read cleanly. */
function evidenceOf({ groups, fields }: FieldsResult): number {
  const printed = groups.filter((g) => g.outlined)
  const outlines = printed.reduce((sum, g) => sum + g.quality, 0)
  const clean = fields.filter((f) => f.state === 'clear' && !f.doubtful).length
  const cleanShare = fields.length > 0 ? clean / fields.length : 0
  return printed.length > 0 ? outlines / printed.length + 0.2 * cleanShare : cleanShare
}

/** Paper edges are torn, rounded and bent: the print may lie further from where they put it. */
const reachOf = (placement: Placement) => (placement.source === 'marks' ? 1.6 : 3.5)

async function readPlaced(
  gray: Gray,
  white: WhiteMap,
  template: OmrTemplate,
  attempt: Attempt,
  options: ReadOptions,
): Promise<PageReading> {
  const { page, placement, view, code } = attempt
  const result = attempt.result ?? readFields(view, page.fields, reachOf(placement))
  const quality = pageQuality(gray, white, placement)
  const issues = [
    ...geometryIssues(gray, page, placement, result.groups),
    ...qualityIssues(quality),
  ]
  const barcodes: BarcodeReading[] = []
  for (const region of page.barcodes) barcodes.push(await readBarcode(gray, view.toPx, region))
  const isRejected = issues.some((i) => i.blocking)
  const fields = isRejected ? [] : agreeOnNumber(result.fields, barcodes)
  const regions = isRejected ? [] : readRegions(gray, white, view, page, options)
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
    issues,
  }
}

function readRegions(
  gray: Gray,
  white: WhiteMap,
  view: InkView,
  page: TemplatePage,
  options: ReadOptions,
): RegionReading[] {
  return page.regions.map((region) => {
    const quad = alignFrame(view, region)
    const isMeasured = region.purpose === 'block' && options.inkRatios !== false
    const ratio = isMeasured ? inkRatio(gray, white, page, region, quad, view.inkShare) : 0
    return {
      id: region.id,
      blockKey: region.blockKey,
      part: region.part,
      inkRatio: Number(ratio.toFixed(5)),
      quadPx: quad.map(([x, y]): [number, number] => [round(x), round(y)]),
    }
  })
}

const round = (value: number) => Number(value.toFixed(2))
