import { type Db, isOneOf } from '@hengjuan/db'
import { type ImportField, mayDo, type Role, sameText } from '@hengjuan/domain'
import type { CellProblem, ImportPlan, PlannedRow, PlanTable } from '../../import/define-import.ts'
import { roleText, type ScopeNames } from './role-text.ts'
import { type Cells, type Report, roleNamed, rolesOf, selectDictionary } from './staff-cells.ts'
import { type Assignment, isHead, type RoleRow } from './staff-roles.ts'
import { type KnownStaff, selectKnownStaff } from './staff-states.query.ts'

export type StaffColumn = '账号' | '姓名' | '手机' | '角色' | '年级' | '班级' | '学科'

export const STAFF_FIELDS: readonly ImportField<StaffColumn>[] = [
  {
    field: '账号',
    label: '账号',
    aliases: ['登录账号', '用户名', '工号', '教师编号', '职工号'],
    required: true,
    isCode: true,
  },
  { field: '姓名', label: '姓名', aliases: ['教师姓名', '教师', '职工姓名'], required: true },
  {
    field: '手机',
    label: '手机',
    aliases: ['手机号', '手机号码', '电话', '联系电话', '联系方式'],
    isCode: true,
    guess: (value) => PHONE.test(value),
  },
  {
    field: '角色',
    label: '角色',
    aliases: ['身份', '职务', '岗位'],
    required: true,
    guess: (value) => roleNamed(value) !== null,
  },
  { field: '年级', label: '年级', aliases: ['任教年级', '所在年级', '负责年级'] },
  { field: '班级', label: '班级', aliases: ['任教班级', '任课班级', '负责班级'], isClass: true },
  { field: '学科', label: '学科', aliases: ['科目', '任教学科', '任教科目', '任课科目'] },
]

const PHONE = /^1\d{10}$/

/** Who brings a table: heads of school are entered by those who may manage accounts. */
export interface StaffAsker {
  userId: number
  role: Role
}

export interface StaffLine {
  account: string
  name: string
  /** Null where the table says nothing of it. */
  phone: string | null
  /** Roles of the row; those that are held beside them stay. */
  roles: RoleRow[]
  /** Null where the row says nothing of classes and subjects. */
  teaching: Assignment[] | null
}

/** What a table of staff comes to in a school: people known by their account. */
export async function planStaff(
  db: Db,
  { schoolId, by }: { schoolId: number; by: StaffAsker },
  table: PlanTable<StaffColumn>,
): Promise<ImportPlan<StaffLine>> {
  const known = await selectKnownStaff(db, schoolId)
  const elsewhere = await accountsElsewhere(
    db,
    table.rows.map(({ cells }) => cells.账号),
    known,
  )
  const dictionary = await selectDictionary(db, schoolId)
  const firstRow = new Map<string, number>()
  const rows = table.rows.map((mapped): PlannedRow<StaffLine> => {
    const { row, cells, faults } = mapped
    const errors: CellProblem[] = faults.map(({ column, ...fault }) => ({
      field: column,
      ...fault,
    }))
    const report: Report = (field, message, code = 'INVALID', fix) =>
      errors.push({ field, code, message, fix })
    const owner = known.get(cells.账号)
    checkPerson(cells, { owner, elsewhere, firstRow: firstRow.get(cells.账号), by }, report)
    if (!firstRow.has(cells.账号)) firstRow.set(cells.账号, row)
    const line = {
      account: cells.账号,
      name: cells.姓名,
      phone: cells.手机 || null,
      ...rolesOf(by, cells, owner, dictionary, report),
    }
    const changes = errors.length > 0 ? [] : changesOf(owner, line, dictionary.names)
    return {
      row,
      key: cells.账号,
      name: cells.姓名,
      action: !owner ? 'add' : owner.disabled ? 'back' : changes.length > 0 ? 'change' : 'same',
      id: owner?.id ?? null,
      line,
      changes,
      errors,
      warnings: [],
    }
  })
  return { rows, missing: missingOf(known, firstRow, by), warnings: [] }
}

function checkPerson(
  cells: Cells,
  on: {
    owner: KnownStaff | undefined
    elsewhere: ReadonlySet<string>
    firstRow: number | undefined
    by: StaffAsker
  },
  report: Report,
): void {
  const { owner } = on
  const { 账号: account, 姓名: name, 手机: phone } = cells
  if (!/^[0-9A-Za-z_.@-]{2,64}$/.test(account))
    report('账号', '账号应为 2 到 64 位字母、数字或 _ . @ -')
  else if (on.firstRow !== undefined) report('账号', `账号 ${account} 与第 ${on.firstRow} 行重复`)
  else if (on.elsewhere.has(account)) report('账号', `账号 ${account} 已被使用，请换一个`)
  else if (owner && !sameText(owner.name, name))
    report('账号', `账号 ${account} 已被 ${owner.name} 使用`, 'NUMBER_TAKEN')
  else if (owner?.roles.some(({ role }) => isHead(role)) && !mayDo(on.by.role, 'account.manage'))
    report('账号', `${owner.name} 是学校管理层，由学校管理员修改`)
  if (!name || name.length > 40) report('姓名', '请填写姓名，最多 40 个字')
  if (phone && !PHONE.test(phone)) {
    const bare = phone.replace(/^\+?86|[\s-]/g, '')
    report('手机', '手机号应为 11 位数字', 'PHONE_INVALID', PHONE.test(bare) ? bare : undefined)
  }
}

function changesOf(owner: KnownStaff | undefined, line: StaffLine, names: ScopeNames) {
  const changes = owner?.disabled ? [{ field: '状态', before: '已停用', after: '重新启用' }] : []
  for (const role of line.roles) {
    const held = owner?.roles.find((one) => one.role === role.role)
    const [before, after] = [held ? roleText(held, names) : '', roleText(role, names)]
    if (before !== after || !held) changes.push({ field: '角色', before, after })
  }
  const taught = (list: readonly Assignment[]) =>
    list
      .map(
        ({ class_id, subject_id }) =>
          `${names.classes.get(class_id) ?? ''}${names.subjects.get(subject_id) ?? ''}`,
      )
      .toSorted()
      .join('、')
  const [before, after] = [taught(owner?.teaching ?? []), taught(line.teaching ?? [])]
  if (line.teaching && before !== after) changes.push({ field: '任课', before, after })
  if (line.phone !== null && line.phone !== (owner?.phone ?? ''))
    changes.push({ field: '手机', before: owner?.phone ?? '', after: line.phone })
  return changes
}

/** Staff of the school that the table does not name; ticked, their accounts are disabled. */
function missingOf(
  known: ReadonlyMap<string, KnownStaff>,
  named: ReadonlyMap<string, number>,
  by: StaffAsker,
) {
  return [...known.values()].flatMap(({ id, account, name, disabled, roles }) =>
    disabled || named.has(account)
      ? []
      : [
          {
            id,
            key: account,
            name,
            fixed:
              id === by.userId
                ? '您自己的账号，不能停用'
                : roles.some(({ role }) => isHead(role))
                  ? '学校管理层的账号，请在教师管理中停用'
                  : null,
          },
        ],
  )
}

async function accountsElsewhere(
  db: Db,
  accounts: readonly string[],
  known: ReadonlyMap<string, KnownStaff>,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('user')
    .where(isOneOf(db, 'account', [...new Set(accounts)]))
    .select('account')
    .execute()
  return new Set(rows.flatMap(({ account }) => (known.has(account) ? [] : [account])))
}
