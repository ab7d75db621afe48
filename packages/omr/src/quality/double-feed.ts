import type { OmrTemplate, PageIssue, TemplatePage } from '@hengjuan/domain'
import type { InkView } from '../align/ink-view.ts'
import { projectSheet } from '../align/ink-view.ts'
import { readPageCode } from '../codes/page-code.ts'
import { fitSimilarity } from '../kernels/homography.ts'
import { coarseStep, collectCandidates } from '../locate/anchor-candidates.ts'
import { hypothesise } from '../locate/hypotheses.ts'
import type { Placement } from '../locate/placement.ts'
import type { EvidenceBox } from './issue.ts'
import { boxAround, issue, pixelBox } from './issue.ts'
import { qualityThresholds as limits } from './thresholds.ts'

/** A narrower strip beyond the page shows nothing. */
const leastStripPx = 16

/**
 * Two sheets drawn in together, told by content: the marks and the page code of a second sheet, or print on
 * paper beyond the end of this one. Looked for only where marks are lost or the picture is too long.
 */
export function doubleFeedIssues(
  view: InkView,
  template: OmrTemplate,
  page: TemplatePage,
  placement: Placement,
): PageIssue[] {
  if (placement.source !== 'marks') return []
  const isComplete = placement.anchors.every((a) => a.found || a.anchor.role !== 'corner')
  const beyond = beyondThePage(view, page, placement)
  if (isComplete && !beyond) return []
  const second = secondSheet(view, template, page, placement)
  const evidence = second ?? beyond
  if (!evidence) return []
  const text = '图像里有两张答题卡（重张进纸），请把两张纸分开后重扫，并核对张数'
  return [issue('DOUBLE_FEED', text, true, evidence)]
}

/** Where a second sheet shows its marks and a page code of this template; null when there is none. */
function secondSheet(
  view: InkView,
  template: OmrTemplate,
  page: TemplatePage,
  placement: Placement,
): EvidenceBox[] | null {
  if (!page.pageCode) return null
  const { gray, white } = view
  const marks = page.anchors.filter((a) => a.role === 'corner' && a.kind !== 'page-corner')
  const { pxPerMm } = placement
  const scales = { least: pxPerMm * 0.9, most: pxPerMm * 1.1 }
  const whole = { left: 0, top: 0, right: gray.width, bottom: gray.height }
  const step = coarseStep(marks, pxPerMm)
  const lists = collectCandidates(gray, white, marks, [whole], scales, 0.5, step)
  const own = placement.anchors.filter((a) => a.found)
  const others = lists.map((list) =>
    list.filter((c) => own.every((a) => Math.hypot(a.xPx - c.xPx, a.yPx - c.yPx) > 3 * pxPerMm)),
  )
  const limitsOfSecond = { scales, skewDeg: 14, tolerance: 0.02 }
  for (const hypothesis of hypothesise(marks, others, limitsOfSecond).slice(0, 40)) {
    const pairs = marks.flatMap((anchor, i) => {
      const match = hypothesis.matches[i]
      const from = { x: anchor.xMm, y: anchor.yMm }
      return match ? [{ anchor, from, to: { x: match.xPx, y: match.yPx } }] : []
    })
    const toPx = fitSimilarity(pairs)
    if (!toPx) continue
    const here = projectSheet(placement, page.widthMm / 2, 0)
    const there = projectSheet({ toPx }, page.widthMm / 2, 0)
    const apart = Math.hypot(here.x - there.x, here.y - there.y)
    if (apart < limits.secondSetMm * pxPerMm) continue
    const code = readPageCode({ ...view, toPx, feed: null }, page.pageCode, template)
    if (code.page === null) continue
    return pairs.map(({ anchor }) => boxAround({ toPx }, anchor, 3))
  }
  return null
}

/**
 * Print on paper beyond the page's end, where the picture is as wide as the page but longer. A page that
 * lies askew takes more room by itself: it is its own upright box beyond which is looked.
 */
function beyondThePage(
  view: InkView,
  page: TemplatePage,
  placement: Placement,
): EvidenceBox[] | null {
  const { gray, white } = view
  const isTurned = placement.rotation % 180 !== 0
  const { widthMm, heightMm } = page
  const own = boxAround(placement, { xMm: widthMm / 2, yMm: heightMm / 2, widthMm, heightMm }, 1)
  const [from, to, along] = isTurned
    ? [own.xPx, own.xPx + own.widthPx, gray.width]
    : [own.yPx, own.yPx + own.heightPx, gray.height]
  const across = isTurned ? gray.height - own.heightPx : gray.width - own.widthPx
  const { pxPerMm } = placement
  const isLonger =
    Math.max(0, from) + Math.max(0, along - to) > heightMm * limits.longerPage * pxPerMm
  if (!isLonger || across > widthMm * limits.longerPage * pxPerMm) return null
  const strips = [
    [0, from],
    [to, along],
  ].filter(([start, end]) => end! - start! > leastStripPx)
  const boxes = strips.map(([start, end]) =>
    isTurned ? pixelBox(start!, 0, end!, gray.height) : pixelBox(0, start!, gray.width, end!),
  )
  const printed = boxes.filter((box) => {
    let seen = 0
    let bright = 0
    let dark = 0
    for (let y = box.yPx + 4; y < box.yPx + box.heightPx - 4; y += 5) {
      for (let x = box.xPx + 4; x < box.xPx + box.widthPx - 4; x += 5) {
        const share = gray.data[y * gray.width + x]! / white.paper
        seen++
        if (share > limits.paperBeyond) bright++
        else if (share < limits.inkBeyond) dark++
      }
    }
    // A table or a lid is no paper, and paper without print no sheet.
    return bright > 0.6 * seen && dark > limits.printBeyond * bright
  })
  return printed.length > 0 ? printed : null
}
