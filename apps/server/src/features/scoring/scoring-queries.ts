import type { Db, Listed } from '@hengjuan/db'
import { hasAny } from '@hengjuan/db'
import {
  type candidateList,
  keysOf,
  questionsOf,
  scorePointsOf,
  type SubjectPlace,
  unitFinalsOf,
} from './scored-question.query.ts'
import { subjectRoundsOf } from './subject-round.query.ts'

/** What the scores of candidates are made of, beside their stored rows; nothing where there are none. */
export const scoringQueries = (
  db: Db,
  subjects: SubjectLists,
  candidates: ReturnType<typeof candidateList> | null,
) => ({
  ...subjectQueries(db, candidates ? subjects : { places: [], unread: [] }),
  units: candidates ? unitFinalsOf(db, candidates) : undefined,
})

export interface SubjectLists {
  places: Listed<SubjectPlace>
  /** Of these, those whose rules are not known yet. */
  unread: Listed<SubjectPlace>
}

/** What the candidates of subjects are scored by. */
export const subjectQueries = (db: Db, { places, unread }: SubjectLists) => ({
  rounds: hasAny(places) ? subjectRoundsOf(db, places) : undefined,
  questions: hasAny(unread) ? questionsOf(db, unread) : undefined,
  keys: hasAny(unread) ? keysOf(db, unread) : undefined,
  points: hasAny(unread) ? scorePointsOf(db, unread) : undefined,
})
