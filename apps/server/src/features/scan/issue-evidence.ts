import type { PageIssue, PageIssueCode } from '@hengjuan/domain'
import type { Point } from './geometry.ts'
import type { PageFacts } from './judge/facts.ts'
import { pageTarget } from './judge/pages.ts'

/** Written beside a frame on the picture. */
const LABELS: Record<PageIssueCode, string> = {
  BLANK_PAGE: '空白',
  ANCHORS_MISSING: '缺定位点',
  RESIDUAL_HIGH: '定位不准',
  SCALE_ODD: '比例异常',
  PAGE_CODE_UNREADABLE: '页码不清',
  PAGE_OF_OTHER_SHEET: '页码不符',
  LOW_CONTRAST: '太淡',
  BLURRED: '模糊',
  CLIPPED: '没有扫全',
  FOLDED_CORNER: '缺角',
  GRID_SHIFTED: '没有对准',
  SKEWED: '歪斜',
  SATURATED: '过黑过白',
  STREAKS: '竖线',
  DOUBLE_FEED: '第二张',
  WRONG_TEMPLATE: '模板不符',
  BACK_SIDE: '正反面不符',
  NO_COLOUR: '没有彩色',
}

export interface EvidenceRegion {
  page_seq: number
  label: string
  quad: Point[]
  tone: 'error' | 'info'
}

/** Where the reader saw what an exception about a whole page is about, what stops it first. */
export function evidenceRegions(
  exception: { category: string; target: string },
  pages: readonly PageFacts[],
): EvidenceRegion[] {
  return pages.flatMap(({ seq, reading }) => {
    if (exception.target !== pageTarget(seq)) return []
    const isShown = shownIssues(exception.category)
    return reading.issues
      .filter(isShown)
      .toSorted((a, b) => Number(b.blocking) - Number(a.blocking))
      .flatMap((issue) =>
        (issue.evidence ?? []).map((box): EvidenceRegion => ({
          page_seq: seq,
          label: LABELS[issue.code],
          quad: cornersOf(box),
          tone: isStrip(box) ? 'info' : 'error',
        })),
      )
  })
}

function shownIssues(category: string): (issue: PageIssue) => boolean {
  switch (category) {
    case 'positioning':
    case 'to_verify':
      return () => true
    case 'objective_box':
      return ({ code }) => code === 'GRID_SHIFTED'
    default:
      return () => false
  }
}

type Box = NonNullable<PageIssue['evidence']>[number]

function cornersOf({ xPx, yPx, widthPx, heightPx }: Box): Point[] {
  const [right, bottom] = [xPx + widthPx, yPx + heightPx]
  return [
    [xPx, yPx],
    [right, yPx],
    [right, bottom],
    [xPx, bottom],
  ]
}

/** A line over the whole page is no place to zoom to. */
const isStrip = ({ widthPx, heightPx }: Box) => heightPx > 20 * widthPx
