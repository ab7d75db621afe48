import type { Progress } from '../SubjectLines.tsx'
import type { Move } from './MoveDialog.tsx'

/** The next step of every subject whose way is free. */
export const movesOf = (subjects: readonly Progress[]): Move[] =>
  subjects.flatMap(({ subject_id, name, next_status, gates }) =>
    next_status !== null && gates.every(({ blocking }) => !blocking)
      ? [{ subject_id, name, status: next_status }]
      : [],
  )
