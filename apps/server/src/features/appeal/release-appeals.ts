import { isOneOf, transact } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { type Act, audit } from '../../http/audit.ts'
import { changedScores, publishScores } from '../score/index.ts'
import { finishScores } from '../scoring/index.ts'
import { selectToRelease } from './appeal.query.ts'
import { tellStudents } from './tell-appeal.ts'

interface Exam {
  id: number
  name: string
  school_id: number
  grade_id: number
  published_at: string | null
  published_snapshot_id: number | null
  teachers_told: number
  student_snapshot_id: number | null
}

/**
 * Releases the outcomes of appeals as a version that differs from the released one in exactly those scores. A server
 * that ends in between has released them; the second try then closes them only.
 *
 * @throws AppError APPEAL_NOTHING, APPEAL_DIFF_OTHER, PUBLISH_NOT_PUBLISHED
 */
export async function releaseAppeals(
  act: Act,
  exam: Exam,
): Promise<{ closed: number; version: number | null }> {
  const { services } = act
  if (exam.published_snapshot_id === null) throw new AppError('PUBLISH_NOT_PUBLISHED')
  const decided = await selectToRelease(services.db, exam.id)
  if (decided.length === 0) throw new AppError('APPEAL_NOTHING')
  await finishScores(services, exam.id)
  const changed = await changedScores(services, exam)
  const appealed = new Set(decided.map((one) => `${one.candidate_id} ${one.subject_id}`))
  const others = new Set(
    changed
      .filter(({ candidateId, subjectId }) => !appealed.has(`${candidateId} ${subjectId}`))
      .map(({ candidateId }) => candidateId),
  )
  if (others.size > 0) throw new AppError('APPEAL_DIFF_OTHER', { count: others.size })
  const published =
    changed.length === 0
      ? null
      : await publishScores(act, {
          examId: exam.id,
          confirmName: exam.name,
          overrideReason: '发布成绩复核结果',
          name: '成绩复核更正',
          audiences: {
            teachers: exam.teachers_told === 1,
            students: exam.student_snapshot_id !== null,
          },
        })
  await transact(services.db, async (db) => {
    await db
      .updateTable('appeal')
      .set({ state: 'closed' })
      .where(
        isOneOf(
          db,
          'id',
          decided.map(({ id }) => id),
        ),
      )
      .execute()
    await tellStudents(
      db,
      act,
      exam,
      decided.map(({ student_id }) => student_id),
    )
    await audit(db, act, {
      action: 'appeal-release',
      object: `exam:${exam.id}`,
      after: { appeals: decided.map(({ id }) => id), version: published?.version ?? null },
    })
  })
  return { closed: decided.length, version: published?.version ?? null }
}
