import type { DigitField, DigitFieldReading } from '@hengjuan/domain'
import { MILLI_PER_POINT } from '@hengjuan/domain'
import type { PlacedBubble } from '../align/align-group.ts'
import { alignGroup } from '../align/align-group.ts'
import { planTargets } from '../align/outline-search.ts'
import type { InkView } from '../align/ink-view.ts'
import { outlineOf } from '../align/outline-points.ts'
import { cutCell } from './cut-cell.ts'
import { classCount, classify, trainedNetwork } from './digit-classifier.ts'
import { digitFeatures } from './digit-features.ts'
import type { InkCell } from './ink-cell.ts'
import { cleanCell } from './ink-cell.ts'

/** Furthest a row of boxes may lie from where the page geometry puts it. */
const reachMm = 1.2
/** A box of which less of the outline is seen is not where it is looked for. */
const leastOutline = 0.4
/** Less ink than this is a dot or a slip of the pen: neither an empty box nor a digit. */
const leastStrokeMm2 = 0.5
/** A digit that the classifier believes in less is not proposed. */
const leastProbability = 0.5
/** How sure an empty box is. */
const sureOfEmpty = 0.99

type CellReading = DigitFieldReading['cells'][number]

/**
 * Reads handwritten digits in printed boxes. What comes out is a proposal, whatever its probability: a
 * person confirms every one.
 */
export function readDigits(view: InkView, fields: readonly DigitField[]): DigitFieldReading[] {
  return fields.map((field) => {
    const cells = readCells(view, field)
    const text = cells.map((cell) => cell.digit).join('')
    const scoreMilli = scoreOf(field, text)
    const confidence =
      scoreMilli === null ? 0 : cells.reduce((product, cell) => product * cell.confidence, 1)
    const { id, blockKey } = field
    return { id, blockKey, text, scoreMilli, confidence: round(confidence, 4), cells }
  })
}

function readCells(view: InkView, field: DigitField): CellReading[] {
  const boxes = field.cells.map((cell) => asBubble(field, cell))
  const { offsets, seen } = alignGroup(view, boxes, planTargets(boxes), reachMm)
  return field.cells.map((box, i): CellReading => {
    const cut = cutCell(view, box, offsets[i]!, freeAround(field, box))
    const isThere = cut && seen[i]! >= leastOutline
    const { digit, confidence } = isThere ? readCell(cut.cell) : { digit: '?', confidence: 0 }
    return {
      digit,
      confidence: round(confidence, 4),
      xPx: round(cut?.xPx ?? 0, 1),
      yPx: round(cut?.yPx ?? 0, 1),
    }
  })
}

/** Space between a box and the nearest other box of its row. */
const freeAround = (field: DigitField, box: DigitField['cells'][number]): number =>
  Math.min(
    ...field.cells
      .filter((other) => other !== box)
      .map((other) => Math.abs(other.xMm - box.xMm) - (other.widthMm + box.widthMm) / 2),
    Number.POSITIVE_INFINITY,
  )

/** The aligner knows bubbles: a box is one that nothing is printed in. */
function asBubble(field: DigitField, cell: DigitField['cells'][number]): PlacedBubble {
  const bubble = { ...cell, value: '', label: '', column: 0 }
  return {
    bubble,
    outline: outlineOf(bubble, 'rect'),
    field: {
      id: field.id,
      kind: 'score',
      direction: 'horizontal',
      multiple: false,
      shape: 'rect',
      outlined: true,
      group: field.id,
      bubbles: [bubble],
    },
  }
}

/** The digit of one box: `?` for what is none, a space for an empty box. */
function readCell(cell: InkCell): { digit: string; confidence: number } {
  const clean = cleanCell(cell)
  if (clean.areaMm2 === 0) return { digit: ' ', confidence: sureOfEmpty }
  // A digit without the stroke that left its box may look like another digit: a 7 like a 1.
  if (clean.isCut) return { digit: '?', confidence: 0 }
  if (clean.areaMm2 < leastStrokeMm2) return { digit: '?', confidence: 0 }
  const features = digitFeatures(clean)
  if (!features) return { digit: '?', confidence: 0 }
  const shares = classify(trainedNetwork(), features)
  const best = shares.indexOf(Math.max(...shares))
  const isDigit = best < classCount - 1 && shares[best]! >= leastProbability
  return { digit: isDigit ? String(best) : '?', confidence: isDigit ? shares[best]! : 0 }
}

/**
 * The number that the boxes say: whole part before the decimals, empty boxes before the first digit,
 * empty decimals for none. A gap after a digit of the whole part could be read two ways, so it is not
 * read at all; nor is a number above the full mark.
 */
function scoreOf({ decimals, fullMilli }: DigitField, text: string): number | null {
  const whole = text.slice(0, text.length - decimals)
  const part = text.slice(text.length - decimals)
  if (!/^ *\d+$/.test(whole) || !/^\d* *$/.test(part)) return null
  const fraction = Number(part.trim().padEnd(3, '0').slice(0, 3))
  const score = Number(whole) * MILLI_PER_POINT + fraction
  return fullMilli !== undefined && score > fullMilli ? null : score
}

const round = (value: number, digits: number) => Number(value.toFixed(digits))
