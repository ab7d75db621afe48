import { randomInt } from 'node:crypto'
import type { Db } from '@hengjuan/db'
import { schoolLabel } from '@hengjuan/domain'

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
