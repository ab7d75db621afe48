import type { Db, Listed } from '@hengjuan/db'
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
  places: Listed<SubjectPlace>,
  candidates: ReturnType<typeof candidateList> | null,
) => ({
  questions: candidates ? questionsOf(db, places) : undefined,
  keys: candidates ? keysOf(db, places) : undefined,
  rounds: candidates ? subjectRoundsOf(db, places) : undefined,
  points: candidates ? scorePointsOf(db, places) : undefined,
  units: candidates ? unitFinalsOf(db, candidates) : undefined,
})
