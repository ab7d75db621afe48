import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { handlerProblem, selectHandlers } from './appeal.query.ts'

interface Appeal {
  exam_id: number
  subject_id: number
  candidate_id: number
  block_id: number | null
  handler_id: number | null
}

/** May that person look at this paper again? @throws AppError NOT_FOUND, APPEAL_HANDLER */
export async function assertHandler(db: Db, handlerId: number, appeal: Appeal): Promise<void> {
  const user = await db
    .selectFrom('user')
    .where('id', '=', handlerId)
    .where('disabled_at', 'is', null)
    .where('student_id', 'is', null)
    .select('name')
    .executeTakeFirst()
  const exam = await db
    .selectFrom('exam')
    .where('id', '=', appeal.exam_id)
    .select('school_id')
    .executeTakeFirstOrThrow()
  // Out of reach is not found, as everywhere.
  const handlers = user ? await selectHandlers(db, exam.school_id) : []
  const isStaff = handlers.some(({ user_id }) => user_id === handlerId)
  const why = await handlerProblem(db, handlerId, appeal)
  if (!user || (!isStaff && why === null)) throw new AppError('NOT_FOUND', { what: '复核教师' })
  if (why !== null) throw new AppError('APPEAL_HANDLER', { name: user.name, why })
}

/** @throws AppError APPEAL_NOT_HANDLER */
export async function assertIsHandler(db: Db, userId: number, appeal: Appeal): Promise<void> {
  if (appeal.handler_id === userId) return
  const handler = await db
    .selectFrom('user')
    .where('id', '=', appeal.handler_id ?? 0)
    .select('name')
    .executeTakeFirst()
  throw new AppError('APPEAL_NOT_HANDLER', { name: handler?.name ?? '' })
}
