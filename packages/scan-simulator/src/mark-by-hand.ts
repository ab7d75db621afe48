import type { SheetDesign } from '@hengjuan/domain'
import { formatMilli, WRITTEN_TOTAL } from '@hengjuan/domain'
import type { PageGeometry } from '@hengjuan/sheet'
import { blocksOf } from '@hengjuan/sheet'
import type { Hand } from './handwriting.ts'
import { writeDigit } from './handwriting.ts'
import type { Pen } from './pen-marks.ts'
import { drawMark } from './pen-marks.ts'
import type { Random } from './random.ts'
import type { Brush } from './raster.ts'
import type { DigitTruth, EntryTruth } from './truth.ts'

/** What marker and invigilator put on a sheet that is marked before it is scanned. */
export interface HandMarking {
  /** Thousandths by block key, and by `WRITTEN_TOTAL`; a block without a mark stays empty. */
  scores: Record<string, number>
  misconduct: boolean
  /** `A`, `B`; null where the candidate forgot. */
  paperVariant: string | null
}

/** Marks of every kind: none, zero, tens, halves, the full mark, and now and then a block that nobody marked. */
export function makeMarking(design: SheetDesign, random: Random): HandMarking {
  const scores: Record<string, number> = {}
  for (const { key, fullMilli, scorePoints } of blocksOf(design)) {
    const step = Math.min(...scorePoints.map(({ stepMilli }) => stepMilli))
    if (!random.chance(0.1)) scores[key] = random.integer(0, fullMilli / step) * step
  }
  if (design.totalEntry)
    scores[WRITTEN_TOTAL] = Object.values(scores).reduce((sum, mark) => sum + mark, 0)
  return {
    scores,
    misconduct: random.chance(0.3),
    paperVariant: random.chance(0.1) ? null : random.pick(['A', 'B']),
  }
}

/** Enters marks, misconduct and the paper's variant on one page of a sheet. */
export function markByHand(
  brush: Brush,
  page: PageGeometry,
  marking: HandMarking,
  by: { pen: Pen; hand: Hand; random: Random },
): { entries: EntryTruth[]; digits: DigitTruth[] } {
  const entries: EntryTruth[] = []
  for (const field of page.fields) {
    const entry = entryOf(field, marking)
    if (!entry) continue
    entries.push(entry)
    for (const value of entry.cells) {
      const bubble = field.bubbles.find((each) => each.value === value)
      if (!bubble) throw new Error(`${field.id} has no cell ${value}`)
      drawMark(brush, bubble, 'full', by.pen, by.random)
    }
  }
  const digitTruths: DigitTruth[] = []
  for (const { blockKey, decimals, cells } of page.digitFields ?? []) {
    const score = marking.scores[blockKey]
    digitTruths.push({ blockKey, scoreMilli: score ?? null, expect: 'clear' })
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
  return { entries, digits: digitTruths }
}

/** What is filled in of a field that is not the candidate's; null for the candidate's. */
function entryOf(
  { id, kind }: PageGeometry['fields'][number],
  { scores, misconduct, paperVariant }: HandMarking,
): EntryTruth | null {
  const plain = (cells: string[]): EntryTruth => ({
    fieldId: id,
    meant: cells,
    cells,
    expect: 'clear',
  })
  if (kind === 'misconduct') return plain(misconduct ? ['misconduct'] : [])
  if (kind === 'paperVariant') return plain(paperVariant === null ? [] : [paperVariant])
  if (kind !== 'score') return null
  const score = scores[id.slice('score:'.length)]
  // A block without a mark must be looked at.
  if (score === undefined) return { ...plain([]), expect: 'doubtful' }
  return { ...plain(scoreCells(score)), meant: [formatMilli(score)] }
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
