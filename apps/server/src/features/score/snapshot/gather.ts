import type { Db } from '@hengjuan/db'
import type { Attendance } from '@hengjuan/domain'
import type { ItemScores, StoredAnswer } from '../../scoring/index.ts'
import { type ExamManifest, selectManifest } from './manifest.query.ts'
import type { SnapshotCandidate, SnapshotSubject, SnapshotSubjectResult } from './snapshot-data.ts'

/** Candidates and their subject results before ranks are known. */
export interface GatheredScores {
  manifest: ExamManifest
  candidates: SnapshotCandidate[]
}

/** Reads everything that a version is made of. Whoever stores it sees to it that nothing of it changes meanwhile. */
export async function gatherScores(db: Db, examId: number): Promise<GatheredScores> {
  const manifest = await selectManifest(db, examId)
  const results = await selectResults(db, examId, manifest.subjects)
  const people = await db
    .selectFrom('candidate')
    .where('exam_id', '=', examId)
    .selectAll()
    .orderBy('exam_no')
    .execute()
  return {
    manifest,
    candidates: people.map((person) => ({
      candidateId: person.id,
      studentId: person.student_id,
      classId: person.class_id,
      schoolId: person.school_id,
      examNo: person.exam_no,
      name: person.name,
      namePinyin: person.name_pinyin,
      totalMilli: null,
      partial: false,
      rankSchool: null,
      rankClass: null,
      subjects: results.get(person.id) ?? {},
    })),
  }
}

/** Candidate id -> subject id -> result, without ranks. */
async function selectResults(
  db: Db,
  examId: number,
  subjects: readonly SnapshotSubject[],
): Promise<Map<number, Record<string, SnapshotSubjectResult>>> {
  const byId = new Map(subjects.map((subject) => [subject.id, subject]))
  const rows = await db
    .selectFrom('candidate_subject')
    .selectAll()
    .where('exam_id', '=', examId)
    .execute()
  const blanks = await selectNotResponded(db, examId)
  const unmarked = await selectNoMark(db, examId)
  const results = new Map<number, Record<string, SnapshotSubjectResult>>()
  for (const row of rows) {
    const subject = byId.get(row.subject_id)
    if (!subject) continue
    const scores = JSON.parse(row.item_scores ?? '{}') as ItemScores
    const answers = JSON.parse(row.answers ?? '{}') as Record<string, StoredAnswer>
    const own = results.get(row.candidate_id) ?? {}
    const notResponded = blanks.get(row.candidate_id)?.get(row.subject_id)
    const noMark = unmarked.get(row.candidate_id)?.get(row.subject_id)
    own[row.subject_id] = {
      attendance: row.attendance as Attendance,
      totalMilli: row.total_milli,
      objectiveMilli: row.objective_milli,
      subjectiveMilli: row.subjective_milli,
      rankSchool: null,
      rankClass: null,
      items: subject.questions.map(({ id }) => scores[id] ?? null),
      answers: subject.questions.map(({ id, objective }) =>
        objective ? (answers[id]?.answer?.join('') ?? '') : null,
      ),
      ...(notResponded ? { notResponded } : {}),
      ...(noMark ? { noMark } : {}),
    }
    results.set(row.candidate_id, own)
  }
  return results
}

/** Candidate id -> subject id -> question ids. */
type QuestionsOf = Map<number, Map<number, number[]>>

/**
 * Questions whose answer people confirmed as blank; with them those that were marked to check such a
 * confirmation, and given nothing, also before the paper itself said so.
 */
async function selectNotResponded(db: Db, examId: number): Promise<QuestionsOf> {
  const rows = await answeredIn(db, examId)
    .where((eb) =>
      eb.or([
        eb('unit.final_source', '=', 'BLANK'),
        eb('unit.final_reason', '=', 'NR'),
        eb.and([
          eb('unit.final_milli', '=', 0),
          eb.exists(
            eb
              .selectFrom('blank_batch_unit')
              .innerJoin('blank_batch', 'blank_batch.id', 'blank_batch_unit.batch_id')
              .select('blank_batch.id')
              .whereRef('blank_batch_unit.unit_id', '=', 'unit.id')
              .where('blank_batch_unit.is_check', '=', 1)
              .where('blank_batch.state', '<>', 'returned'),
          ),
        ]),
      ]),
    )
    .execute()
  return byCandidate(rows)
}

/** Questions whose paper ended without a mark. @source domain rules 6.2 */
const selectNoMark = async (db: Db, examId: number): Promise<QuestionsOf> =>
  byCandidate(
    await answeredIn(db, examId).where('unit.final_reason', 'in', ['MISCONDUCT', 'VOID']).execute(),
  )

/** Units of an exam with the questions that they answer. */
const answeredIn = (db: Db, examId: number) =>
  db
    .selectFrom('unit')
    .innerJoin('score_point', 'score_point.block_id', 'unit.block_id')
    .where('unit.exam_id', '=', examId)
    .where('score_point.question_id', 'is not', null)
    .select(['unit.candidate_id', 'unit.subject_id', 'score_point.question_id'])
    .distinct()
    .orderBy('unit.candidate_id')
    .orderBy('score_point.question_id')

function byCandidate(
  rows: readonly { candidate_id: number; subject_id: number; question_id: number | null }[],
): QuestionsOf {
  const found: QuestionsOf = new Map()
  for (const { candidate_id, subject_id, question_id } of rows) {
    const own = found.get(candidate_id) ?? new Map<number, number[]>()
    found.set(candidate_id, own)
    own.set(subject_id, [...(own.get(subject_id) ?? []), question_id ?? 0])
  }
  return found
}
