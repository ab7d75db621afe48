import type { Annotation, Milli } from '@hengjuan/domain'

/** What somebody gives a paper. */
export interface Given {
  idemKey: string
  scores: readonly (Milli | null)[]
  flags?: readonly string[] | undefined
  /** What they wrote beside the flags. */
  flagNote?: string | undefined
  activeMs?: number | undefined
  traces?: readonly Annotation[] | null | undefined
  /** Version of the rubric that they had before them; the one that holds where it is not said. */
  rubricVersion?: number | undefined
  /** Ids of its entries that the scores were given by. */
  pressed?: readonly string[] | undefined
}

/** What a marker gives a paper. */
export interface Judgement extends Given {
  markerId: number
  blockId: number
  readingId: number
}

/** What somebody gives a paper, as calls carry it. */
export const givenIn = (body: {
  idem_key: string
  scores?: readonly (Milli | null)[]
  flags?: readonly string[]
  flag_note?: string
  active_ms?: number
  traces?: readonly Annotation[] | null
  rubric_version?: number
  pressed_entries?: readonly string[]
}): Given => ({
  idemKey: body.idem_key,
  scores: body.scores ?? [],
  flags: body.flags,
  flagNote: body.flag_note,
  activeMs: body.active_ms,
  traces: body.traces,
  rubricVersion: body.rubric_version,
  pressed: body.pressed_entries,
})

export interface Submitted {
  readingId: number
  outcome: 'submitted' | 'repeat' | 'problem'
  /** It was a seed, and its marker is stopped by what they gave it. */
  stops?: boolean
}
