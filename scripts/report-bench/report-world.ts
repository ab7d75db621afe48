import { join } from 'node:path'
import { type Database, rowWrite, type RowWrite, transact, writeRows } from '@hengjuan/db'
import { readConfig } from '../../apps/server/src/config.ts'
import { openServices, type Services } from '../../apps/server/src/services.ts'
import { ensureFirstRows } from '../../apps/server/src/first-rows.ts'
import { openLoadDatabase } from '../../apps/server/src/testing/load-database.ts'
import { seedExam } from '../../apps/server/src/testing/seed-exam.ts'
import {
  seedSchool,
  type SeededSchool,
  TEST_PASSWORD,
} from '../../apps/server/src/testing/seed-school.ts'
import type { DatabaseName } from '../dispatch/dispatch-world.ts'
import { type MadeExam, makeExam } from './made-exam.ts'
import { planOf, SIZE } from './measure-compute.ts'

/** A scored exam in a database of its own, not released yet. */
export interface ReportWorld {
  environment: Record<string, string>
  exam: { id: number; name: string }
  /** Of everybody who has an account. */
  password: string
  /** Who has an account to ask for the own score. */
  askers: { userId: number; candidateId: number; classId: number; examNo: string }[]
  discard(): Promise<void>
}

const ASKERS = 2000
const EXAM = '期中考试'
const AT = '2026-11-20T00:00:00.000Z'
/** Rows of one transaction. */
const AT_ONCE = 2000

/** @param folder an empty one of its own */
export async function makeReportWorld(
  database: DatabaseName,
  folder: string,
  candidates: number,
): Promise<ReportWorld> {
  const opened = await openLoadDatabase(database, folder)
  const { url } = opened
  const environment = { DATA_DIR: join(folder, 'data'), DATABASE_URL: url, LOG_LEVEL: 'silent' }
  const services = await openServices(readConfig(environment))
  try {
    await ensureFirstRows(services)
    const school = await seedSchool(services.db)
    const exams = (subject: number) => makeExam(planOf(candidates, 1, subject))
    const first = exams(1)
    const classIds = await insertClasses(services, school, first)
    const { examId, questionIds } = await seedExam(services.db, school, {
      name: EXAM,
      subjects: subjectIds().map((id) => subjectPlan(id, exams(id))),
      candidates: [],
    })
    const rows = await insertPeople(services, { examId, school, classIds }, first)
    for (const id of subjectIds())
      await insertScores(
        services,
        { examId, subjectId: id, first: rows[0]?.id ?? 0, questions: questionIds[id] ?? [] },
        exams(id),
      )
    const askers = await insertAskers(services, school, rows)
    return {
      environment,
      exam: { id: examId, name: EXAM },
      password: TEST_PASSWORD,
      askers,
      discard: () => opened.discard(),
    }
  } finally {
    await services.db.destroy()
  }
}

const subjectIds = () => Array.from({ length: SIZE.subjects }, (_, at) => at + 1)

/** Objective questions, and all others in one block. */
function subjectPlan(id: number, { manifest }: MadeExam) {
  const questions = manifest.subjects[0]?.questions ?? []
  return {
    id,
    objective: questions
      .filter(({ objective }) => objective)
      .map(({ no, fullMilli, key }) => ({ no, type: 1 as const, fullMilli, key: key.join('') })),
    blocks: [
      {
        name: '解答',
        status: 'closed',
        points: questions
          .filter(({ objective }) => !objective)
          .map(({ no, fullMilli }) => ({ no, fullMilli })),
      },
    ],
  }
}

async function insertClasses(
  { db }: Services,
  { schoolId }: SeededSchool,
  { manifest }: MadeExam,
): Promise<number[]> {
  await writeAtOnce(db, [
    rowWrite({
      table: 'class',
      types: { school_id: 'integer', grade_id: 'integer', name: 'text', sort: 'integer' },
      rows: manifest.classes.map((_, at) => ({
        school_id: schoolId,
        grade_id: 10,
        name: `第${at + 1}班`,
        sort: 100 + at,
      })),
    }),
  ])
  const rows = await db
    .selectFrom('class')
    .where('sort', '>=', 100)
    .select('id')
    .orderBy('sort')
    .execute()
  return rows.map(({ id }) => id)
}

interface CandidateRow {
  id: number
  student_id: number
  class_id: number
  exam_no: string
}

async function insertPeople(
  { db }: Services,
  of: { examId: number; school: SeededSchool; classIds: readonly number[] },
  { n, klass }: MadeExam,
): Promise<CandidateRow[]> {
  const { examId, school, classIds } = of
  await inPieces(n, (from, to) =>
    writeAtOnce(db, [
      rowWrite({
        table: 'student',
        types: {
          school_id: 'integer',
          class_id: 'integer',
          student_no: 'text',
          name: 'text',
          name_pinyin: 'text',
          gender: 'text',
        },
        rows: Array.from({ length: to - from }, (_, at) => ({
          school_id: school.schoolId,
          class_id: classIds[klass[from + at] ?? 0] ?? 0,
          student_no: `R${1_000_000 + from + at}`,
          name: `考生${from + at + 1}`,
          name_pinyin: 'kaosheng ks',
          gender: '女',
        })),
      }),
    ]),
  )
  await db
    .insertInto('candidate')
    .columns(['exam_id', 'student_id', 'school_id', 'class_id', 'exam_no', 'name', 'name_pinyin'])
    .expression(
      db
        .selectFrom('student')
        .innerJoin('exam', 'exam.school_id', 'student.school_id')
        .where('exam.id', '=', examId)
        .where('student_no', 'like', 'R%')
        .select(['exam.id as exam_id', 'student.id as student_id', 'student.school_id'])
        .select(['class_id', 'student_no', 'student.name', 'name_pinyin'])
        .orderBy('student.id'),
    )
    .execute()
  return db
    .selectFrom('candidate')
    .where('exam_id', '=', examId)
    .select(['id', 'student_id', 'class_id', 'exam_no'])
    .orderBy('id')
    .execute()
}

