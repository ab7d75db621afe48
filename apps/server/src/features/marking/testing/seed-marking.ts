import type { AllocMode, MarkMode } from '@hengjuan/domain'
import { ulid } from 'ulid'
import type { Services } from '../../../services.ts'
import type { SeededSchool } from '../../../testing/index.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { AT, seedSheet, SUBJECT } from './seed-sheet.ts'
import { imagesOf } from './sheet-images.ts'

export interface Wanted {
  candidates?: number
  markers?: number
  mode?: MarkMode
  allocation?: AllocMode
  quotas?: (number | null)[]
  toleranceMilli?: number
  points?: { fullMilli: number; stepMilli: number }[]
  settings?: object
  columns?: object
  /** Which of the two classes each candidate is of; by turns where it is not said. */
  classOf?: (no: number) => number
  /** Ink ratio of each candidate's answer; 0.05 where none is given. */
  ink?: number[]
}

/** Writes exam, block, candidates with sheets, and people; cuts the papers through `syncUnits`. */
export async function seedMarking(services: Services, school: SeededSchool, wanted: Wanted) {
  const { db } = services
  const { candidates = 6, markers = 3, mode = 0, allocation = 1 } = wanted
  const points = wanted.points ?? [{ fullMilli: 20_000, stepMilli: 500 }]
  const fullMilli = points.reduce((sum, point) => sum + point.fullMilli, 0)
  const adminId = school.userIds['admin'] ?? 0
  const exam = await db
    .insertInto('exam')
    .values({
      school_id: school.schoolId,
      name: '期中考试',
      type: 3,
      mode: 1,
      grade_id: 10,
      start_date: '2026-11-19',
      published_snapshot_id: null,
      published_at: null,
      created_by: adminId,
      created_at: AT,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const examId = exam.id
  await db
    .insertInto('exam_subject')
    .values({
      exam_id: examId,
      subject_id: SUBJECT,
      mode: 1,
      status: 2,
      full_milli: fullMilli,
      sheet_id: null,
      sort: 0,
    })
    .execute()
  const block = await db
    .insertInto('block')
    .values({
      exam_id: examId,
      subject_id: SUBJECT,
      block_key: '17',
      name: '第17题',
      sort: 0,
      full_milli: fullMilli,
      mark_mode: mode,
      alloc_mode: allocation,
      tolerance_milli: wanted.toleranceMilli ?? 2000,
      compare_scope: 'total',
      combine: 'mean',
      round_step_milli: 0,
      round_mode: 'half_up',
      double_ratio: 100,
      salt: 'salt',
      status: 'open',
      opened_at: AT,
      settings: JSON.stringify(wanted.settings ?? {}),
      ...wanted.columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [sort, point] of points.entries()) {
    const question = await db
      .insertInto('question')
      .values({
        exam_id: examId,
        subject_id: SUBJECT,
        no: String(17 + sort),
        sort,
        type: 10,
        full_milli: point.fullMilli,
        block_id: block.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('score_point')
      .values({
        block_id: block.id,
        question_id: question.id,
        name: `(${sort + 1})`,
        sort,
        full_milli: point.fullMilli,
        step_milli: point.stepMilli,
      })
      .execute()
  }
  const markerIds = await seedMarkers(services, school, block.id, markers, wanted.quotas ?? [])
  const leaderId = school.userIds['leader'] ?? 0
  await db
    .insertInto('block_marker')
    .values({
      block_id: block.id,
      user_id: leaderId,
      duty: 'leader',
      quota: null,
      weight: 1,
      suspended_at: null,
    })
    .execute()
  await db
    .insertInto('scan_batch')
    .values({
      id: ulid(),
      exam_id: examId,
      subject_id: SUBJECT,
      station: 'test',
      operator_id: adminId,
      label: '一',
      opened_at: AT,
      closed_at: null,
    })
    .execute()
  const candidateIds: number[] = []
  for (let no = 0; no < candidates; no++)
    candidateIds.push(
      await seedCandidate(services, school, examId, no, wanted.classOf?.(no) ?? no % 2),
    )
  for (const [no, candidateId] of candidateIds.entries()) {
    await seedSheet(services, examId, candidateId, undefined, wanted.ink?.[no])
    const candidate = { examId, subjectId: SUBJECT, candidateId }
    await services.db
      .transaction()
      .execute(async (db) => syncUnits(db, services, candidate, await imagesOf(db, candidate)))
  }
  return { examId, blockId: block.id, candidateIds, markerIds, leaderId }
}

async function seedMarkers(
  { db }: Services,
  school: SeededSchool,
  blockId: number,
  count: number,
  quotas: (number | null)[],
): Promise<number[]> {
  const known = ['marker1', 'marker2', 'marker3'].map((name) => school.userIds[name] ?? 0)
  const ids = known.slice(0, count)
  for (let no = ids.length; no < count; no++) {
    const { id } = await db
      .insertInto('user')
      .values({
        school_id: school.schoolId,
        account: `extra${no}`,
        name: `教师${no}`,
        name_pinyin: `extra${no}`,
        password_hash: '-',
        created_at: AT,
        student_id: null,
        disabled_at: null,
        user_type: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('user_role')
      .values({
        user_id: id,
        role: 'marking_teacher',
        scope_level: 4,
        school_id: school.schoolId,
        grade_ids: '[]',
        class_ids: '[]',
        subject_ids: '[]',
      })
      .execute()
    ids.push(id)
  }
  for (const [index, user_id] of ids.entries())
    await db
      .insertInto('block_marker')
      .values({
        block_id: blockId,
        user_id,
        duty: 'marker',
        quota: quotas[index] ?? null,
        weight: 1,
        suspended_at: null,
      })
      .execute()
  return ids
}

async function seedCandidate(
  { db }: Services,
  school: SeededSchool,
  examId: number,
  no: number,
  classNo: number,
): Promise<number> {
  const classId = school.classIds[classNo] ?? 0
  const { id: studentId } = await db
    .insertInto('student')
    .values({
      school_id: school.schoolId,
      class_id: classId,
      student_no: `c${no}`,
      name: `考生${no}`,
      name_pinyin: `c${no}`,
      gender: '女',
      left_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('candidate')
    .values({
      exam_id: examId,
      student_id: studentId,
      school_id: school.schoolId,
      class_id: classId,
      exam_no: String(10_000 + no),
      name: `考生${no}`,
      name_pinyin: `c${no}`,
      room_no: null,
      seat_no: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('candidate_subject')
    .values({
      exam_id: examId,
      subject_id: SUBJECT,
      candidate_id: id,
      attendance: 0,
      attendance_source: 'machine',
      special_flag: null,
      answers: null,
      item_scores: null,
      objective_milli: null,
      subjective_milli: null,
      total_milli: null,
      version: 1,
    })
    .execute()
  return id
}
