import type { Db } from '@hengjuan/db'
import {
  AppError,
  classKey,
  type FieldError,
  type ImportField,
  type Role,
  ROLE_CODES,
  roleLabel,
  sameText,
} from '@hengjuan/domain'
import type { MultipartFile } from '@fastify/multipart'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { assertNoImportErrors, type ImportTable, readImportTable } from '../../spreadsheet/index.ts'
import { hashPassword, generatePassword } from '../account/index.ts'
import { insertStaff, type PreparedStaff } from './change-staff.ts'
import { gradeOf } from './grade-of.ts'
import {
  type Assignment,
  checkedRoles,
  selectSchoolLists,
  type SchoolLists,
} from './staff-roles.ts'

type Column = '账号' | '姓名' | '角色' | '年级' | '班级' | '学科'

const FIELDS: readonly ImportField<Column>[] = [
  {
    field: '账号',
    label: '账号',
    aliases: ['登录账号', '用户名', '工号'],
    required: true,
    isCode: true,
  },
  { field: '姓名', label: '姓名', aliases: ['教师姓名', '教师'], required: true },
  { field: '角色', label: '角色', aliases: ['身份', '职务', '岗位'], required: true },
  { field: '年级', label: '年级', aliases: ['任教年级', '所在年级'] },
  { field: '班级', label: '班级', aliases: ['任教班级', '任课班级'], isClass: true },
  { field: '学科', label: '学科', aliases: ['科目', '任教学科', '任教科目'] },
]

const MAX_ROWS = 1000

export const readStaffTable = (file: MultipartFile) =>
  readImportTable(file, { columns: FIELDS, maxRows: MAX_ROWS })

/** What the words of a table mean in this school. */
interface Dictionary {
  lists: SchoolLists
  classIds: Map<string, number>
  subjectIds: Map<string, number>
  takenAccounts: Set<string>
}

/**
 * Checks a table of staff as a whole and prepares its people, each with an initial password.
 *
 * @throws AppError IMPORT_HAS_ERRORS with cell addresses
 */
export async function prepareStaffTable(
  db: Db,
  session: Session,
  schoolId: number,
  table: ImportTable<Column>,
): Promise<PreparedStaff[]> {
  const dictionary = await selectDictionary(db, schoolId, table)
  const errors: FieldError[] = []
  const seen = new Map<string, number>()
  const checked = table.rows.map(({ row, cells }) => {
    const report = (column: Column, message: string) =>
      errors.push({ path: table.address(row, column), message })
    table.tellProblems(row, report)
    if (!/^[0-9A-Za-z_.@-]{2,64}$/.test(cells.账号))
      report('账号', '账号应为 2 到 64 位字母、数字或 _ . @ -')
    else if (dictionary.takenAccounts.has(cells.账号))
      report('账号', `账号 ${cells.账号} 已被使用，请换一个`)
    else if (seen.has(cells.账号))
      report('账号', `账号 ${cells.账号} 与第 ${seen.get(cells.账号)} 行重复`)
    seen.set(cells.账号, row)
    if (!cells.姓名 || cells.姓名.length > 40) report('姓名', '请填写姓名，最多 40 个字')
    return { account: cells.账号, name: cells.姓名, ...rolesOf(session, cells, dictionary, report) }
  })
  assertNoImportErrors(errors)
  const people: PreparedStaff[] = []
  for (const person of checked) {
    const initialPassword = generatePassword()
    people.push({ ...person, initialPassword, passwordHash: await hashPassword(initialPassword) })
  }
  return people
}

function rolesOf(
  session: Session,
  cells: Record<Column, string>,
  { lists, classIds, subjectIds }: Dictionary,
  report: (column: Column, message: string) => void,
): Pick<PreparedStaff, 'roles' | 'teaching'> {
  const grades = translated(cells.年级, gradeOf, (word) => report('年级', `没有年级「${word}」`))
  const subjects = translated(
    cells.学科,
    (word) => subjectIds.get(word) ?? null,
    (word) => report('学科', `没有科目「${word}」`),
  )
  const classes = translated(
    cells.班级,
    (word) =>
      grades
        .map((grade) => classIds.get(`${grade}/${classKey(word)}`))
        .find((id) => id !== undefined) ?? null,
    (word) =>
      report(
        '班级',
        grades.length === 0
          ? '填写班级时，请在年级一列写明年级'
          : `没有班级「${word}」，请先导入该班学生或在学生管理中添加`,
      ),
  )
  const codes = translated(cells.角色, roleNamed, (word) => report('角色', `没有身份「${word}」`))
  if (cells.角色 === '') report('角色', '请填写角色，如 班主任、任课教师')
  const teaching: Assignment[] = classes.flatMap((class_id) =>
    subjects.map((subject_id) => ({ class_id, subject_id })),
  )
  const given = codes.map((role) => ({
    role,
    class_ids: classes,
    ...(grades.length > 0 ? { grade_ids: grades } : {}),
    ...(subjects.length > 0 && role !== 'class_teacher' ? { subject_ids: subjects } : {}),
  }))
  try {
    return { teaching, roles: checkedRoles(session, given, teaching, lists) }
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
  return text
    .split(/[、，,;；/\s]+/)
    .filter(Boolean)
    .flatMap((word) => {
      const found = meaning(word)
      if (found === null) unknown(word)
      return found === null ? [] : [found]
    })
}

const roleNamed = (word: string): Role | null =>
  ROLE_CODES.find((role) => sameText(roleLabel(role), word)) ?? null

async function selectDictionary(
  db: Db,
  schoolId: number,
  table: ImportTable<Column>,
): Promise<Dictionary> {
  const classes = await db
    .selectFrom('class')
    .where('school_id', '=', schoolId)
    .select(['id', 'grade_id', 'name'])
    .execute()
  const subjects = await db.selectFrom('subject').select(['id', 'name', 'short_name']).execute()
  const accounts = table.rows.map(({ cells }) => cells.账号)
  const taken = await db
    .selectFrom('user')
    .where('account', 'in', accounts)
    .select('account')
    .execute()
  return {
    lists: await selectSchoolLists(db, schoolId),
    classIds: new Map(
      classes.map(({ id, grade_id, name }) => [`${grade_id}/${classKey(name)}`, id]),
    ),
    subjectIds: new Map(
      subjects.flatMap(({ id, name, short_name }) => [
        [name, id],
        [short_name, id],
      ]),
    ),
    takenAccounts: new Set(taken.map(({ account }) => account)),
  }
}

/** Writes the prepared people. @returns their accounts with the passwords that are shown once */
export async function importStaff(
  services: Services,
  db: Db,
  schoolId: number,
  people: readonly PreparedStaff[],
) {
  for (const person of people) await insertStaff(services, db, schoolId, person)
  return people.map(({ account, name, initialPassword }) => ({
    account,
    name,
    initial_password: initialPassword ?? '',
  }))
}
