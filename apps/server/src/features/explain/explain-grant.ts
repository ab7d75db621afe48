import type { Db } from '@hengjuan/db'
import { EXAM_ADMIN_MAY, type ExamGrant, grantFor, type Permission } from '@hengjuan/domain'
import { timeText } from '../../wall-clock.ts'
import { scopeWords } from './explain.query.ts'

/** The grant of somebody who was named for an exam, with who did it, and when, in words. */
export async function grantWords(db: Db, userId: number, grant: ExamGrant): Promise<string> {
  const row = await db
    .selectFrom('exam_admin')
    .innerJoin('exam', 'exam.id', 'exam_admin.exam_id')
    .innerJoin('user', 'user.id', 'exam_admin.added_by')
    .where('exam_admin.exam_id', '=', grant.examId)
    .where('exam_admin.user_id', '=', userId)
    .select(['exam.name as exam_name', 'user.name', 'exam_admin.added_at'])
    .executeTakeFirstOrThrow()
  const subjects =
    grant.subjects === 'all' ? '全部科目' : await scopeWords(db, 'subject', grant.subjects)
  const may = grant.may.map((one) => EXAM_ADMIN_MAY[one].label).join('、')
  return `是「${row.exam_name}」的阅卷管理员：${subjects}，${may}（${row.name} 于 ${timeText(row.added_at)} 设置）`
}

/** The same of each exam for which somebody was named with a permission. */
export async function grantsWords(
  db: Db,
  userId: number,
  grants: readonly ExamGrant[],
  permission: Permission,
): Promise<string[]> {
  const words: string[] = []
  for (const grant of grants)
    if (grantFor([grant], permission, grant.examId)) words.push(await grantWords(db, userId, grant))
  return words
}
