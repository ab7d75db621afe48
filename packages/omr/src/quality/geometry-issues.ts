import type { PageIssue, TemplatePage } from '@hengjuan/domain'
import type { GroupFit } from '../bubbles/read-fields.ts'
import type { InkView } from '../align/ink-view.ts'
import type { Gray } from '../kernels/gray.ts'
import type { Placement } from '../locate/placement.ts'
import { lineOffset, printLines } from '../locate/print-lines.ts'
import { clippedIssues } from './clipped.ts'
import { boxAround, groupBoxes, issue } from './issue.ts'
import { qualityThresholds as limits } from './thresholds.ts'

/**
 * Is the geometry good enough to read by? Problems that are not blocking are notes.
 *
 * @param displaced groups that lie a whole place off, see `displacedGroups`
 */
export function geometryIssues(
  view: InkView,
  page: TemplatePage,
  placement: Placement,
  groups: readonly GroupFit[],
  displaced: readonly string[],
): PageIssue[] {
  const { gray } = view
  const printed = groups.filter((g) => g.outlined)
  const areMet = printed.length > 0 && printed.every((g) => g.quality >= limits.goodGroup)
  const isConfirmed = once(() => areMet || (page.fields.length === 0 && areFramesMet(view, page)))
  return [
    ...missingAnchors(gray, placement),
    ...clippedIssues(gray, page, placement),
    ...residualIssues(placement, isConfirmed),
    ...shapeIssues(placement, page, isConfirmed),
    ...groupIssues(page, placement, printed, displaced),
    ...paperIssues(placement, isConfirmed),
    ...skewIssues(placement, page),
  ]
}

/** Outlines of the print that are not where the page geometry puts them. */
function groupIssues(
  page: TemplatePage,
  placement: Placement,
  printed: readonly GroupFit[],
  displaced: readonly string[],
): PageIssue[] {
  const lost = printed.filter((g) => g.quality < limits.poorGroup).map((g) => g.group)
  if (printed.length > 0 && lost.length === printed.length) {
    return [nothingMet(page, placement, lost)]
  }
  if (displaced.length > 0) {
    const text = `填涂区（${displaced.join('、')}）比模板偏了一格，读出来会整格错位，请在图上重新定位，或核对模板`
    return [issue('GRID_SHIFTED', text, true, groupBoxes(page, placement, displaced))]
  }
  if (lost.length === 0) return []
  const text = `部分填涂区（${lost.join('、')}）没有对准，请看图核对`
  return [issue('GRID_SHIFTED', text, false, groupBoxes(page, placement, lost))]
}

function nothingMet(page: TemplatePage, placement: Placement, lost: readonly string[]): PageIssue {
  const evidence = groupBoxes(page, placement, lost)
  // The marks agree with each other and with the page, but nothing printed between them does.
  const isOtherForm =
    page.pageCode === null &&
    placement.source === 'marks' &&
    placement.corners >= 4 &&
    placement.residualMm < limits.highResidualMm
  return isOtherForm
    ? issue(
        'WRONG_TEMPLATE',
        '定位点对得上，但填涂区全都对不上：这不是本模板的答题卡，请核对所选的考试和模板',
        true,
        evidence,
      )
    : issue(
        'GRID_SHIFTED',
        '填涂区与模板对不上，可能用错模板或扫描变形，请检查模板后重扫',
        true,
        evidence,
      )
}

/** On a side without bubbles the frames of the answer areas vouch for the geometry. */
function areFramesMet(view: InkView, page: TemplatePage): boolean {
  const lines = printLines(page)
  const met = lines.filter((line) => lineOffset(view, line, limits.frameReachMm) !== null)
  return lines.length > 0 && met.length >= lines.length * limits.framesMet
}

function missingAnchors(gray: Gray, placement: Placement): PageIssue[] {
  const missing = placement.anchors.filter((a) => !a.found && a.anchor.role === 'corner')
  if (missing.length === 0 || placement.source === 'paper' || placement.source === 'picture') {
    return []
  }
  const evidence = missing.map((a) => boxAround(placement, a.anchor, 3))
  const isOutside = (a: { xPx: number; yPx: number }) =>
    a.xPx < 0 || a.yPx < 0 || a.xPx >= gray.width || a.yPx >= gray.height
  const names = missing.map((a) => cornerName(a.anchor, placement)).join('、')
  if (missing.some(isOutside)) {
    const text = `纸张有一角没有扫到（${names}定位点），请核对该角附近的内容`
    return [issue('CLIPPED', text, false, evidence)]
  }
  const by = placement.source === 'print' ? '印刷的框线' : '其余定位点'
  const text = `${names}定位点看不见或不在原位（折角、破损或被遮挡），已用${by}定位，请核对该角附近的内容`
  return [issue('FOLDED_CORNER', text, false, evidence)]
}

