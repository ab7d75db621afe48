import type { Db } from '@hengjuan/db'
import type { Milli } from '@hengjuan/domain'
import type { InferResult } from 'kysely'
import {
  keysOf,
  questionsOf,
  type ScoredQuestion,
  scoredQuestions,
  scorePointsOf,
  type SubjectPlace,
} from './scored-question.query.ts'
import { roundingOf, subjectRoundsOf } from './subject-round.query.ts'

/** What the candidates of a subject are scored by. */
export interface SubjectRules {
  /** Scores come by a table: nothing here makes any. */
  isImported: boolean
  questions: readonly ScoredQuestion[]
  /** Of exact totals, the totals as the subject wants them. */
  rounded: (exactMilli: Milli) => Milli
  /** Score points by block, in the order in which a unit's points are stored. */
  points: ReadonlyMap<number, readonly { question_id: number | null; full_milli: number }[]>
}

export const placeOf = ({ exam_id, subject_id }: SubjectPlace): string => `${exam_id} ${subject_id}`

/** Of subjects whose scores come by a table. @source platform 4.1 */
const IMPORT_MODE = 4

/** The rows that the rules of subjects are made of. */
export const subjectQueries = (db: Db, places: readonly SubjectPlace[]) => ({
  rounds: subjectRoundsOf(db, places),
  questions: questionsOf(db, places),
  keys: keysOf(db, places),
  points: scorePointsOf(db, places),
})

type Rows = {
  [Name in keyof ReturnType<typeof subjectQueries>]: InferResult<
    ReturnType<typeof subjectQueries>[Name]
  >
}

/** Rules of subjects, by `placeOf`. */
export function subjectRules({ rounds, questions, keys, points }: Rows): Map<string, SubjectRules> {
  const questionsIn = Map.groupBy(questions, placeOf)
  const pointsIn = Map.groupBy(points, placeOf)
  return new Map(
    rounds.map((round) => {
      const place = placeOf(round)
      const scored = scoredQuestions(questionsIn.get(place) ?? [], keys)
      const rules = {
        isImported: round.mode === IMPORT_MODE,
        questions: scored,
        rounded: roundingOf(round, scored),
        points: Map.groupBy(pointsIn.get(place) ?? [], ({ block_id }) => block_id),
      }
      return [place, rules]
    }),
  )
}
