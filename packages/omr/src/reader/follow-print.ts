import type { BubbleField } from '@hengjuan/domain'
import { isUneven } from '../align/row-fit.ts'
import type { FieldsResult, GroupFit } from '../bubbles/read-fields.ts'
import { isBlackAndWhite } from '../bubbles/scan-tone.ts'
import { readFields } from '../bubbles/read-fields.ts'
import type { PrintedFeed } from '../locate/feed-of-print.ts'
import { feedOfPrint } from '../locate/feed-of-print.ts'
import { followedPlacement } from '../locate/placement.ts'
import { qualityThresholds } from '../quality/thresholds.ts'
import type { Attempt } from './attempt.ts'
import { isSurelyPlaced, resultOf } from './attempt.ts'
import { isBurnt } from './washed-out.ts'
import { readElsewhere, unsureOfSlip } from './slip-doubts.ts'

/** Groups of a page that was fed evenly are met better than this, and lie nearer to their places. */
const metWell = 0.8
const nearMm = 0.6
/** Marks that show less slip than this leave no room for a whole row between two of them. */
const evenMm = 0.35
/** Less than this is no slip but the play of print and paper. */
const leastSlipMm = 0.3
/** Without a page code more than this may as well be another form, whose grids lie elsewhere. */
const mostUncodedMm = 2.2
/** so that further than this it is not looked for there: that is most of what reading a small picture costs. */
const uncodedReachMm = 3
/** Rows that are followed one by one lie nearer than this to where they were followed to. */
const followedReachMm = 0.9
/** A millimetre of shift counts as much as this share of outlines. */
const worthOfShift = 0.1
/** The print must not be met worse than before by more than this. */
const mostLoss = 0.05

/**
 * Reads the fields; where outlines are missed or lie astray, or the marks tell of slip, the paper may have
 * slipped between two marks, and the rows and frames that are printed there tell how. A row that could as
 * well be its neighbour is doubted. An even page costs nothing.
 */
export function followPrint(attempt: Attempt): Attempt {
  const result = resultOf(attempt)
  const printed = outlined(result)
  if (printed.length === 0 || isEven(attempt, printed)) return attempt
  if (isPlacedByPaper(attempt)) return withoutOutlines(attempt)
  const tracked = slipOf(attempt)
  if (!tracked || tracked.slipMm < leastSlipMm) return withoutOutlines(attempt)
  if (!attempt.code && tracked.slipMm > mostUncodedMm) return withoutOutlines(attempt)
  const view = { ...attempt.view, feed: tracked.feed }
  const followed = readFields(view, attempt.page.fields, followedReachMm)
  const unsure = unsureOfSlip(tracked, followed)
  if (fitOf(followed) > fitOf(result) - mostLoss) {
    const placement = followedPlacement(attempt.placement, tracked.feed)
    return { ...attempt, view, placement, result: followed, unsure }
  }
  for (const id of readElsewhere(tracked, result, attempt.view)) unsure.add(id)
  return { ...withoutOutlines(attempt), unsure }
}

/**
 * Print lies a millimetre or so anywhere on the paper, and what lies on a table is bent and was fed by no
 * rollers: on a page that is found by its paper's corners every grid is off, and that tells nothing of slip.
 */
const isPlacedByPaper = ({ placement }: Attempt): boolean =>
  placement.anchors.some(({ anchor }) => anchor.kind === 'page-corner')

/** Do marks and outlines agree that the paper was fed evenly? */
function isEven({ placement }: Attempt, printed: readonly GroupFit[]): boolean {
  const { feed } = placement
  if (feed && Math.max(...feed.shift) - Math.min(...feed.shift) > evenMm) return false
  return printed.every(
    (g) => g.quality >= metWell && g.shiftMm <= nearMm && !isUneven(g.bubbles, g.shifts, g.seen),
  )
}

/** The slip along the axis on which the paper was fed: one that the marks tell, or else the one with more. */
function slipOf({ view, page, placement, code }: Attempt): PrintedFeed | null {
  const reachMm = code ? undefined : uncodedReachMm
  const along = (axis: 'x' | 'y') => feedOfPrint(view, page, axis, placement.anchors, reachMm)
  if (view.feed) return along(view.feed.axis)
  const down = along('y')
  if (down && down.slipMm >= leastSlipMm) return down
  return along('x') ?? down
}

/**
 * A scan in black and white may have lost the fine outlines altogether. Where the marks leave no doubt about
 * the place, the bubbles of such a grid are read where the marks put them.
 */
function withoutOutlines(attempt: Attempt): Attempt {
  const { placement, code, view, page } = attempt
  const result = resultOf(attempt)
  const lost = new Set(
    outlined(result)
      .filter((g) => g.quality < qualityThresholds.goodGroup)
      .map((g) => g.group),
  )
  if (lost.size === 0 || !isSurelyPlaced(placement, code)) return attempt
  if (!isBlackAndWhite(view.white) && !isBurnt(view.white)) return attempt
  const fields = page.fields.map((field): BubbleField =>
    lost.has(field.group) ? { ...field, outlined: false } : field,
  )
  return { ...attempt, result: readFields(view, fields), lostOutlines: [...lost] }
}

const outlined = ({ groups }: FieldsResult): GroupFit[] => groups.filter((g) => g.outlined)

/** How well the worst group is met. */
const fitOf = (result: FieldsResult): number =>
  Math.min(...outlined(result).map((g) => g.quality - worthOfShift * g.shiftMm))
