import type { OmrTemplate, PageCodeReading, TemplatePage } from '@hengjuan/domain'
import type { InkView } from '../align/ink-view.ts'
import type { FieldsResult } from '../bubbles/read-fields.ts'
import { readFields } from '../bubbles/read-fields.ts'
import { readPageCode } from '../codes/page-code.ts'
import { printOf } from '../codes/printed-page.ts'
import type { Gray } from '../kernels/gray.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import type { Placement } from '../locate/placement.ts'
import { qualityThresholds } from '../quality/thresholds.ts'

/** One way of reading the picture: a template page, laid in one place. */
export interface Attempt {
  page: TemplatePage
  placement: Placement
  view: InkView
  code: PageCodeReading | null
  result: FieldsResult | null
  /** Groups whose printed outlines the scan has lost, read where the marks put them. */
  lostOutlines: string[]
  /** Fields that slip leaves in doubt where they are. */
  unsure: ReadonlySet<string>
}

/** Lays a page in a place; of several prints of the page, the one that its code says. */
export function startAttempt(
  gray: Gray,
  white: WhiteMap,
  template: OmrTemplate,
  page: TemplatePage,
  placement: Placement,
): Attempt {
  const view = viewOf(gray, white, placement)
  const code = page.pageCode ? readPageCode(view, page.pageCode, template) : null
  const print = code?.page === page.page ? printOf(page, code.bits) : page
  // Prints of a page have its anchors: the placement holds for all of them.
  const printed = print === page ? page : { ...print, page: page.page, anchors: page.anchors }
  return { page: printed, placement, view, code, result: null, lostOutlines: [], unsure: new Set() }
}

export const viewOf = (gray: Gray, white: WhiteMap, { toPx, feed }: Placement): InkView => ({
  gray,
  white,
  toPx,
  feed,
  inkShare: white.inkShare,
})

/** Two orientations whose evidence differs by less cannot be told apart. */
const leastLead = 0.12

/**
 * Of attempts that the anchors cannot tell apart, the one that the print confirms; null when both
 * orientations look equally likely, since half a guess would be a silent error on every sheet.
 */
export function settleAttempts(attempts: readonly Attempt[]): Attempt | null {
  const best = Math.max(...attempts.map((a) => a.placement.score))
  const close = attempts.filter((a) => a.placement.score > best - 0.9)
  if (close.length === 1) return close[0]!
  const weighed = close.map((attempt) => ({ attempt, evidence: evidenceOf(resultOf(attempt)) }))
  weighed.sort(
    (a, b) => b.evidence - a.evidence || b.attempt.placement.score - a.attempt.placement.score,
  )
  const [first, second] = weighed
  const isSure =
    first!.evidence - second!.evidence >= leastLead || isSamePlace(first!.attempt, second!.attempt)
  return isSure ? first!.attempt : null
}

const isSamePlace = (a: Attempt, b: Attempt) =>
  a.page.page === b.page.page && a.placement.rotation === b.placement.rotation

/** The fields as this attempt reads them; read once. */
export function resultOf(attempt: Attempt): FieldsResult {
  attempt.result ??= readFields(attempt.view, attempt.page.fields, reachOf(attempt.placement))
  return attempt.result
}

/** Paper edges are torn, rounded and bent: the print may lie further from where they put it. */
const reachOf = ({ source }: Placement) => (source === 'marks' || source === 'print' ? 1.6 : 3.5)

/** How well the print confirms an attempt, 0 to 1: outlines met, and fields that read cleanly. */
function evidenceOf({ groups, fields }: FieldsResult): number {
  const printed = groups.filter((g) => g.outlined)
  const outlines = printed.reduce((sum, g) => sum + g.quality, 0)
  const clean = fields.filter((f) => f.state === 'clear' && !f.doubtful).length
  const cleanShare = fields.length > 0 ? clean / fields.length : 0
  return printed.length > 0 ? outlines / printed.length + 0.2 * cleanShare : cleanShare
}

/** Is the place of the page so surely known, by marks and code, that no grid can be a place off? */
export function isSurelyPlaced(placement: Placement, code: PageCodeReading | null): boolean {
  const found = placement.anchors.filter((a) => a.found).length
  return (
    code !== null &&
    code.page !== null &&
    placement.corners >= 3 &&
    found >= 5 &&
    placement.residualMm < qualityThresholds.surePlaceMm
  )
}
