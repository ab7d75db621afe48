import type { Db } from '@hengjuan/db'
import { answerWith, type ScoreOverrides } from '@hengjuan/domain'
import {
  assembleColumns,
  orderPeople,
  type Person,
  type ResultColumns,
  type ResultManifest,
  SubjectBuilder,
} from '@hengjuan/stats'
import type { ItemScores, StoredAnswer } from '../../scoring/index.ts'
import { selectManifest } from './manifest.query.ts'

/** Candidates whose scores are read at a time. */
const READ_AT_ONCE = 2000

/** Reads everything that a version is made of. Whoever stores it sees to it that nothing of it changes meanwhile. */
export async function gatherScores(
  db: Db,
  examId: number,
): Promise<{ manifest: ResultManifest; columns: ResultColumns }> {
  const manifest = await selectManifest(db, examId)
  const people = orderPeople(manifest, await selectPeople(db, examId))
  const blanks = await selectNotResponded(db, examId)
  const unmarked = await selectNoMark(db, examId)
  const placeOf = new Map(people.map(({ candidateId }, place) => [candidateId, place]))
  const builders = new Map(
    manifest.subjects.map((subject) => [
      subject.id,
      { subject, builder: new SubjectBuilder(subject, people.length) },
    ]),
  )
  for await (const row of subjectScores(db, examId, people)) {
    const place = placeOf.get(row.candidate_id)
    const found = builders.get(row.subject_id)
    if (place === undefined || !found) continue
    const { questions } = found.subject
    const scores = JSON.parse(row.item_scores ?? '{}') as ItemScores
    const answers = JSON.parse(row.answers ?? '{}') as Record<string, StoredAnswer>
    const overrides = JSON.parse(row.overrides ?? '{}') as ScoreOverrides
    found.builder.put(place, {
      attendance: row.attendance,
      totalMilli: row.total_milli,
      objectiveMilli: row.objective_milli,
      subjectiveMilli: row.subjective_milli,
      items: questions.map(({ id }) => scores[id] ?? null),
      answers: questions.map(({ id, objective }) =>
        objective ? (answerWith(overrides, id, answers[id]?.answer ?? null)?.join('') ?? '') : null,
      ),
      notResponded: blanks.get(row.candidate_id)?.get(row.subject_id),
      noMark: unmarked.get(row.candidate_id)?.get(row.subject_id),
    })
  }
  const { columns, combos } = assembleColumns(
    manifest,
    people,
    [...builders.values()].map(({ builder }) => builder.build()),
  )
  return { manifest: { ...manifest, combos }, columns }
}

async function selectPeople(db: Db, examId: number): Promise<Person[]> {
  const rows = await db
    .selectFrom('candidate')
    .where('exam_id', '=', examId)
    .select(['id', 'student_id', 'class_id', 'exam_no', 'name', 'name_pinyin'])
    .execute()
  return rows.map((row) => ({
    candidateId: row.id,
    studentId: row.student_id,
    classId: row.class_id,
    examNo: row.exam_no,
    name: row.name,
    namePinyin: row.name_pinyin,
  }))
}

/** Scores of all subjects, some candidates at a time: all of a region's would be gigabytes of objects. */
async function* subjectScores(db: Db, examId: number, people: readonly Person[]) {
  const ids = people.map(({ candidateId }) => candidateId).toSorted((a, b) => a - b)
  for (let from = 0; from < ids.length; from += READ_AT_ONCE)
    yield* await db
      .selectFrom('candidate_subject')
      .where('exam_id', '=', examId)
      .where('candidate_id', '>=', ids[from] ?? 0)
      .where('candidate_id', '<=', ids[Math.min(from + READ_AT_ONCE, ids.length) - 1] ?? 0)
      .select([
        'candidate_id',
        'subject_id',
        'attendance',
        'total_milli',
        'objective_milli',
        'subjective_milli',
        'item_scores',
        'answers',
        'overrides',
      ])
      .execute()
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
