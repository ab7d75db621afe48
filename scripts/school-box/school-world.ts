import { openServices, type Services } from '../../apps/server/src/services.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import {
  type ScanExam,
  seedScanExam,
  SUBJECT,
} from '../../apps/server/src/features/scan/testing/scan-exam.ts'
import { loadRealTemplate } from '../../apps/server/src/features/scan/testing/real-sheet.ts'
import { scoreCandidates } from '../../apps/server/src/features/scoring/index.ts'
import { type BulkExam, seedBulkExam } from '../../apps/server/src/testing/bulk-exam.ts'
import { openLoadDatabase } from '../../apps/server/src/testing/load-database.ts'
import { seedExam } from '../../apps/server/src/testing/seed-exam.ts'
import { transact } from '@hengjuan/db'

/** @source data engine, section 2: school 1,500 */
export const SCHOOL = { candidates: 1500, subjects: 9, blocksASubject: 12, markers: 60 }

/** A marking half done: statistics have something to count. */
const MARKED_SHARE = 0.4
const PAST_EXAM = '高一上学期期中考试'
/** Exam numbers of the sheets that are scanned meanwhile. */
const FIRST_NO = 20260001

/** A school on SQLite in the middle of its term: an exam being marked, one being scanned, one released. */
export interface SchoolWorld {
  environment: Record<string, string>
  marked: BulkExam
  /** Of each marker the block that they mark, in the order of `marked.markerIds`. */
  blockOf: readonly number[]
  scanned: ScanExam
  /** Exam numbers of those whose sheets are still to come. */
  examNos: readonly string[]
  past: { examId: number; name: string; subjectIds: readonly number[] }
}

/** @param folder an empty one of its own; what the server keeps goes there */
export async function makeSchool(folder: string, sheets: number): Promise<SchoolWorld> {
  const { url } = await openLoadDatabase('sqlite', folder)
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    CALL_LIMITS: '0,0,0',
  }
  const services = await openServices(readConfig(environment))
  try {
    const marked = await seedBulkExam(services, {
      candidates: SCHOOL.candidates,
      subjects: Array.from({ length: SCHOOL.subjects }, () =>
        Array.from({ length: SCHOOL.blocksASubject }, () => ({
          markMode: 1,
          allocMode: 1,
          toleranceMilli: 2000,
          fullMilli: 10_000,
          stepMilli: 500,
        })),
      ),
      markers: SCHOOL.markers,
      markedShare: MARKED_SHARE,
    })
    const students = await services.db
      .selectFrom('student')
      .select(['id', 'class_id', 'name', 'name_pinyin'])
      .where('name_pinyin', '=', 'b')
      .orderBy('id')
      .execute()
    return {
      environment,
      marked,
      blockOf: await seatMarkers(services, marked),
      ...(await seedScanning(services, marked, students.slice(0, sheets))),
      past: await seedPast(
        services,
        marked,
        students.map(({ id }) => id),
      ),
    }
  } finally {
    await services.db.destroy()
  }
}

/** Two for each block, who are each other's second reader. */
async function seatMarkers({ db }: Services, { markerIds, blockIds }: BulkExam): Promise<number[]> {
  const blockOf = markerIds.map((_id, at) => blockIds[Math.floor(at / 2)] ?? 0)
  for (const [at, user_id] of markerIds.entries())
    await db
      .insertInto('block_marker')
      .values({ block_id: blockOf[at] ?? 0, user_id, duty: 'marker', weight: 1 })
      .execute()
  return blockOf
}

interface Student {
  id: number
  class_id: number
  name: string
  name_pinyin: string
}

/** An exam whose sheets come in while the other one is marked. */
async function seedScanning(
  { db }: Services,
  { school }: BulkExam,
  students: readonly Student[],
): Promise<{ scanned: ScanExam; examNos: string[] }> {
  const scanned = await seedScanExam(db, school, await loadRealTemplate())
  const examNos: string[] = []
  await transact(db, async (trx) => {
    for (const [index, student] of students.entries()) {
      const exam_no = String(FIRST_NO + index)
      examNos.push(exam_no)
      const { id: candidate_id } = await trx
        .insertInto('candidate')
        .values({
          exam_id: scanned.examId,
          student_id: student.id,
          school_id: school.schoolId,
          class_id: student.class_id,
          exam_no,
          name: student.name,
          name_pinyin: student.name_pinyin,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('candidate_subject')
        .values({
          exam_id: scanned.examId,
          subject_id: SUBJECT,
          candidate_id,
          attendance: -1,
          attendance_source: 'machine',
          version: 1,
        })
        .execute()
    }
  })
  return { scanned, examNos }
}

/** An exam of everybody that is marked and scored; the measurement releases it through the server. */
async function seedPast(
  { db }: Services,
  { school }: BulkExam,
  studentIds: readonly number[],
): Promise<SchoolWorld['past']> {
  const subjectIds = Array.from({ length: SCHOOL.subjects }, (_, at) => at + 1)
  const examId = await transact(db, async (trx) => {
    const seeded = await seedExam(trx, school, {
      name: PAST_EXAM,
      startDate: '2026-10-10',
      subjects: subjectIds.map((id) => ({
        id,
        blocks: [40, 60].map((full, at) => ({
          name: `第${at + 1}题`,
          status: 'closed',
          points: [{ no: String(at + 1), fullMilli: full * 1000 }],
        })),
      })),
      candidates: studentIds.map((studentId, at) => ({
        studentId,
        examNo: String(FIRST_NO + at),
        subjects: Object.fromEntries(
          subjectIds.map((id) => [
            id,
            { finals: [[((at * 7 + id) % 41) * 1000], [((at * 11 + id) % 61) * 1000]] },
          ]),
        ),
      })),
    })
    for (const subjectId of subjectIds)
      await scoreCandidates(trx, { examId: seeded.examId, subjectId })
    return seeded.examId
  })
  return { examId, name: PAST_EXAM, subjectIds }
}
