import type { GivenRole } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  type FieldError,
  FULL_MARKING_USER_TYPE,
  GRADES,
  isRegionalRole,
  isRole,
  mayDo,
  PERMISSIONS,
  type Role,
  roleLabel,
  type ScopeList,
} from '@hengjuan/domain'
import type { Static } from 'typebox'
import type { Session } from '../../http/session.ts'

type Given = Static<typeof GivenRole>
export interface Assignment {
  class_id: number
  subject_id: number
}

/** Classes and subjects of a school that roles and assignments may name. */
export interface SchoolLists {
  gradeOfClass: ReadonlyMap<number, number>
  subjectIds: ReadonlySet<number>
}

export interface RoleRow {
  role: Role
  grade_ids: string
  class_ids: string
  subject_ids: string
}

/** Roles at the head of a school: giving, changing or disabling them takes the right to manage accounts. */
const HEADS: readonly Role[] = ['school_admin', 'principal', 'vice_principal', 'academic_director']

export async function selectSchoolLists(db: Db, schoolId: number): Promise<SchoolLists> {
  const classes = await db
    .selectFrom('class')
    .where('school_id', '=', schoolId)
    .select(['id', 'grade_id'])
    .execute()
  const subjects = await db.selectFrom('subject').select('id').execute()
  return {
    gradeOfClass: new Map(classes.map(({ id, grade_id }) => [id, grade_id])),
    subjectIds: new Set(subjects.map(({ id }) => id)),
  }
}

/**
 * Checks roles to be given and fills the lists that were left out: a teacher's from the assignments,
 * a leader's subject or grade must be said.
 *
 * @throws AppError ROLE_NOT_GIVEN_HERE (regional, pupils), NOT_ALLOWED (heads of school), INPUT_INVALID
 */
export function checkedRoles(
  session: Pick<Session, 'role'>,
  given: readonly Given[],
  teaching: readonly Assignment[],
  lists: SchoolLists,
): RoleRow[] {
  const errors: FieldError[] = []
  const rows = given.map((one, index): RoleRow => {
    if (!isRole(one.role))
      throw new AppError('INPUT_INVALID').withDetails([
        { path: `roles.${index}.role`, message: '没有这种身份' },
      ])
    if (isRegionalRole(one.role) || one.role === 'student')
      throw new AppError('ROLE_NOT_GIVEN_HERE', { role: roleLabel(one.role) })
    if (HEADS.includes(one.role)) assertMayManageHeads(session)
    const filled = filledLists(one.role, one, teaching, lists)
    for (const [list, message] of listProblems(one.role, filled, lists))
      errors.push({ path: `roles.${index}.${list}`, message: `${roleLabel(one.role)}：${message}` })
    return {
      role: one.role,
      grade_ids: JSON.stringify(filled.grade_ids),
      class_ids: JSON.stringify(filled.class_ids),
      subject_ids: JSON.stringify(filled.subject_ids),
    }
  })
  for (const [index, { class_id, subject_id }] of teaching.entries()) {
    if (!lists.gradeOfClass.has(class_id))
      errors.push({ path: `teaching.${index}.class_id`, message: '没有这个班级' })
    if (!lists.subjectIds.has(subject_id))
      errors.push({ path: `teaching.${index}.subject_id`, message: '没有这个科目' })
  }
  if (errors.length > 0) throw new AppError('INPUT_INVALID').withDetails(errors)
  return rows
}

/** @throws AppError NOT_ALLOWED unless the current role may manage accounts */
export function assertMayManageHeads(session: Pick<Session, 'role'>): void {
  if (!mayDo(session.role, 'account.manage'))
    throw new AppError('NOT_ALLOWED', {
      role: roleLabel(session.role),
      action: `${PERMISSIONS['account.manage'].label}（学校管理层身份）`,
    })
}

export const isHead = (role: string): boolean => HEADS.includes(role as Role)

/** Accounts of those who manage exams or head the school see the whole exam-marking menu. */
export const userTypeOf = (roles: readonly { role: Role }[]): number =>
  roles.some(({ role }) => isHead(role) || mayDo(role, 'exam.manage')) ? FULL_MARKING_USER_TYPE : 0

interface Lists {
  grade_ids: ScopeList<number>
  class_ids: ScopeList<number>
  subject_ids: ScopeList<number>
}

function filledLists(
  role: Role,
  given: Given,
  teaching: readonly Assignment[],
  lists: SchoolLists,
): Lists {
  const unique = (ids: number[]) => [...new Set(ids)]
  const classes = given.class_ids ?? unique(teaching.map(({ class_id }) => class_id))
  const grades =
    classes === 'all' ? 'all' : unique(classes.flatMap((id) => lists.gradeOfClass.get(id) ?? []))
  const taught = unique(teaching.map(({ subject_id }) => subject_id))
  return {
    class_ids: classes,
    grade_ids: given.grade_ids ?? (role === 'subject_leader' ? 'all' : grades),
    subject_ids: given.subject_ids ?? (role === 'class_teacher' ? 'all' : taught),
  }
}

function listProblems(
  role: Role,
  filled: Lists,
  { gradeOfClass, subjectIds }: SchoolLists,
): [keyof Lists, string][] {
  const empty = (list: ScopeList<number>) => list !== 'all' && list.length === 0
  const strange = (list: ScopeList<number>, known: (id: number) => boolean) =>
    list !== 'all' && !list.every(known)
  const byGrade = ['grade_director', 'grade_group_leader', 'prep_leader'].includes(role)
  const bySubject = ['subject_leader', 'prep_leader'].includes(role)
  const byClass = ['class_teacher', 'subject_teacher'].includes(role)
  const problems: [boolean, keyof Lists, string][] = [
    [byGrade && empty(filled.grade_ids), 'grade_ids', '请选择负责的年级'],
    [bySubject && empty(filled.subject_ids), 'subject_ids', '请选择负责的科目'],
    [byClass && empty(filled.class_ids), 'class_ids', '请选择班级，或填写任课班级'],
    [strange(filled.grade_ids, (id) => id in GRADES), 'grade_ids', '没有这个年级'],
    [strange(filled.class_ids, (id) => gradeOfClass.has(id)), 'class_ids', '没有这个班级'],
    [strange(filled.subject_ids, (id) => subjectIds.has(id)), 'subject_ids', '没有这个科目'],
  ]
  return problems.filter(([is]) => is).map(([, list, message]) => [list, message])
}
