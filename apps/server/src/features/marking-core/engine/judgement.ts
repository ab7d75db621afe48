import type { Annotation, Milli } from '@hengjuan/domain'

/** What a marker gives a paper. */
export interface Judgement {
  markerId: number
  blockId: number
  readingId: number
  idemKey: string
  scores: readonly (Milli | null)[]
  flags?: readonly string[] | undefined
  /** What the marker wrote beside the flags. */
  flagNote?: string | undefined
  activeMs?: number | undefined
  traces?: readonly Annotation[] | null | undefined
  /** Version of the rubric that they had before them; the one that holds where it is not said. */
  rubricVersion?: number | undefined
  /** Ids of its entries that the scores were given by. */
  pressed?: readonly string[] | undefined
}

export interface Submitted {
  readingId: number
  outcome: 'submitted' | 'repeat' | 'problem'
  /** It was a seed, and its marker is stopped by what they gave it. */
  stops?: boolean
}