/** Which corner of the printed page an anchor stands in, as a person says it. */
function cornerName(anchor: { xMm: number; yMm: number }, { anchors }: Placement): string {
  const corners = anchors.filter((each) => each.anchor.role === 'corner')
  const middle = (of: 'xMm' | 'yMm') =>
    corners.reduce((sum, each) => sum + each.anchor[of], 0) / corners.length
  return `${anchor.xMm < middle('xMm') ? '左' : '右'}${anchor.yMm < middle('yMm') ? '上' : '下'}角`
}

function residualIssues(placement: Placement, isConfirmed: () => boolean): PageIssue[] {
  const { residualMm } = placement
  const isHigh = residualMm > limits.highResidualMm && !isConfirmed()
  if (!isHigh && residualMm <= limits.absurdResidualMm) return []
  const text = `定位点互相对不上（误差 ${residualMm.toFixed(2)} 毫米），纸张可能变形或用错模板，请在图上重新定位或重扫`
  const off = placement.anchors
    .filter((a) => a.found && a.errorMm > limits.highResidualMm)
    .map((a) => boxAround(placement, a.anchor, 2))
  return [issue('RESIDUAL_HIGH', text, true, off)]
}

/** A flat sheet keeps its angles and proportions; a camera may tilt it a little. */
function shapeIssues(
  placement: Placement,
  page: TemplatePage,
  isConfirmed: () => boolean,
): PageIssue[] {
  const [a, b, , d, e] = placement.toPx as number[] as [number, number, number, number, number]
  const scaleX = Math.hypot(a, d)
  const scaleY = Math.hypot(b, e)
  const shear = Math.abs((a * b + d * e) / (scaleX * scaleY))
  const isPrinted = placement.source === 'marks' || placement.source === 'print'
  const isFlat = isPrinted && perspectiveOf(placement, page) < limits.flatPerspective
  const isInferred = isPrinted && placement.corners < 4 && placement.model !== 'projective'
  const mostScale = isInferred
    ? limits.oddInferredScale
    : placement.corners >= 4
      ? limits.stretchedScale
      : isFlat
        ? limits.oddScale
        : limits.photoScale
  const mostShear = isInferred
    ? limits.inferredShear
    : isFlat
      ? limits.flatShear
      : limits.photoScale
  if (Math.abs(Math.log(scaleX / scaleY)) <= mostScale && shear <= mostShear) return []
  const text = '页面长宽比例异常，定位可能有误，请看图核对'
  const corners = placement.anchors.filter((each) => each.anchor.role === 'corner')
  const evidence = corners.map((each) => boxAround(placement, each.anchor, 2))
  return [issue('SCALE_ODD', text, !isConfirmed(), evidence)]
}

/** How much the scale changes across the page. */
function perspectiveOf(placement: Placement, page: TemplatePage): number {
  return Math.abs(placement.toPx[6]! * page.widthMm) + Math.abs(placement.toPx[7]! * page.heightMm)
}

function paperIssues(placement: Placement, isConfirmed: () => boolean): PageIssue[] {
  const isByPaper = placement.source === 'paper' || placement.source === 'picture'
  if (!isByPaper || isConfirmed()) return []
  const text = '只能按纸张边缘定位，印刷内容又没有对上，请改用带定位点的模板或重扫'
  const evidence = placement.anchors.map((each) => boxAround(placement, each.anchor, 3))
  return [issue('ANCHORS_MISSING', text, true, evidence)]
}

function skewIssues(placement: Placement, page: TemplatePage): PageIssue[] {
  const { skewDeg } = placement
  // A photograph has no paper guides.
  const isScan =
    placement.source === 'marks' && perspectiveOf(placement, page) < limits.flatPerspective
  if (Math.abs(skewDeg) <= limits.skewDeg || !isScan) return []
  const text = `纸张歪斜 ${Math.abs(skewDeg).toFixed(1)} 度，已转正读取；请把进纸导板靠紧纸边`
  const marks = placement.anchors.filter((a) => a.found && a.anchor.role === 'corner')
  return [
    issue(
      'SKEWED',
      text,
      false,
      marks.map((a) => boxAround(placement, a.anchor, 2)),
    ),
  ]
}

function once<T>(compute: () => T): () => T {
  let known: { value: T } | null = null
  return () => (known ??= { value: compute() }).value
}
