import type { PageGeometry } from '@hengjuan/sheet'
import type { Hand } from './handwriting.ts'
import { writeDigit } from './handwriting.ts'
import type { Pen } from './pen-marks.ts'
import { drawMark } from './pen-marks.ts'
import type { Random } from './random.ts'
import type { Brush } from './raster.ts'

/** What marker and invigilator put on a sheet that is marked before it is scanned. */
export interface HandMarking {
  /** Thousandths by block key; a block without a mark stays empty. */
  scores: Record<string, number>
  misconduct: boolean
  /** `A`, `B`; null where the candidate forgot. */
  paperVariant: string | null
}

/** Enters marks, misconduct and the paper's variant on one page of a sheet. */
export function markByHand(
  brush: Brush,
  page: PageGeometry,
  marking: HandMarking,
  by: { pen: Pen; hand: Hand; random: Random },
): void {
  for (const field of page.fields) {
    const fill = (value: string) => {
      const bubble = field.bubbles.find((each) => each.value === value)
      if (!bubble) throw new Error(`${field.id} has no cell ${value}`)
      drawMark(brush, bubble, 'full', by.pen, by.random)
    }
    if (field.kind === 'misconduct' && marking.misconduct) fill('misconduct')
    if (field.kind === 'paperVariant' && marking.paperVariant) fill(marking.paperVariant)
    const score = marking.scores[field.id.slice('score:'.length)]
    if (field.kind === 'score' && score !== undefined) scoreCells(score).forEach(fill)
  }
  for (const { blockKey, decimals, cells } of page.digitFields ?? []) {
    const score = marking.scores[blockKey]
    if (score === undefined) continue
    const digits = scoreDigits(score, cells.length, decimals)
    for (const [index, box] of cells.entries()) {
      const { random, hand } = by
      writeDigit(
        brush,
        digits[index]!,
        box.xMm + random.normal() * 0.6,
        box.yMm + random.normal() * 0.6,
        // Some write large: their strokes meet the box.
        box.heightMm * (random.chance(0.2) ? random.between(0.8, 1) : random.between(0.5, 0.78)),
        hand,
        random,
      )
    }
  }
}

/** Cells that a mark fills: tens, units (zero only for no points at all) and the half. */
function scoreCells(score: number): string[] {
  const points = Math.floor(score / 1000)
  const tens = points - (points % 10)
  return [
    ...(tens > 0 ? [String(tens)] : []),
    ...(points % 10 > 0 || score === 0 ? [String(points % 10)] : []),
    ...(score % 1000 === 500 ? ['0.5'] : []),
  ]
}

/** Digits of a mark in its boxes, leading boxes left empty. */
function scoreDigits(score: number, boxes: number, decimals: number): string[] {
  const whole = String(Math.floor(score / 1000)).padStart(boxes - decimals, ' ')
  const part = String(score % 1000)
    .padStart(3, '0')
    .slice(0, decimals)
  return [...whole, ...part]
}
