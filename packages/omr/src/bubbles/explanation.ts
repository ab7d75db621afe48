import type { BubbleFieldKind, FieldState } from '@hengjuan/domain'
import type { SheetInk } from './sheet-ink.ts'

/** One quantity that spoke for or against a mark. */
export interface FeatureVote {
  /** Chinese, for a person: what was measured. */
  name: string
  /** The measured quantity. */
  value: number
  /** What it adds to the log odds of a mark; the votes and `base` sum to `logit`. */
  logit: number
}

/** What was seen at one bubble, before anything was concluded. */
export interface BubbleLook {
  /** Grey of the bare paper around it, 0 to 255. */
  paper: number
  /** Mean ink of its inside, print included, 0 to 1. */
  darkness: number
  /** The part of that which is printed: what the empty bubble has on this sheet. */
  print: number
  /** How far its group lies from where the page's geometry puts it, millimetres to the right and down. */
  shiftMm: [number, number]
}

/** Why one bubble was read as it was. */
export interface BubbleExplanation {
  look: BubbleLook
  value: string
  column: number
  /** Darkness above the printed empty bubble, 0 to 1. */
  excess: number
  /** Dark strokes above those of the printed empty bubble, share of the area; null where its print is not known. */
  core: number | null
  /** Darkness on this sheet's own scale, 0 its empty bubbles, 1 its typical mark. */
  level: number
  /** Share of its printed outline that was met, 1 where none is printed or ink hides it. */
  seen: number
  /** `empty`, a trace too `weak` to be a mark, or a `mark`. */
  verdict: 'empty' | 'weak' | 'mark'
  /** Log odds of a mark before any feature speaks. */
  base: number
  votes: FeatureVote[]
  /** Log odds of a mark, the bubble looked at alone. */
  logit: number
  /** Probability that the candidate meant this bubble, given its whole field: `BubbleReading.filled`. */
  filled: number
}

/** Why a field (or one column of an exam number) was read as it was. */
export interface FieldExplanation {
  id: string
  kind: BubbleFieldKind
  /** Digit position of an exam number; 0 elsewhere. */
  column: number
  state: FieldState
  values: string[]
  confidence: number
  doubtful: boolean
  /** The rule that settled it, for instance `twoMarks`; `clear` where every check was passed. */
  rule: string
  /** What that rule says of this field, in Chinese, never empty. */
  sentence: string
  /** Levels of this sheet that the bubbles were held against. */
  ink: SheetInk
  bubbles: BubbleExplanation[]
}