/** @param of.first id of the first candidate; the others follow */
async function insertScores(
  { db }: Services,
  of: { examId: number; subjectId: number; first: number; questions: readonly number[] },
  { n, subjects }: MadeExam,
): Promise<void> {
  const subject = subjects[0]
  if (!subject) throw new Error('an exam without a subject')
  const { items, attendance, total } = subject
  const letters = Array.from({ length: 16 }, (_, mask) =>
    ['A', 'B', 'C', 'D'].filter((_letter, bit) => (mask >> bit) & 1),
  )
  const scoresOf = (place: number) =>
    Object.fromEntries(of.questions.map((id, at) => [id, items[at]?.values[place] ?? 0]))
  const answersOf = (place: number) =>
    Object.fromEntries(
      of.questions.flatMap((id, at) => {
        const mask = items[at]?.answers?.[place]
        return mask === undefined ? [] : [[id, { answer: letters[mask], source: 'machine' }]]
      }),
    )
  const sumOf = (place: number, objective: boolean) =>
    items.reduce((sum, { values, answers }) => {
      return (answers !== null) === objective ? sum + (values[place] ?? 0) : sum
    }, 0)
  await inPieces(n, (from, to) =>
    writeAtOnce(db, [
      rowWrite({
        table: 'candidate_subject',
        types: {
          exam_id: 'integer',
          subject_id: 'integer',
          candidate_id: 'integer',
          attendance: 'integer',
          attendance_source: 'text',
          answers: 'text',
          item_scores: 'text',
          objective_milli: 'integer',
          subjective_milli: 'integer',
          total_milli: 'integer',
          version: 'integer',
        },
        rows: Array.from({ length: to - from }, (_, at) => {
          const place = from + at
          const isSat = attendance[place] === 0
          return {
            exam_id: of.examId,
            subject_id: of.subjectId,
            candidate_id: of.first + place,
            attendance: attendance[place] ?? 3,
            attendance_source: 'machine',
            answers: isSat ? JSON.stringify(answersOf(place)) : null,
            item_scores: isSat ? JSON.stringify(scoresOf(place)) : null,
            objective_milli: isSat ? sumOf(place, true) : null,
            subjective_milli: isSat ? sumOf(place, false) : null,
            total_milli: isSat ? (total[place] ?? null) : null,
            version: 1,
          }
        }),
      }),
    ]),
  )
}

/** Accounts of students here and there among all. */
async function insertAskers(
  { db }: Services,
  { schoolId }: SeededSchool,
  rows: readonly CandidateRow[],
): Promise<ReportWorld['askers']> {
  const every = Math.max(1, Math.floor(rows.length / ASKERS))
  const asking = rows.filter((_, at) => at % every === 0).slice(0, ASKERS)
  await writeAtOnce(db, [
    rowWrite({
      table: 'user',
      types: {
        school_id: 'integer',
        account: 'text',
        name: 'text',
        name_pinyin: 'text',
        password_hash: 'text',
        user_type: 'integer',
        student_id: 'integer',
        created_at: 'text',
      },
      rows: asking.map(({ student_id, exam_no }) => ({
        school_id: schoolId,
        account: `asker${exam_no}`,
        name: '考生',
        name_pinyin: 'kaosheng',
        password_hash: '-',
        user_type: 0,
        student_id,
        created_at: AT,
      })),
    }),
  ])
  const users = await db
    .selectFrom('user')
    .where('account', 'like', 'asker%')
    .select(['id', 'student_id'])
    .execute()
  await writeAtOnce(db, [
    rowWrite({
      table: 'user_role',
      types: {
        user_id: 'integer',
        role: 'text',
        scope_level: 'integer',
        school_id: 'integer',
        grade_ids: 'text',
        class_ids: 'text',
        subject_ids: 'text',
      },
      rows: users.map(({ id }) => ({
        user_id: id,
        role: 'student',
        scope_level: 4,
        school_id: schoolId,
        grade_ids: '[]',
        class_ids: '[]',
        subject_ids: '[]',
      })),
    }),
  ])
  const userOf = new Map(users.map(({ id, student_id }) => [student_id, id]))
  return asking.map((row) => ({
    userId: userOf.get(row.student_id) ?? 0,
    candidateId: row.id,
    classId: row.class_id,
    examNo: row.exam_no,
  }))
}

/** In one transaction: on SQLite each row would be one of its own. */
const writeAtOnce = (db: Database, writes: readonly RowWrite[]) =>
  transact(db, (within) => writeRows(within, writes))

async function inPieces(
  n: number,
  write: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < n; from += AT_ONCE) await write(from, Math.min(n, from + AT_ONCE))
}
