import {
  appealHandle,
  appealRelease,
  appealSubmit,
  appealWithdraw,
  reviewList,
} from '@hengjuan/contracts'
import { type Db, transact } from '@hengjuan/db'
import {
  APPEAL_STAGES,
  AppError,
  type AppealState,
  mayDo,
  PERMISSIONS,
  roleLabel,
} from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { findTarget } from '../../http/targets.ts'
import { shownOf } from '../score/index.ts'
import {
  countAppeals,
  selectAppeals,
  selectBlocksOf,
  selectHandlers,
  selectToRelease,
  windowOf,
} from './appeal.query.ts'
import { handleAppeal } from './handle-appeal.ts'
import { releaseAppeals } from './release-appeals.ts'
import { askedFor, doubted, submitAppeal, withdrawAppeal } from './submit-appeal.ts'

/** Students who doubt a released score, and those who look at it again. @source platform 7.6 */
export function registerAppeal(target: ServeApp): void {
  serve(target, reviewList, async ({ query, services, session }) => {
    const { exam_id: examId, state, stage, subject_id, class_id, page = 1, limit = 20 } = query
    const inStage: readonly AppealState[] | undefined = stage && APPEAL_STAGES[stage].states
    const states = state ? (inStage ?? [state]).filter((one) => one === state) : inStage
    const { db } = services
    const isStudent = mayDo(session.role, 'student.score')
    if (!isStudent && !mayDo(session.role, 'score.preview'))
      throw new AppError('NOT_ALLOWED', {
        role: roleLabel(session.role),
        action: PERMISSIONS['score.preview'].label,
      })
    const exam = isStudent
      ? await ownExam(db, session.studentId ?? -1, examId)
      : (await findTarget(db, session, 'score.preview', { exam: examId })).exam
    if (!exam) throw new AppError('EXAM_NOT_FOUND', { examId })
    const { subjects } = session.scope
    const subjectIds = isStudent || subjects === 'all' ? undefined : subjects
    const { list, total } = await selectAppeals(
      db,
      {
        examId,
        states,
        subjectId: subject_id,
        classId: class_id,
        studentId: isStudent ? (session.studentId ?? -1) : undefined,
        subjectIds,
      },
      { page, limit },
    )
    const open = await windowOf(db, exam)
    const hidesScores = isStudent && !(await shownOf(db, exam)).items.has('subject_score')
    return {
      list: isStudent ? list.map((row) => ({ ...row, ...forStudent(row, hidesScores) })) : list,
      total,
      page,
      page_size: limit,
      open_from: open?.from ?? null,
      open_until: open?.until ?? null,
      is_open:
        open !== null && open.from <= isoNow(services.clock) && isoNow(services.clock) < open.until,
      per: open?.per ?? 'subject',
      blocks:
        isStudent && open?.per === 'block'
          ? await selectBlocksOf(db, examId, session.studentId ?? -1)
          : [],
      ...(isStudent
        ? { stages: null, outcomes: [] }
        : await countAppeals(db, { examId, subjectIds })),
      to_release: isStudent ? 0 : (await selectToRelease(db, examId)).length,
      handlers: isStudent ? [] : await selectHandlers(db, exam.school_id),
    }
  })

  serve(target, appealSubmit, async (call) => {
    const { body, services, session } = call
    const isStaff = body.candidate_id !== undefined
    if (!mayDo(session.role, isStaff ? 'score.preview' : 'student.score'))
      throw new AppError('NOT_ALLOWED', {
        role: roleLabel(session.role),
        action: PERMISSIONS['student.score'].label,
      })
    const { studentId } = await askedFor(call, body)
    const told = await doubted(services, studentId, body)
    return transact(services.db, async (db) => {
      const id = await submitAppeal(db, { services, session }, body, told)
      await audit(db, call, {
        action: 'appeal-submit',
        object: `exam:${body.exam_id}`,
        after: body,
      })
      return { appeal_id: id }
    })
  })

  serve(target, appealWithdraw, async (call) => {
    const { body, services, session } = call
    await transact(services.db, async (db) => {
      const examId = await withdrawAppeal(db, session, body.appeal_id)
      await audit(db, call, {
        action: 'appeal-handle',
        object: `exam:${examId}`,
        after: { ...body, action: 'withdraw' },
      })
    })
    return { ok: true as const }
  })

  serve(target, appealHandle, async ({ body, found, services, session, request }) =>
    handleAppeal({ services, session, request }, found.exam, body),
  )

  serve(target, appealRelease, async ({ found, services, session, request }) =>
    releaseAppeals({ services, session, request }, found.exam),
  )
}

/** Students are not told who looks at their paper, nor scores where they are told levels. */
const forStudent = (
  row: { before_milli: number | null; after_milli: number | null; state: string },
  hidesScores: boolean,
) => ({
  handler_id: null,
  handler_name: null,
  before_milli: hidesScores ? null : row.before_milli,
  // What was decided shows with the version that holds it.
  after_milli: hidesScores || row.state !== 'closed' ? null : row.after_milli,
})

/** An exam that a student sat. */
const ownExam = (db: Db, studentId: number, examId: number) =>
  db
    .selectFrom('exam')
    .innerJoin('candidate', 'candidate.exam_id', 'exam.id')
    .where('exam.id', '=', examId)
    .where('exam.deleted_at', 'is', null)
    .where('candidate.student_id', '=', studentId)
    .select(['exam.id', 'exam.school_id', 'exam.grade_id'])
    .executeTakeFirst()
