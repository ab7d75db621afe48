import { formatMilli, type Milli } from '../../milli.ts'
import type { ScorePoint } from './grid.ts'

/** Where a sign lies: whole pixels of an image of the paper, from its top left corner, before any turn. */
interface Placed {
  /** Which image of an answer that continues elsewhere; 0 the first. */
  part: number
  x: number
  y: number
}

/** Something a marker drew on a paper. Zoom and rotation of the page do not touch it. */
export type Annotation =
  /** A line of the pen: x, y, x, y … in pixels of the image `part`. */
  | { kind: 'pen'; part: number; points: number[] }
  | (Placed & { kind: 'tick' | 'cross' | 'half' })
  | (Placed & { kind: 'text'; text: string })
  /** Points given where they are earned (or taken, below zero), for the score point of that index. */
  | (Placed & { kind: 'stamp'; milli: Milli; point: number })

/** What a paper's annotations may hold, so that a reading stays small: about 60 KB at the most. */
export const ANNOTATION_LIMITS = {
  /** Signs and lines on one paper. */
  marks: 200,
  /** Characters of a note. */
  text: 60,
  /** Numbers of one line: 150 places. */
  lineNumbers: 300,
  /** Numbers of all lines of a paper together. */
  numbers: 8000,
  /** Images of one answer. */
  parts: 8,
  /** Pixels; an A3 page at 600 dpi is smaller. */
  coordinate: 20_000,
} as const

/** What a stamp says: `+2`, `−0.5`. */
export const stampText = (milli: Milli): string =>
  milli > 0 ? `+${formatMilli(milli)}` : `−${formatMilli(-milli)}`

const numbersOf = (mark: Annotation): number => (mark.kind === 'pen' ? mark.points.length : 2)

/** Do the annotations of a paper keep within `ANNOTATION_LIMITS`, with lines of whole places? */
export const areAnnotationsBounded = (marks: readonly Annotation[]): boolean =>
  marks.length <= ANNOTATION_LIMITS.marks &&
  marks.reduce((sum, mark) => sum + numbersOf(mark), 0) <= ANNOTATION_LIMITS.numbers &&
  marks.every((mark) => mark.kind !== 'pen' || mark.points.length % 2 === 0)

/**
 * The score that the stamps of a point add up to: from zero, or from full marks where points are taken
 * away.
 *
 * @returns null when no stamp belongs to the point; `outside` when the sum is no legal score of it
 */
export function scoreOfStamps(
  marks: readonly Annotation[],
  index: number,
  point: ScorePoint,
  isDeductive: boolean,
): Milli | null | 'outside' {
  const stamps = marks.filter((mark) => mark.kind === 'stamp' && mark.point === index)
  if (stamps.length === 0) return null
  const score = stamps.reduce(
    (sum, mark) => sum + (mark.kind === 'stamp' ? mark.milli : 0),
    isDeductive ? point.fullMilli : 0,
  )
  const isLegal = score >= 0 && score <= point.fullMilli && score % point.stepMilli === 0
  return isLegal ? score : 'outside'
}
