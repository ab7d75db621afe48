import type { CropRegion, RegionReading, TemplatePage } from '@hengjuan/domain'
import type { Quad } from '../align/align-frame.ts'
import type { InkView } from '../align/ink-view.ts'
import type { AnswerArea } from './answer-area.ts'
import { answerArea, freeDots } from './answer-area.ts'
import { heldPage } from '../kernels/page-memory.ts'
import type { InkMask } from './ink-mask.ts'
import { dotsPerMm, inkMask } from './ink-mask.ts'
import { dropLongLines } from './long-lines.ts'
import { longestStroke } from './strokes.ts'

/** The first look takes every n-th row, a millimetre apart: what is written is taller. */
const coarseStep = dotsPerMm
/** More ink than this at first look is an answer; only what may be blank is looked at closely. */
const plainlyWritten = 0.02

/**
 * How much is written in an answer area: the share of ink after frame, bubbles, composition squares and
 * other print are taken off, 0 to 1, and, unless that is plenty, the extent of the largest connected
 * stroke.
 *
 * Where the template does not say what is printed inside (`printed` is absent), long straight lines are
 * taken off instead and printed text counts as ink: compare with the same area of other candidates. Its
 * strokes are not measured, since print has strokes too.
 *
 * @source domain rules 6.1; study in docs/blank-blocks.md
 */
export function measureInk(
  view: InkView,
  page: TemplatePage,
  region: CropRegion,
  quad: Quad,
): Pick<RegionReading, 'inkRatio' | 'strokeMm'> {
  const area = answerArea(page, region)
  if (region.printed) {
    const share = inkShare(view, inkMask(view, region, quad, coarseStep), area, coarseStep)
    if (share > plainlyWritten) return { inkRatio: rounded(share, 5) }
  }
  const mask = inkMask(view, region, quad)
  if (!region.printed) {
    dropLongLines(mask)
    return { inkRatio: rounded(inkShare(view, mask, area, 1), 5) }
  }
  return {
    inkRatio: rounded(inkShare(view, mask, area, 1), 5),
    strokeMm: rounded(longestStroke(mask, area) / dotsPerMm, 1),
  }
}

function inkShare(view: InkView, mask: InkMask, area: AnswerArea, every: number): number {
  const { runs, count } = freeDots(area, every)
  if (count === 0) return 0
  const { memory } = heldPage(view.gray)
  const { data } = mask
  const at = (data.byteOffset + data.length + 19) & ~3
  if (at + runs.byteLength > memory.workEnd) throw new RangeError('an area with too many stretches')
  memory.ints.set(runs, at >> 2)
  return memory.kernels.countDots(data.byteOffset, at, runs.length >> 1) / count
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))
