import { parseArgs } from 'node:util'
import { isUniqueViolation, migrateToLatest } from '@hengjuan/db'
import { AppError, isRegionalRole, isRole, REGIONAL_ROLES } from '@hengjuan/domain'
import { isoNow } from '../clock.ts'
import { forgetOpen } from '../check-database-file.ts'
import { readConfig } from '../config.ts'
import { assertPassword, generatePassword, hashPassword } from '../features/account/index.ts'
import { namePinyin } from '../features/school/index.ts'
import { openServices } from '../services.ts'

/** Creates an account of an education bureau; a school admin cannot give these roles. */
const USAGE = `用法：create-regional-account --role 角色 --account 账号 --name 姓名 [--password 密码]
  角色：${REGIONAL_ROLES.join('、')}
  不给密码则生成一个，只显示一次`

const { values } = parseArgs({
  options: {
    role: { type: 'string', default: '' },
    account: { type: 'string', default: '' },
    name: { type: 'string', default: '' },
    password: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const { role, account, name } = values
if (values.help || !isRole(role) || !isRegionalRole(role) || !account || !name) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}

const services = await openServices(readConfig(process.env))
try {
  await migrateToLatest(services.db)
  const password = values.password ?? generatePassword()
  assertPassword(password, account)
  const passwordHash = await hashPassword(password)
  await services.db.transaction().execute(async (db) => {
    const { id } = await db
      .insertInto('user')
      .values({
        school_id: null,
        account,
        name,
        name_pinyin: namePinyin(name),
        password_hash: passwordHash,
        user_type: 0,
        student_id: null,
        created_at: isoNow(services.clock),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('user_role')
      .values({
        user_id: id,
        role,
        scope_level: 2,
        school_id: null,
        grade_ids: '"all"',
        class_ids: '"all"',
        subject_ids: '"all"',
      })
      .execute()
  })
  console.log(
    `已创建账号 ${account}${values.password ? '' : `，初始密码：${password}（只显示这一次）`}`,
  )
} catch (error) {
  const spoken = isUniqueViolation(error)
    ? new AppError('USER_NAME_TAKEN', { userName: account })
    : error
  if (!(spoken instanceof AppError)) throw error
  console.error(spoken.message)
  process.exitCode = 1
} finally {
  await services.db.destroy()
  await forgetOpen(services.config.databaseUrl)
}
