import type { Db } from '@hengjuan/db'
import type { Services } from '../../../services.ts'

/** Who sees a version beside those who lead the school. */
export interface Audiences {
  teachers: boolean
  students: boolean
}

export const EVERYBODY: Audiences = { teachers: true, students: true }

/** Notes who sees a version from now on; what they saw before is replaced by it. */
export async function noteReleased(
  db: Db,
  { session }: { services: Services; session: { userId: number } },
  done: {
    examId: number
    snapshotId: number
    at: string
    audiences: Audiences
    hasBook: boolean
  },
): Promise<void> {
  const { examId, audiences } = done
  const told = [
    'leaders',
    ...(audiences.teachers ? ['teachers'] : []),
    ...(audiences.students ? ['students'] : []),
    ...(done.hasBook ? ['book'] : []),
  ]
  await db
    .updateTable('release')
    .set({ state: 'withdrawn', reason: '由新的版本代替' })
    .where('exam_id', '=', examId)
    .where('audience', 'in', audiences.teachers ? told : [...told, 'teachers'])
    .where('state', '=', 'released')
    .execute()
  // What was planned with an older version would take students back to it.
  if (audiences.students)
    await db
      .updateTable('release')
      .set({ state: 'cancelled', reason: '已向学生发布新的版本' })
      .where('exam_id', '=', examId)
      .where('audience', '=', 'students')
      .where('state', 'in', ['scheduled', 'missed'])
      .execute()
  await db
    .insertInto('release')
    .values(
      told.map((audience) => ({
        exam_id: examId,
        snapshot_id: done.snapshotId,
        audience,
        state: 'released',
        at: done.at,
        by_id: session.userId,
        note: '',
        reason: '',
      })),
    )
    .execute()
}

/** With the exam everything that was released or planned of it is over. */
export async function closeReleases(db: Db, examId: number, reason: string): Promise<void> {
  for (const [before, after] of [
    ['released', 'withdrawn'],
    ['scheduled', 'cancelled'],
  ] as const)
    await db
      .updateTable('release')
      .set({ state: after, reason })
      .where('exam_id', '=', examId)
      .where('state', '=', before)
      .execute()
}
