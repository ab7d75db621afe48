import { type Permission, rolesThatMay } from './permissions.ts'
import { isRegionalRole, type Role, roleLabel } from './role.ts'

/** What a school may keep from roles that have it by themselves. */
export interface AuthorityItem {
  code: string
  group: '名单' | '报表' | '导出' | '图像'
  label: string
  permission: Permission
  /** Where the calls of the permission are told apart: what their addresses begin with. Without it all of them. */
  paths?: readonly string[]
}

const report = (code: string, label: string, ...paths: string[]): AuthorityItem => ({
  code: `report.${code}`,
  group: '报表',
  label,
  permission: 'report.read',
  paths: paths.map((path) => `/v1/scorereport/${path}`),
})

/** @source platform 3.7 */
export const AUTHORITY_ITEMS: readonly AuthorityItem[] = [
  { code: 'student.read', group: '名单', label: '学生名单', permission: 'student.read' },
  { code: 'staff.read', group: '名单', label: '教师名单', permission: 'staff.read' },
  { code: 'report.read', group: '报表', label: '成绩报表（全部）', permission: 'report.read' },
  report('student', '学生成绩表', 'student/'),
  report('average', '班级均分表', 'average/'),
  report('little', '小题分析表', 'little/list'),
  report('section', '分数段表', 'section/'),
  { code: 'report.export', group: '导出', label: '导出报表', permission: 'report.export' },
  {
    code: 'report.examples',
    group: '图像',
    label: '样卷图像',
    permission: 'report.read',
    paths: ['/v1/scorereport/little/examples'],
  },
]

/** Who manages the school always sees what the others do not: nobody is locked out of taking it back. */
const KEEPS_ALL: readonly Role[] = ['school_admin']

/** The roles of a school that an item can be kept from. */
export const rolesOfItem = ({ permission }: AuthorityItem): Role[] =>
  rolesThatMay(permission).filter((role) => !KEEPS_ALL.includes(role) && !isRegionalRole(role))

/** What each role does not see, by codes of items. */
export type HiddenItems = Readonly<Partial<Record<string, readonly string[]>>>

/** Does a school keep a call from a role? The item that says so, else null. */
export function hiddenItem(
  hidden: HiddenItems,
  role: Role,
  call: { permission: Permission; path: string },
): AuthorityItem | null {
  const codes = hidden[role] ?? []
  return (
    AUTHORITY_ITEMS.find(
      (item) =>
        codes.includes(item.code) &&
        item.permission === call.permission &&
        (item.paths === undefined || item.paths.some((path) => call.path.startsWith(path))),
    ) ?? null
  )
}

/** The permissions of a role without those that a school keeps from it as a whole. */
export const withoutHidden = (
  permissions: readonly Permission[],
  role: Role,
  hidden: HiddenItems,
): Permission[] =>
  permissions.filter((permission) => hiddenItem(hidden, role, { permission, path: '' }) === null)

/** Is there anything that a school may keep from a role at a call of this permission? */
export const canBeHidden = (permission: Permission): boolean =>
  AUTHORITY_ITEMS.some((item) => item.permission === permission)

/** Why a setting is none: it names what there is not, or what the role does not have anyway. */
export function hiddenProblem(hidden: HiddenItems): string | null {
  for (const [role, codes] of Object.entries(hidden))
    for (const code of codes ?? []) {
      const item = AUTHORITY_ITEMS.find((one) => one.code === code)
      if (!item) return `没有「${code}」这一项`
      if (!rolesOfItem(item).includes(role as Role))
        return `${roleLabel(role as Role)}不能设置「${item.label}」`
    }
  return null
}
