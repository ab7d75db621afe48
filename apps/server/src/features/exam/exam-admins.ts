import { hash } from 'node:crypto'
import type { examAdminsSet, InputOf } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import {
  AppError,
  EXAM_ADMIN_MAY,
  EXAM_ADMIN_MAY_CODES,
  type ExamAdminMay,
  GRANT_PROBLEMS,
  problemOfGrant,
  type ScopeList,
  scopeAllows,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { isoNow } from '../../clock.ts'
import { type Act, audit } from '../../http/audit.ts'
import { notify } from '../notice/index.ts'
import { selectAdmins, selectPeople } from './exam-admins.query.ts'
import { selectExamSubjects } from './exam.query.ts'

type Exam = Selectable<Tables['exam']>
type Wanted = InputOf<typeof examAdminsSet>['body']
type Admin = Awaited<ReturnType<typeof selectAdmins>>[number]
type Subjects = Awaited<ReturnType<typeof selectExamSubjects>>

/** As they go over the wire, with the mark by which a later change is noticed. */
export async function examAdminsOf(db: Db, examId: number) {
  const admins = await selectAdmins(db, examId)
  return {
    admins: admins.map(({ added_by: _by, subject_ids, ...rest }) => ({
      ...rest,
      subject_ids: subject_ids === 'all' ? ('all' as const) : [...subject_ids],
    })),
    seen: seenMark(admins),
  }
}

const seenMark = (admins: readonly Admin[]): string =>
  hash('sha256', JSON.stringify(admins.map(grantOf)), 'hex').slice(0, 16)

const grantOf = ({ user_id, subject_ids, may, added_at }: Admin) => [
  user_id,
  subject_ids,
  may,
  added_at,
]

/**
 * Sets who was named for an exam. Who is there already keeps when they were named, and by whom, unless something of
 * theirs changes. Whoever gains, keeps less or loses is told.
 *
 * @throws AppError STAFF_NOT_FOUND, SUBJECT_NOT_IN_EXAM, EXAM_ADMIN_LAST, EXAM_ADMIN_INVALID, EXAM_ADMINS_CHANGED
 */
export async function setExamAdmins(act: Act, exam: Exam, wanted: Wanted): Promise<void> {
  const { services, session } = act
  await services.db.transaction().execute(async (db) => {
    // One at a time: two who save the same list would both find it as they saw it.
    await db.updateTable('exam').set({ name: exam.name }).where('id', '=', exam.id).execute()
    const before = await selectAdmins(db, exam.id)
    if (seenMark(before) !== wanted.seen) throw new AppError('EXAM_ADMINS_CHANGED')
    if (wanted.admins.length === 0 && before.length > 0) throw new AppError('EXAM_ADMIN_LAST')
    const subjects = await selectExamSubjects(db, [exam.id])
    const known = new Map(before.map((one) => [one.user_id, one]))
    const after = await checked(db, exam, wanted, subjects, known)
    const added = { added_by: session.userId, added_at: isoNow(services.clock) }
    const rows = after.map((one) => {
      const old = known.get(one.user_id)
      const kept =
        old && sameGrant(old, one) ? { added_by: old.added_by, added_at: old.added_at } : added
      return { ...one, ...kept, isNew: kept === added }
    })
    await db.deleteFrom('exam_admin').where('exam_id', '=', exam.id).execute()
    for (const { user_id, school_id, subject_ids, may, added_by, added_at } of rows)
      await db
        .insertInto('exam_admin')
        .values({
          exam_id: exam.id,
          user_id,
          school_id,
          subject_ids: JSON.stringify(subject_ids),
          may: JSON.stringify(may),
          added_by,
          added_at,
        })
        .execute()
    const now = await selectAdmins(db, exam.id)
    await audit(db, act, {
      action: 'exam-admins',
      object: `exam:${exam.id}`,
      before: { admins: before.map((one) => inWords(one, subjects)) },
      after: { admins: now.map((one) => inWords(one, subjects)) },
    })
    const notice = {
      kind: 'marking' as const,
      examId: exam.id,
      schoolId: exam.school_id,
      fromId: session.userId,
    }
    for (const { user_id } of rows.filter(({ isNew }) => isNew)) {
      const one = now.find((admin) => admin.user_id === user_id)
      if (!one) continue
      await notify(db, services, {
        ...notice,
        to: [user_id],
        title: `您是「${exam.name}」的阅卷管理员`,
        text: `${session.userName} 请您负责${grantWords(one, subjects)}。权限只在这场考试内有效。`,
        link: linkOf(exam.id, one),
      })
    }
    await notify(db, services, {
      ...notice,
      to: before.flatMap(({ user_id }) =>
        now.some((one) => one.user_id === user_id) ? [] : [user_id],
      ),
      title: `您不再是「${exam.name}」的阅卷管理员`,
      text: `${session.userName} 已收回您在这场考试中的阅卷管理权限。`,
      link: '/MainPage/homePage',
    })
  })
}

/** Where the work of somebody who was named begins. */
const linkOf = (examId: number, { may }: Pick<Admin, 'may'>): string =>
  may.includes('supervise')
    ? `/MarkingSupervision?exam_id=${examId}`
    : `/MainPage/exam-manage/exam-detail/${examId}/result-preliminary`

async function checked(
  db: Db,
  exam: Exam,
  { admins }: Wanted,
  subjects: Subjects,
  known: ReadonlyMap<number, Admin>,
) {
  const people = await selectPeople(db, exam, { ids: admins.map(({ user_id }) => user_id) })
  const unique = new Map(admins.map((one) => [one.user_id, one]))
  return [...unique.values()].map(({ user_id, subject_ids, may: ticked }) => {
    const old = known.get(user_id)
    // Who was named and has left since may stay in the list until somebody takes them off it.
    const person = people.find((one) => one.user_id === user_id) ?? old
    if (!person) throw new AppError('STAFF_NOT_FOUND')
    const may = EXAM_ADMIN_MAY_CODES.filter((one) => ticked.includes(one))
    const own: ScopeList<number> =
      subject_ids === 'all'
        ? 'all'
        : subjects.flatMap(({ subject_id }) => (subject_ids.includes(subject_id) ? subject_id : []))
    if (subject_ids !== 'all' && own.length < new Set(subject_ids).size)
      throw new AppError('SUBJECT_NOT_IN_EXAM', { subjectName: `（${person.name} 的科目）` })
    const isGuest = person.school_id !== exam.school_id
    const problem = problemOfGrant({ may, subjects: own, isGuest })
    if (problem)
      throw new AppError('EXAM_ADMIN_INVALID', {
        name: person.name,
        problem: GRANT_PROBLEMS[problem],
      })
    return { user_id, school_id: person.school_id, subject_ids: own, may }
  })
}

const sameGrant = (
  a: Pick<Admin, 'subject_ids' | 'may' | 'school_id'>,
  b: Pick<Admin, 'subject_ids' | 'may' | 'school_id'>,
): boolean =>
  a.school_id === b.school_id &&
  JSON.stringify([a.subject_ids, a.may]) === JSON.stringify([b.subject_ids, b.may])

const inWords = (admin: Admin, subjects: Subjects): string =>
  `${admin.name}（${grantWords(admin, subjects)}）`

/** 「数学、语文的阅卷设置、阅卷监管」 */
export const grantWords = (
  { subject_ids, may }: { subject_ids: ScopeList<number>; may: readonly ExamAdminMay[] },
  subjects: readonly { subject_id: number; name: string }[],
): string => {
  const names =
    subject_ids === 'all'
      ? '全部科目'
      : subjects
          .filter(({ subject_id }) => scopeAllows(subject_ids, subject_id))
          .map(({ name }) => name)
          .join('、')
  return `${names}的${may.map((one) => EXAM_ADMIN_MAY[one].label).join('、')}`
}
