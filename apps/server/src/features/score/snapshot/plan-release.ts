import type { InputOf, planRelease } from '@hengjuan/contracts'
import { type Db, transact } from '@hengjuan/db'
import {
  AppError,
  LATE_RELEASE_MS,
  RELEASE_STATES,
  RELEASE_TARGETS,
  type ReleaseState,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { type Act, audit } from '../../../http/audit.ts'
import { defineJob } from '../../../jobs/index.ts'
import type { Services } from '../../../services.ts'
import { notify } from '../../notice/index.ts'
import { dropResults, fillResults } from './fill-results.ts'
import { countLooks } from './looks.ts'
import { lockedExam } from './release.ts'
import { tellRelease } from './tell-release.ts'

type Plan = InputOf<typeof planRelease>['body']

/** Plans, does, cancels or withdraws that teachers or students see a version. */
export async function actOnRelease(act: Act, plan: Plan): Promise<void> {
  const { services } = act
  if (plan.action === 'now') {
    const row = await transact(services.db, (db) =>
      insertPlan(db, act, plan, isoNow(services.clock)),
    )
    await carryOut(services, row)
    return
  }
  await transact(services.db, async (db) => {
    if (plan.action === 'schedule') await insertPlan(db, act, plan, plan.at ?? '')
    else if (plan.action === 'cancel') await cancelPlan(db, plan)
    else if (plan.action === 'keep') await keepPlan(db, plan)
    else await withdrawFrom(db, plan)
    await audit(db, act, {
      action: 'release-plan',
      object: `exam:${plan.exam_id}`,
      after:
        plan.action === 'withdraw' ? { ...plan, looked: await countLooks(db, plan.exam_id) } : plan,
    })
  })
  if (plan.action === 'withdraw') await dropResults(services.db, plan.exam_id)
}

interface Planned {
  id: number
  exam_id: number
  snapshot_id: number
  audience: string
  at: string
  by_id: number
}

/** @throws AppError RELEASE_STAFF_FIRST, RELEASE_TEACHERS_FIRST, RELEASE_AT_PAST, SNAPSHOT_NOT_FOUND */
async function insertPlan(db: Db, act: Act, plan: Plan, at: string): Promise<Planned> {
  const now = isoNow(act.services.clock)
  const time = Date.parse(at)
  if (Number.isNaN(time))
    throw new AppError('INPUT_INVALID').withDetails([{ path: 'at', message: '请选择发布时间' }])
  const due = new Date(time).toISOString()
  if (plan.action === 'schedule' && due <= now) throw new AppError('RELEASE_AT_PAST')
  const exam = await lockedExam(db, plan.exam_id)
  if (exam.published_snapshot_id === null)
    throw new AppError('RELEASE_STAFF_FIRST', { audience: RELEASE_TARGETS[plan.audience] })
  if (plan.audience !== 'teachers') await assertTeachersBefore(db, exam, due)
  const snapshotId =
    plan.audience === 'teachers'
      ? exam.published_snapshot_id
      : (plan.snapshot_id ?? exam.published_snapshot_id)
  const snapshot = await db
    .selectFrom('snapshot')
    .where('id', '=', snapshotId)
    .where('exam_id', '=', exam.id)
    .where('complete', '=', 1)
    .select('id')
    .executeTakeFirst()
  if (!snapshot) throw new AppError('SNAPSHOT_NOT_FOUND', { version: snapshotId })
  await db
    .updateTable('release')
    .set({ state: 'cancelled', reason: '改为另一次安排' })
    .where('exam_id', '=', exam.id)
    .where('audience', '=', plan.audience)
    .where('state', 'in', ['scheduled', 'missed'])
    .execute()
  return db
    .insertInto('release')
    .values({
      exam_id: exam.id,
      snapshot_id: snapshot.id,
      audience: plan.audience,
      state: 'scheduled',
      at: due,
      note: plan.note ?? '',
      reason: plan.reason ?? '',
      by_id: act.session.userId,
    })
    .returning(['id', 'exam_id', 'snapshot_id', 'audience', 'at', 'by_id'])
    .executeTakeFirstOrThrow()
}

async function assertTeachersBefore(
  db: Db,
  exam: { id: number; teachers_told: number },
  at: string,
): Promise<void> {
  if (exam.teachers_told === 1) return
  const teachers = await db
    .selectFrom('release')
    .where('exam_id', '=', exam.id)
    .where('audience', '=', 'teachers')
    .where('state', '=', 'scheduled')
    .where('at', '<=', at)
    .select('id')
    .executeTakeFirst()
  if (!teachers) throw new AppError('RELEASE_TEACHERS_FIRST')
}

/** What is planned stays with its version; a still newer one is asked about anew. @throws AppError RELEASE_NOT_OPEN */
async function keepPlan(db: Db, plan: Plan): Promise<void> {
  const newest = await db
    .selectFrom('snapshot')
    .where('exam_id', '=', plan.exam_id)
    .where('complete', '=', 1)
    .select('id')
    .orderBy('version', 'desc')
    .executeTakeFirst()
  const row = await db
    .updateTable('release')
    .set({ kept_snapshot_id: newest?.id ?? null })
    .where('id', '=', plan.release_id ?? 0)
    .where('exam_id', '=', plan.exam_id)
    .where('state', '=', 'scheduled')
    .returning('id')
    .executeTakeFirst()
  if (!row) throw await notOpen(db, plan)
}

/** Why nothing can be done about a plan any more. */
async function notOpen(db: Db, plan: Plan): Promise<AppError> {
  const known = await db
    .selectFrom('release')
    .where('id', '=', plan.release_id ?? 0)
    .where('exam_id', '=', plan.exam_id)
    .select('state')
    .executeTakeFirst()
  const state = known ? RELEASE_STATES[known.state as ReleaseState] : '不存在'
  return new AppError('RELEASE_NOT_OPEN', { state })
}

/** @throws AppError RELEASE_NOT_OPEN */
async function cancelPlan(db: Db, plan: Plan): Promise<void> {
  const row = await db
    .updateTable('release')
    .set({ state: 'cancelled', reason: plan.reason ?? '' })
    .where('id', '=', plan.release_id ?? 0)
    .where('exam_id', '=', plan.exam_id)
    .where('state', 'in', ['scheduled', 'missed'])
    .returning('audience')
    .executeTakeFirst()
  if (!row) throw await notOpen(db, plan)
  // Whoever is to follow the teachers does not go before them.
  if (row.audience === 'teachers') await cancelStudents(db, plan.exam_id)
}

async function cancelStudents(db: Db, examId: number): Promise<void> {
  const exam = await lockedExam(db, examId)
  if (exam.teachers_told === 1) return
  await db
    .updateTable('release')
    .set({ state: 'cancelled', reason: '对教师的发布已取消' })
    .where('exam_id', '=', examId)
    .where('audience', 'in', ['students', 'book'])
    .where('state', '=', 'scheduled')
    .execute()
}

/** Takes a version, or the book, away from students; from teachers only together with both. */
async function withdrawFrom(db: Db, plan: Plan): Promise<void> {
  await lockedExam(db, plan.exam_id)
  const audiences =
    plan.audience === 'teachers' ? ['teachers', 'students', 'book'] : [plan.audience]
  await db
    .updateTable('exam')
    .set({
      ...(audiences.includes('students') ? { student_snapshot_id: null } : {}),
      ...(audiences.includes('book') ? { book_snapshot_id: null } : {}),
      ...(audiences.includes('teachers') ? { teachers_told: 0 } : {}),
    })
    .where('id', '=', plan.exam_id)
    .execute()
  for (const [before, after] of [
    ['released', 'withdrawn'],
    ['scheduled', 'cancelled'],
  ] as const)
    await db
      .updateTable('release')
      .set({ state: after, reason: plan.reason ?? '' })
      .where('exam_id', '=', plan.exam_id)
      .where('audience', 'in', audiences)
      .where('state', '=', before)
      .execute()
}

/** Shows a version to whom it was planned for; an exam that was withdrawn meanwhile shows nothing. */
async function carryOut(services: Services, planned: Planned): Promise<void> {
  // What each student is told is written before any is told.
  if (planned.audience !== 'teachers') await fillResults(services, planned.snapshot_id)
  await transact(services.db, async (db) => {
    const exam = await lockedExam(db, planned.exam_id)
    const taken = await db
      .updateTable('release')
      .set({ state: exam.published_snapshot_id === null ? 'cancelled' : 'released' })
      .where('id', '=', planned.id)
      .where('state', '=', 'scheduled')
      .returning('id')
      .executeTakeFirst()
    if (!taken || exam.published_snapshot_id === null) return
    const { audience } = planned
    await db
      .updateTable('release')
      .set({ state: 'withdrawn', reason: '由新的版本代替' })
      .where('exam_id', '=', exam.id)
      .where('audience', '=', audience)
      .where('state', '=', 'released')
      .where('id', '<>', planned.id)
      .execute()
    await db
      .updateTable('exam')
      .set(
        audience === 'students'
          ? { student_snapshot_id: planned.snapshot_id }
          : audience === 'book'
            ? { book_snapshot_id: planned.snapshot_id }
            : { teachers_told: 1 },
      )
      .where('id', '=', exam.id)
      .execute()
    const by = { services, session: { userId: planned.by_id } }
    if (audience === 'teachers') await tellRelease(db, by, exam.id, ['teachers'])
    await audit(
      db,
      { services, session: null, request: { id: `release:${planned.id}` } },
      {
        action: 'release-done',
        object: `exam:${exam.id}`,
        after: { audience, snapshot_id: planned.snapshot_id, at: planned.at },
        schoolId: exam.school_id,
      },
    )
  })
  await dropResults(services.db, planned.exam_id)
}

const LOOK_MS = 5000

/** Releases whose time has come; teachers before students. One that is a day late waits for somebody to decide. */
export const dueReleases = defineJob(
  'score.release',
  { title: '按时发布成绩', queue: 'release', everyMs: LOOK_MS },
  async ({ services, signal }) => {
    const now = services.clock.now().getTime()
    const due = await services.db
      .selectFrom('release')
      .where('state', '=', 'scheduled')
      .where('at', '<=', new Date(now).toISOString())
      .select(['id', 'exam_id', 'snapshot_id', 'audience', 'at', 'by_id'])
      .orderBy('audience', 'desc')
      .orderBy('at')
      .execute()
    for (const planned of due) {
      signal.throwIfAborted()
      if (now - Date.parse(planned.at) > LATE_RELEASE_MS) await miss(services, planned)
      else await carryOut(services, planned)
    }
  },
)

async function miss(services: Services, planned: Planned): Promise<void> {
  await transact(services.db, async (db) => {
    const exam = await lockedExam(db, planned.exam_id)
    await db
      .updateTable('release')
      .set({ state: 'missed' })
      .where('id', '=', planned.id)
      .where('state', '=', 'scheduled')
      .execute()
    await notify(db, services, {
      kind: 'release',
      to: [planned.by_id],
      title: `「${exam.name}」没有按时发布`,
      text: '排定的时间已过去一天以上，没有自动发布，请重新安排或立即发布。',
      link: `/MainPage/exam-manage/exam-detail/${exam.id}/result-preliminary?tab=versions`,
      examId: exam.id,
      schoolId: exam.school_id,
      fromId: planned.by_id,
    })
  })
}
