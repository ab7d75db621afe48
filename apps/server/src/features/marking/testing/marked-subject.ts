import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DatabaseKind, migratedDatabaseUrl } from '@hengjuan/db/testing'
import type { AllocMode, MarkMode } from '@hengjuan/domain'
import { ulid } from 'ulid'
import { onTestFinished } from 'vitest'
import { readConfig } from '../../../config.ts'
import { ensureFirstRows } from '../../../first-rows.ts'
import { openServices, type Services } from '../../../services.ts'
import { seedSchool, type SeededSchool } from '../../../testing/index.ts'
import { claimUnits } from '../../claiming/dispatch/claim-units.ts'
import { selectBlockRules } from '../../marking-core/block/block-rules.query.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { submitMark } from '../../marking-desk/desk/submit-mark.ts'
import { imagesOf } from './sheet-images.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'

export { takeSpotCheck } from '../../quality/spot/take-spot-check.ts'
export { nextPapers, submitMark }

export const SUBJECT = 2
const AT = '2026-11-20T00:00:00.000Z'

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

export interface MarkedSubject {
  services: Services
  school: SeededSchool
  examId: number
  blockId: number
  candidateIds: number[]
  markerIds: number[]
  leaderId: number
  advance(ms: number): void
  /** Puts the papers that one marker gets in their hands. */
  claim(markerId: number, want?: number): Promise<string | null>
  /** Claims one paper and gives it a score in points. @returns the reading, null when there was none */
  mark(markerId: number, points: number | ((unitId: number) => number)): Promise<number | null>
  units(): Promise<{ id: number; state: string; final_milli: number | null; version: number }[]>
}

/**
 * The services of a server on a database of their own with a clock to move; gone after the test.
 *
 * @param through the address by which the database is reached instead of its own
 */
export async function openTestServices(
  kind: DatabaseKind,
  through: (url: string) => Promise<string> = async (url) => url,
) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hengjuan-marking-'))
  const { url: straight, discard } = await migratedDatabaseUrl(kind)
  const url = await through(straight)
  let now = Date.parse('2026-11-20T01:00:00.000Z')
  const services = await openServices(readConfig({ DATA_DIR: dataDir, DATABASE_URL: url }), {
    now: () => new Date(now),
  })
  onTestFinished(async () => {
    await services.db.destroy()
    await discard()
    await rm(dataDir, { recursive: true, force: true })
  })
  await ensureFirstRows(services)
  return { services, advance: (ms: number) => void (now += ms) }
}

/** Another server of the same database and images: its caches and connections are its own. */
export async function openSecondServer({ config, clock }: Services): Promise<Services> {
  const second = await openServices(config, clock)
  onTestFinished(() => second.db.destroy())
  return second
}

/** A subject of an exam with one block, its papers cut, its people assigned, open for marking. */
export async function openMarkedSubject(
  kind: DatabaseKind,
  wanted: Wanted = {},
  through?: (url: string) => Promise<string>,
): Promise<MarkedSubject> {
  const { services, advance } = await openTestServices(kind, through)
  const school = await seedSchool(services.db)
  const subject = await seedMarking(services, school, wanted)
  const { blockId } = subject
  const claim = (markerId: number, want = 1) =>
    withRetry(services, async (db) =>
      claimUnits(db, services, await selectBlockRules(db, blockId), markerId, want),
    )
  return {
    services,
    school,
    advance,
    ...subject,
    claim,
    mark: async (markerId, points) => {
      const { tasks } = await nextPapers(services, blockId, markerId, 1)
      const [task] = tasks
      if (!task) return null
      const given = typeof points === 'number' ? points : points(task.unit_id)
      // Times are compared, so no two submits fall on one.
      advance(1)
      const { readingId } = await submitMark(services, {
        markerId,
        blockId,
        readingId: task.reading_id,
        idemKey: ulid(),
        scores: task.points.length === 1 ? [given * 1000] : [],
        activeMs: 3000,
      })
      return readingId
    },
    units: () =>
      services.db
        .selectFrom('unit')
        .select(['id', 'state', 'final_milli', 'version'])
        .orderBy('id')
        .execute(),
  }
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

/** A sheet of a candidate with the crop of the block. @returns its id */
export async function seedSheet(
  { db }: Services,
  examId: number,
  candidateId: number,
  imageHash = 'a'.repeat(64),
  inkRatio = 0.05,
): Promise<string> {
  const batch = await db.selectFrom('scan_batch').select('id').executeTakeFirstOrThrow()
  const id = ulid()
  await db
    .insertInto('scan_sheet')
    .values({
      id,
      exam_id: examId,
      subject_id: SUBJECT,
      batch_id: batch.id,
      seq: candidateId,
      content_hash: id,
      machine_exam_no: null,
      candidate_id: candidateId,
      identity_source: 'bubbles',
      state: 'active',
      void_reason: null,
      received_at: AT,
      version: 1,
    })
    .execute()
  await seedCrop(db, id, imageHash, 1, inkRatio)
  return id
}

export async function seedCrop(
  db: Services['db'],
  sheetId: string,
  imageHash: string,
  run: number,
  inkRatio = 0.05,
): Promise<void> {
  await db
    .insertInto('sheet_crop')
    .values({
      sheet_id: sheetId,
      page_seq: 1,
      region_id: 'block:17:0',
      block_key: '17',
      part: 0,
      image_hash: imageHash,
      width_px: 800,
      height_px: 300,
      ink_ratio: inkRatio,
      run,
    })
    .execute()
}
