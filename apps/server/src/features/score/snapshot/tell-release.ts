import type { Db } from '@hengjuan/db'
import {
  audienceOf,
  effectiveScope,
  mayDo,
  type ReleaseAudience,
  type Role,
  scopeAllows,
  type ScopeList,
} from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { notify } from '../../notice/index.ts'

/** Tells who may read the reports of an exam that they are there: not those who released it, nor the students. */
export async function tellRelease(
  db: Db,
  { services, session }: { services: Services; session: { userId: number } },
  examId: number,
  audiences: readonly ReleaseAudience[],
): Promise<void> {
  const exam = await db
    .selectFrom('exam')
    .select(['name', 'school_id', 'grade_id'])
    .where('id', '=', examId)
    .executeTakeFirstOrThrow()
  const classes = await db
    .selectFrom('candidate')
    .select('class_id')
    .distinct()
    .where('exam_id', '=', examId)
    .execute()
  const held = await db
    .selectFrom('user_role')
    .innerJoin('user', 'user.id', 'user_role.user_id')
    .where('user_role.school_id', '=', exam.school_id)
    .where('user.disabled_at', 'is', null)
    .select(['user_id', 'role', 'grade_ids', 'class_ids', 'subject_ids'])
    .execute()
  const readers = held.filter((row) => {
    const role = row.role as Role
    if (row.user_id === session.userId || !mayDo(role, 'report.read')) return false
    if (!audiences.includes(audienceOf(role))) return false
    const listOf = (text: string) => JSON.parse(text) as ScopeList<number>
    const scope = effectiveScope(role, {
      grades: listOf(row.grade_ids),
      classes: listOf(row.class_ids),
      subjects: listOf(row.subject_ids),
    })
    return (
      scopeAllows(scope.grades, exam.grade_id) &&
      classes.some(({ class_id }) => scopeAllows(scope.classes, class_id))
    )
  })
  await notify(db, services, {
    kind: 'release',
    to: readers.map(({ user_id }) => user_id),
    title: `「${exam.name}」成绩已发布`,
    text: '报表可以查看了。',
    link: `/MainPage/reportDetail/basicAnalysis?exam_id=${examId}`,
    examId,
    schoolId: exam.school_id,
    fromId: session.userId,
  })
}
