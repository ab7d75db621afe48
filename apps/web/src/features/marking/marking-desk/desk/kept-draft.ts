import type { Annotation } from '@hengjuan/domain'
import { entryOf } from '../../marking-core/entry/score-entry.ts'
import type { Paper } from '../../marking-core/paper/paper.ts'

/** What was begun on papers that are not handed in: it outlives a reload of the page. */
const keyOf = (readingId: number): string => `hengjuan-draft-${readingId}`

interface Draft {
  scores: (number | null)[]
  marks: Annotation[]
  flags: string[]
  flagNote?: string
  pressed?: string[]
  /** The point in hand, and what was typed for it and not closed. */
  at?: number
  buffer?: string
  /** How long it was worked on. */
  activeMs?: number
  /** Were points taken away when it was begun? */
  isDeductive?: boolean
}

export function keepDraft({ task, rules, entry, marks, flags, flagNote, activeMs }: Paper): void {
  const scores = [...entry.scores]
  const pressed = [...entry.pressed]
  const { isDeductive } = rules
  const draft: Draft = {
    scores,
    marks: [...marks],
    flags: [...flags],
    flagNote,
    pressed,
    at: entry.at,
    buffer: entry.buffer,
    activeMs,
    isDeductive,
  }
  try {
    sessionStorage.setItem(keyOf(task.reading_id), JSON.stringify(draft))
  } catch {
    // Without room, or in a window that stores nothing, the paper is on the screen all the same.
  }
}

export const dropDraft = (readingId: number): void => sessionStorage.removeItem(keyOf(readingId))

/** The paper with what was begun on it before the page was loaded anew. */
export function withDraft(paper: Paper): Paper {
  const text = sessionStorage.getItem(keyOf(paper.task.reading_id))
  if (text === null) return paper
  const draft = JSON.parse(text) as Draft
  const {
    scores,
    marks,
    flags,
    flagNote = '',
    pressed,
    isDeductive,
    buffer = '',
    activeMs = 0,
  } = draft
  if (scores.length !== paper.rules.points.length) return paper
  // What begins full is no score that somebody gave: it does not outlive a change of how scores are given.
  if ((isDeductive ?? paper.rules.isDeductive) !== paper.rules.isDeductive)
    return { ...paper, marks, flags, flagNote, activeMs }
  const missing = Math.max(0, scores.indexOf(null))
  const at = buffer === '' ? missing : (draft.at ?? missing)
  return {
    ...paper,
    entry: { ...entryOf(scores, pressed), at, buffer },
    marks,
    flags,
    flagNote,
    activeMs,
  }
}
