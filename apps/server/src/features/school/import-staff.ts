import { type Db, lockRows } from '@hengjuan/db'
import { classKey } from '@hengjuan/domain'
import type { MultipartFile } from '@fastify/multipart'
import { defineImport, type ImportPlace, type PlannedRow } from '../../import/define-import.ts'
import { assertNoImportErrors, type ImportTable, readImportTable } from '../../spreadsheet/index.ts'
import { generatePassword, hashPassword } from '../account/index.ts'
import {
  insertStaff,
  mergedRoles,
  replaceRoles,
  replaceTeaching,
  savePhone,
} from './change-staff.ts'
import { restoreStaff } from './restore-staff.ts'
import {
  type StaffAsker,
  STAFF_FIELDS,
  type StaffColumn,
  type StaffLine,
  planStaff,
} from './staff-plan.ts'
import { selectStaffEditors, selectStaffStates } from './staff-states.query.ts'
import { teachingChanged } from './teaching-change.ts'

/** Each new account is given a password, whose hash takes its time. */
const MAX_ROWS = 2000

/** A password that is told once, and what is kept of it. */
interface FirstPassword {
  password: string
  hash: string
}

/** Staff of a school, known by their account. */
export const staffRows = defineImport<StaffLine, StaffColumn>('staff', {
  label: '教师',
  permission: 'staff.manage',
  ofExam: false,
  takesGoodRows: true,
  mostRows: MAX_ROWS,
  fields: STAFF_FIELDS,
  assertOpen: () => undefined,
  async hints(db, { schoolId }) {
    const classes = await db
      .selectFrom('class')
      .where('school_id', '=', schoolId)
      .select('name')
      .execute()
    return {
      classKeys: new Set(classes.map(({ name }) => classKey(name))),
      studentNos: new Set(),
    }
  },
  plan: planStaff,
  async lock(db, { schoolId }) {
    await lockRows(db, db.selectFrom('school').where('id', '=', schoolId).select('id')).execute()
  },
  prepare: (count) => firstPasswords(count),
  write: (db, place, rows, prepared) => writeStaff(db, place, rows, prepared as FirstPassword[]),
  async remove(db, { now }, ids) {
    await db.updateTable('user').set({ disabled_at: now }).where('id', 'in', ids).execute()
    await db.deleteFrom('session').where('user_id', 'in', ids).execute()
  },
  states: (db, { schoolId }, ids) => selectStaffStates(db, schoolId, ids),
  restore: (db, place, rows) => restoreStaff(db, place, rows),
  editors: (db, { schoolId }, since) => selectStaffEditors(db, schoolId, since),
  async follow(services, { by }, ids) {
    for (const userId of ids) await teachingChanged(services, { userId, byId: by.userId })
  },
})

/** Some for each row of a table. */
const firstPasswords = (count: number): Promise<FirstPassword[]> =>
  Promise.all(Array.from({ length: count }, firstPassword))

async function firstPassword(): Promise<FirstPassword> {
  const password = generatePassword()
  return { password, hash: await hashPassword(password) }
}

async function writeStaff(
  db: Db,
  { schoolId, now }: Pick<ImportPlace, 'schoolId' | 'now'>,
  rows: readonly PlannedRow<StaffLine>[],
  passwords: readonly FirstPassword[],
) {
  const ids = new Map<number, number>()
  const accounts: { account: string; name: string; initial_password: string }[] = []
  for (const { row, id, line } of rows) {
    const { account, name, phone, roles, teaching } = line
    if (id === null) {
      const { password, hash } = passwords[accounts.length] ?? (await firstPassword())
      const person = { account, name, passwordHash: hash, roles, teaching: teaching ?? [] }
      const added = await insertStaff(db, schoolId, person, now)
      accounts.push({ account, name, initial_password: password })
      ids.set(row, added)
      if (phone !== null) await savePhone(db, added, phone, now)
      continue
    }
    await db.updateTable('user').set({ disabled_at: null }).where('id', '=', id).execute()
    await replaceRoles(db, schoolId, id, await mergedRoles(db, schoolId, id, roles))
    if (teaching) await replaceTeaching(db, id, teaching)
    if (phone !== null) await savePhone(db, id, phone, now)
    ids.set(row, id)
  }
  return { ids, accounts }
}

export const readStaffTable = (file: MultipartFile) =>
  readImportTable(file, { columns: STAFF_FIELDS, maxRows: MAX_ROWS })

/**
 * What a table of staff comes to, and the passwords of those that it adds.
 *
 * @throws AppError IMPORT_HAS_ERRORS with cell addresses
 */
export async function prepareStaffTable(
  db: Db,
  place: { schoolId: number; by: StaffAsker },
  table: ImportTable<StaffColumn>,
) {
  const { rows } = await planStaff(db, place, table)
  assertNoImportErrors(
    rows.flatMap(({ row, errors }) =>
      errors.map(({ field, message }) => ({
        path: table.address(row, field as StaffColumn),
        message,
      })),
    ),
  )
  const changing = rows.filter(({ action }) => action !== 'same')
  const added = changing.filter(({ action }) => action === 'add')
  return { changing, passwords: await firstPasswords(added.length) }
}

/** Writes it. @returns new accounts with the passwords that are shown once */
export const importStaff = (
  db: Db,
  place: Pick<ImportPlace, 'schoolId' | 'now'>,
  { changing, passwords }: Awaited<ReturnType<typeof prepareStaffTable>>,
) => writeStaff(db, place, changing, passwords)
