import { parseArgs } from 'node:util'
import { migrateToLatest } from '@hengjuan/db'
import { AppError, isRegionalRole, isRole, REGIONAL_ROLES } from '@hengjuan/domain'
import { forgetOpen } from '../check-database-file.ts'
import { readConfig } from '../config.ts'
import { createRegionalAccount, readRegion } from '../features/region/index.ts'
import { openServices } from '../services.ts'

/** Creates an account of an education bureau, and the bureau; a school admin cannot give these roles. */
const USAGE = `用法：create-regional-account --bureau 机构名称 --region 区划 --role 角色 --account 账号 --name 姓名 [--password 密码]
  机构还没有时一并创建；同名机构的第二个账号归入该机构
  区划：行政区划代码=名称，如 330106=浙江省/杭州市/西湖区；省级、市级机构写到省、市为止
  角色：${REGIONAL_ROLES.join('、')}
  不给密码则生成一个，只显示一次`

const { values } = parseArgs({
  options: {
    bureau: { type: 'string', default: '' },
    region: { type: 'string', default: '' },
    role: { type: 'string', default: '' },
    account: { type: 'string', default: '' },
    name: { type: 'string', default: '' },
    password: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const { bureau, region, role, account, name, password } = values
if (
  values.help ||
  !isRole(role) ||
  !isRegionalRole(role) ||
  [bureau, region, account, name].some((text) => text.trim() === '')
) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}

const services = await openServices(readConfig(process.env))
try {
  await migrateToLatest(services.db)
  const place = readRegion(region)
  const created = await createRegionalAccount(services, {
    bureau: bureau.trim(),
    region: place,
    role,
    account,
    name,
    password,
  })
  console.log(
    `已创建${bureau.trim()}的账号 ${account}${created.password === null ? '' : `，初始密码：${created.password}（只显示这一次）`}`,
  )
} catch (error) {
  if (!(error instanceof AppError)) throw error
  console.error([error.message, ...error.details.map(({ message }) => message)].join('\n'))
  process.exitCode = 1
} finally {
  await services.db.destroy()
  await forgetOpen(services.config.databaseUrl)
}
