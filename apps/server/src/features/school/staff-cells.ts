import type { Db } from '@hengjuan/db'
import {
  AppError,
  classKey,
  classLabel,
  type MappedRow,
  type Role,
  ROLE_CODES,
  roleLabel,
  sameText,
} from '@hengjuan/domain'
import { gradeOf } from './grade-of.ts'
import type { ScopeNames } from './role-text.ts'
import type { StaffAsker, StaffColumn, StaffLine } from './staff-plan.ts'
import { checkedRoles, type SchoolLists, selectSchoolLists } from './staff-roles.ts'
import type { KnownStaff } from './staff-states.query.ts'

export type Report = (field: StaffColumn, message: string, code?: string, fix?: string) => void
export type Cells = MappedRow<StaffColumn>['cells']

/** What the words of a table mean in this school. */
export interface Dictionary {
  lists: SchoolLists
  names: ScopeNames
  /** By `classKey`: the same name may stand in several grades. */
  classes: Map<string, { id: number; gradeId: number }[]>
  subjectIds: Map<string, number>
}

/** Roles and assignments of a row; words that mean nothing here are reported. */
export function rolesOf(
  by: StaffAsker,
  cells: Cells,
  owner: KnownStaff | undefined,
  { lists, classes, subjectIds }: Dictionary,
  report: Report,
): Pick<StaffLine, 'roles' | 'teaching'> {
  const grades = translated(cells.年级, gradeOf, (word) => report('年级', `没有年级「${word}」`))
  const subjects = translated(
    cells.学科,
    (word) => subjectIds.get(word) ?? null,
    (word) => report('学科', `没有科目「${word}」`),
  )
  const taught = translated(
    cells.班级,
    (word) => {
      const named = classes.get(classKey(word)) ?? []
      const ownGrade = gradeOf(
        /^(高[一二三]|初[一二三]|[一二三四五六七八九]年级)/.exec(word)?.[0] ?? '',
      )
      const within = named.filter(({ gradeId }) =>
        ownGrade === null ? grades.length === 0 || grades.includes(gradeId) : gradeId === ownGrade,
      )
      return within.length === 1 || grades.length > 0 ? (within[0] ?? null) : null
    },
    (word) =>
      report(
        '班级',
        (classes.get(classKey(word)) ?? []).length > 1
          ? `几个年级都有「${word}」，请在年级一列写明年级`
          : `没有班级「${word}」，请先导入该班学生或在学生管理中添加`,
      ),
  )
  const codes = translated(cells.角色, roleNamed, (word) => {
    const meant = ROLE_WORDS[word]
    report(
      '角色',
      `没有身份「${word}」`,
      'ROLE_UNKNOWN',
      meant ? cells.角色.replace(word, roleLabel(meant)) : undefined,
    )
  })
  const saysNothing = grades.length + taught.length + subjects.length === 0
  const assignments = taught.flatMap(({ id: class_id }) =>
    subjects.map((subject_id) => ({ class_id, subject_id })),
  )
  const teaching = assignments.length > 0 ? assignments : null
  const inGrades = grades.length > 0 ? grades : [...new Set(taught.map(({ gradeId }) => gradeId))]
  const given = codes
    // A role that somebody holds keeps its reach where the row does not name any.
    .filter((role) => !saysNothing || !owner?.roles.some((held) => held.role === role))
    .map((role) => ({
      role,
      class_ids: taught.map(({ id }) => id),
      ...(inGrades.length > 0 ? { grade_ids: inGrades } : {}),
      ...(subjects.length > 0 && role !== 'class_teacher' ? { subject_ids: subjects } : {}),
    }))
  try {
    return { teaching, roles: checkedRoles(by, given, teaching ?? [], lists) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const details = error.details.map(({ message }) => message)
    report('角色', details.length > 0 ? details.join('；') : error.message)
    return { teaching, roles: [] }
  }
}

/** The words of a cell (separated by 、 , ; or blanks) with their meaning; unknown ones are reported. */
function translated<T>(
  text: string,
  meaning: (word: string) => T | null,
  unknown: (word: string) => void,
): T[] {
  const words = [...new Set(text.split(/[、，,;；/\s]+/).filter(Boolean))]
  return words.flatMap((word) => {
    const found = meaning(word)
    if (found === null) unknown(word)
    return found === null ? [] : [found]
  })
}

export const roleNamed = (word: string): Role | null =>
  ROLE_CODES.find((role) => sameText(roleLabel(role), word)) ?? null

/** What schools call the roles. */
const ROLE_WORDS: Readonly<Record<string, Role>> = {
  教师: 'subject_teacher',
  老师: 'subject_teacher',
  任课老师: 'subject_teacher',
  科任教师: 'subject_teacher',
  科任老师: 'subject_teacher',
  班主任老师: 'class_teacher',
  教导主任: 'academic_director',
  教务处主任: 'academic_director',
  级长: 'grade_director',
  年级长: 'grade_director',
  学科主任: 'subject_leader',
  科组长: 'subject_leader',
  教研组长: 'subject_leader',
  阅卷老师: 'marking_teacher',
  管理员: 'school_admin',
}

export async function selectDictionary(db: Db, schoolId: number): Promise<Dictionary> {
  const classes = await db
    .selectFrom('class')
    .where('school_id', '=', schoolId)
    .select(['id', 'grade_id', 'name'])
    .execute()
  const subjects = await db.selectFrom('subject').select(['id', 'name', 'short_name']).execute()
  return {
    lists: await selectSchoolLists(db, schoolId),
    names: {
      classes: new Map(classes.map(({ id, grade_id, name }) => [id, classLabel(grade_id, name)])),
      subjects: new Map(subjects.map(({ id, name }) => [id, name])),
    },
    classes: Map.groupBy(
      classes.map(({ id, grade_id: gradeId, name }) => ({ id, gradeId, key: classKey(name) })),
      ({ key }) => key,
    ),
    subjectIds: new Map(
      subjects.flatMap(({ id, name, short_name }) => [
        [name, id],
        [short_name, id],
      ]),
    ),
  }
}
