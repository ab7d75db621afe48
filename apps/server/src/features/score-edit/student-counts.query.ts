import type { previewCounts, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { ABSENT, NO_RECORD, NOT_SELECTED, PRESENT } from '@hengjuan/domain'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { oddScores } from '../score/index.ts'

interface Filter {
  examId: number
  subjectId?: number | undefined
  schoolId?: number | undefined
  classId?: number | undefined
}

interface Row {
  candidate_id: number
  attendance: number
  special_flag: string | null
  total_milli: number | null
}

/** How many candidates there are of each kind, away from those who mark. */
export const countStudents = runInWorker(
  import.meta.url,
  'countStudents',
  async (reading, filter: Filter): Promise<ReplyOf<typeof previewCounts>> => {
    const { db } = reading
    const rows = await selectRows(db, filter)
    const people = [...Map.groupBy(rows, ({ candidate_id }) => candidate_id).values()]
    const count = (test: (own: readonly Row[]) => boolean) => people.filter(test).length
    const sat = (own: readonly Row[]) => own.filter(({ attendance }) => attendance === PRESENT)
    const missed = (own: readonly Row[]) =>
      own.filter(({ attendance }) => attendance === ABSENT || attendance === NO_RECORD)
    const isOf = new Set(rows.map(({ candidate_id }) => candidate_id))
    const alarms = (await oddScores.here(reading, filter.examId)).filter(
      (alarm) =>
        isOf.has(alarm.candidate_id) &&
        (filter.subjectId === undefined || alarm.subject_id === filter.subjectId),
    )
    return {
      registered: count((own) => own.some(({ attendance }) => attendance !== NOT_SELECTED)),
      present: count((own) => sat(own).length > 0),
      absent: count(
        (own) => sat(own).length === 0 && own.some(({ attendance }) => attendance === ABSENT),
      ),
      no_record: count(
        (own) =>
          sat(own).length === 0 &&
          missed(own).length > 0 &&
          missed(own).every(({ attendance }) => attendance === NO_RECORD),
      ),
      not_selected: count((own) => own.every(({ attendance }) => attendance === NOT_SELECTED)),
      misconduct: count((own) => own.some(({ special_flag }) => special_flag === 'misconduct')),
      scored: count(
        (own) => sat(own).length > 0 && sat(own).every(({ total_milli }) => total_milli !== null),
      ),
      partial: count((own) => sat(own).length > 0 && missed(own).length > 0),
      edited: (await selectEdited(db, filter)).filter((id) => isOf.has(id)).length,
      alarms: alarms.length,
    }
  },
)

const selectRows = (db: Db, filter: Filter): Promise<Row[]> =>
  db
    .selectFrom('candidate_subject as cs')
    .innerJoin('candidate', 'candidate.id', 'cs.candidate_id')
    .where('cs.exam_id', '=', filter.examId)
    .$if(filter.subjectId !== undefined, (query) =>
      query.where('cs.subject_id', '=', filter.subjectId ?? 0),
    )
    .$if(filter.schoolId !== undefined, (query) =>
      query.where('candidate.school_id', '=', filter.schoolId ?? 0),
    )
    .$if(filter.classId !== undefined, (query) =>
      query.where('candidate.class_id', '=', filter.classId ?? 0),
    )
    .select(['cs.candidate_id', 'cs.attendance', 'cs.special_flag', 'cs.total_milli'])
    .execute()

/** Candidates of whom somebody set a score, or another mark. */
async function selectEdited(db: Db, filter: Filter): Promise<number[]> {
  const edits = await db
    .selectFrom('score_edit')
    .where('exam_id', '=', filter.examId)
    .where('state', '=', 'applied')
    .where('undone_at', 'is', null)
    .where('kind', '<>', 'restore')
    .$if(filter.subjectId !== undefined, (query) =>
      query.where('subject_id', '=', filter.subjectId ?? 0),
    )
    .select('candidate_id')
    .distinct()
    .execute()
  const corrections = await db
    .selectFrom('score_correction')
    .where('exam_id', '=', filter.examId)
    .where('state', '=', 'applied')
    .$if(filter.subjectId !== undefined, (query) =>
      query.where('subject_id', '=', filter.subjectId ?? 0),
    )
    .select('candidate_id')
    .distinct()
    .execute()
  return [...new Set([...edits, ...corrections].map(({ candidate_id }) => candidate_id))]
}
