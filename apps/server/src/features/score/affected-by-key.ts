import type { Db } from '@hengjuan/db'
import type { ScoreOverrides } from '@hengjuan/domain'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import {
  type KeyRule,
  objectivePart,
  type ScoredQuestion,
  type StoredAnswer,
  type SubjectPlace,
  subjectRounding,
} from '../scoring/index.ts'

/** A key that a question is to have. */
export interface PlannedKey {
  place: SubjectPlace
  questions: ScoredQuestion[]
  question: ScoredQuestion
  /** Whether it is the one of the version before. */
  isUndo: boolean
  key: { version: number; answer: string[]; rule: KeyRule }
}

interface AffectedCandidate {
  candidate_id: number
  exam_no: string
  name: string
  answer: string[] | null
  before_milli: number | null
  after_milli: number | null
  total_before_milli: number | null
  total_after_milli: number | null
}

/** Who sat, and whose scores would be others. */
export interface Affected {
  present: number
  affected: AffectedCandidate[]
}

/** Who would have other scores, away from those who mark: it goes through the answers of all. */
export const affectedBy = runInWorker(
  import.meta.url,
  'affectedBy',
  async ({ db }, { place, questions, question: before, key }: PlannedKey): Promise<Affected> => {
    const after = { ...before, key }
    const rounded = await subjectRounding(
      db,
      place.exam_id,
      place.subject_id,
      questions.map((one) => (one.id === after.id ? after : one)),
    )
    const rows = await selectAnswers(db, place)
    const affected = rows.flatMap((row): AffectedCandidate[] => {
      const answers = JSON.parse(row.answers ?? '{}') as Record<string, StoredAnswer>
      const overrides = JSON.parse(row.overrides ?? '{}') as ScoreOverrides
      const [was, will] = [before, after].map(
        (question) => objectivePart([question], answers, overrides).items[question.id] ?? null,
      ) as [number | null, number | null]
      return was === will
        ? []
        : [
            {
              candidate_id: row.id,
              exam_no: row.exam_no,
              name: row.name,
              answer: answers[before.id]?.answer ?? null,
              before_milli: was,
              after_milli: will,
              total_before_milli: row.total_milli,
              total_after_milli:
                row.objective_milli === null || row.subjective_milli === null
                  ? null
                  : rounded(row.objective_milli + row.subjective_milli - (was ?? 0) + (will ?? 0)),
            },
          ]
    })
    return { present: rows.length, affected }
  },
)

const selectAnswers = (db: Db, { exam_id, subject_id }: SubjectPlace) =>
  db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .where('candidate_subject.exam_id', '=', exam_id)
    .where('candidate_subject.subject_id', '=', subject_id)
    .where('candidate_subject.attendance', '=', 0)
    .select(['candidate.id', 'candidate.exam_no', 'candidate.name'])
    .select([
      'candidate_subject.answers',
      'candidate_subject.overrides',
      'candidate_subject.objective_milli',
      'candidate_subject.subjective_milli',
      'candidate_subject.total_milli',
    ])
    .orderBy('candidate.exam_no')
    .execute()
