import { randomInt } from 'node:crypto'
import type { Db } from '@hengjuan/db'
import { AppError, schoolLabel } from '@hengjuan/domain'
import type { ExamView } from '../../http/exam-view.ts'
import { listed } from '../school/index.ts'
import { selectExamClasses } from './candidate.query.ts'

/** Where a school stands with an exam. @source platform 5.2 */
export type ExamSchoolState =
  | 'invited'
  | 'accepted'
  | 'declined'
  | 'editing'
  | 'submitted'
  | 'locked'
  | 'reopened'

export const selectExamSchools = (db: Db, examId: number) =>
  db.selectFrom('exam_school').where('exam_id', '=', examId).selectAll().orderBy('label').execute()

/**
 * Adds schools to an exam that do not take part in it yet; with one that does not hold it, the exam is a joint one.
 * Called while the exam is locked.
 */
export async function addExamSchools(
  db: Db,
  exam: { id: number; school_id: number },
  schools: readonly { id: number; state: ExamSchoolState }[],
): Promise<void> {
  if (schools.length === 0) return
  const known = await selectExamSchools(db, exam.id)
  const isKnown = new Set(known.map(({ school_id }) => school_id))
  const fresh = [...new Map(schools.map((one) => [one.id, one])).values()].filter(
    ({ id }) => !isKnown.has(id),
  )
  if (fresh.length === 0) return
  const labels = freeLabels(
    known.map(({ label }) => label),
    fresh.length,
  )
  await db
    .insertInto('exam_school')
    .values(
      fresh.map(({ id, state }, index) => ({
        exam_id: exam.id,
        school_id: id,
        state,
        label: labels[index] ?? '',
      })),
    )
    .execute()
  if (fresh.some(({ id }) => id !== exam.school_id))
    await db.updateTable('exam').set({ scope: 'joint' }).where('id', '=', exam.id).execute()
}

/** A label may tell neither who was added first nor how many come after it. */
const LEAST_LETTERS = 26

function freeLabels(taken: readonly string[], count: number): string[] {
  const places = Math.max(LEAST_LETTERS, taken.length + count)
  const free = Array.from({ length: places }, (_, place) => schoolLabel(place)).filter(
    (label) => !taken.includes(label),
  )
  return Array.from({ length: count }, () => free.splice(randomInt(free.length), 1)[0] ?? '')
}

/** Classes come into an exam with their first candidate. */
export async function addExamClasses(
  db: Db,
  examId: number,
  classIds: readonly number[],
): Promise<void> {
  const known = await db
    .selectFrom('exam_class')
    .where('exam_id', '=', examId)
    .select('class_id')
    .execute()
  const fresh = [...new Set(classIds)].filter(
    (id) => !known.some(({ class_id }) => class_id === id),
  )
  for (const class_id of fresh)
    await db.insertInto('exam_class').values({ exam_id: examId, class_id }).execute()
}

const CLOSED: readonly string[] = ['invited', 'declined']

/** Schools whose students an exam may take: all that take part and have said so. */
const selectOpenSchools = (db: Db, examId: number) =>
  db
    .selectFrom('exam_school')
    .where('exam_id', '=', examId)
    .where('state', 'not in', CLOSED)
    .select('school_id')

/**
 * Classes whose students may be enrolled by whoever has this view: of an exam of one school those that were chosen
 * for it, of a joint one all of its grade.
 */
export async function selectJoinableClasses(
  db: Db,
  exam: { id: number; scope: string; grade_id: number },
  { named }: ExamView,
) {
  const chosen = await selectExamClasses(db, exam.id)
  const isSeen = ({ school_id }: { school_id: number }) =>
    named === 'all' || named.includes(school_id)
  if (exam.scope !== 'joint') return chosen.filter(isSeen)
  return db
    .selectFrom('class')
    .where('grade_id', '=', exam.grade_id)
    .where('kind', '=', 'admin')
    .where('closed_at', 'is', null)
    .where((eb) =>
      named === 'all'
        ? eb('school_id', 'in', selectOpenSchools(db, exam.id))
        : eb('school_id', 'in', listed(named)),
    )
    .select(['id', 'name', 'school_id'])
    .orderBy('sort')
    .orderBy('id')
    .execute()
}

/**
 * Lets a school that takes part change its own list, which accepts an invitation; whoever holds the exam may always.
 *
 * @throws AppError ROSTER_LOCKED
 */
export async function openRoster(
  db: Db,
  exam: { id: number; school_id: number },
  { side, named }: ExamView,
): Promise<void> {
  if (side === 'organiser' || named === 'all') return
  const own = db
    .selectFrom('exam_school')
    .where('exam_id', '=', exam.id)
    .where('school_id', 'in', listed(named))
  const row = await own.selectAll().executeTakeFirstOrThrow()
  if (row.state === 'submitted' || row.state === 'locked') {
    const organiser = await db
      .selectFrom('school')
      .where('id', '=', exam.school_id)
      .select('name')
      .executeTakeFirstOrThrow()
    const time = (row.locked_at ?? row.submitted_at ?? '').slice(0, 10)
    throw new AppError('ROSTER_LOCKED', { time, name: organiser.name })
  }
  if (row.state === 'editing' || row.state === 'reopened') return
  await db
    .updateTable('exam_school')
    .set((eb) => ({ state: 'editing', version: eb('version', '+', 1) }))
    .where('exam_id', '=', exam.id)
    .where('school_id', '=', row.school_id)
    .execute()
}
