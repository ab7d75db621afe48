import type { BubbleField } from '@hengjuan/domain'
import type { InkView } from '../align/ink-view.ts'
import type { FieldsResult, GroupFit } from '../bubbles/read-fields.ts'
import { isBlackAndWhite } from '../bubbles/scan-tone.ts'
import { readFields } from '../bubbles/read-fields.ts'
import { feedOfPrint } from '../locate/feed-of-print.ts'
import { pageInk } from '../quality/page-ink.ts'
import { qualityThresholds } from '../quality/thresholds.ts'
import type { Attempt } from './attempt.ts'
import { isSurelyPlaced, resultOf } from './attempt.ts'

/** Outlines of a group that lies where the page geometry says are met better than this. */
const metWell = 0.8
/** Groups lie nearer than this to where the marks put them, unless the paper slipped between two marks. */
const nearMm = 0.6
/** A millimetre of shift counts as much as this share of outlines. */
const worthOfShift = 0.1
/** Following the print must gain at least this. */
const leastGain = 0.04

/**
 * Reads the fields; where outlines are missed or lie astray, the paper may have slipped between two marks,
 * and the rows and frames that are printed there tell how. Returns the attempt by which they are met best.
 */
export function followPrint(attempt: Attempt): Attempt {
  const result = resultOf(attempt)
  const printed = outlined(result)
  const isMet = printed.every((g) => g.quality >= metWell && g.shiftMm <= nearMm)
  if (isMet || printed.length === 0) return attempt
  const feed = feedOfPrint(attempt.view, attempt.page)
  if (!feed) return withoutOutlines(attempt)
  const view = { ...attempt.view, feed }
  const followed = readFields(view, attempt.page.fields)
  return fitOf(followed) > fitOf(result) + leastGain
    ? { ...attempt, view, placement: { ...attempt.placement, feed }, result: followed }
    : withoutOutlines(attempt)
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
  if (!isBlackAndWhite(view.white) && !isBurnt(view)) return attempt
  const fields = page.fields.map((field): BubbleField =>
    lost.has(field.group) ? { ...field, outlined: false } : field,
  )
  return { ...attempt, result: readFields(view, fields), lostOutlines: [...lost] }
}

/** So bright that pale print is gone: nearly everything that is not black is full white. */
const isBurnt = ({ white }: InkView): boolean => {
  const { burnt, inkRatio } = pageInk(white)
  return burnt + inkRatio >= qualityThresholds.burnt
}

const outlined = ({ groups }: FieldsResult): GroupFit[] => groups.filter((g) => g.outlined)

/** How well the worst group is met. */
const fitOf = (result: FieldsResult): number =>
  Math.min(...outlined(result).map((g) => g.quality - worthOfShift * g.shiftMm))
