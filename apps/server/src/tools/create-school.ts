import { parseArgs } from 'node:util'
import { migrateToLatest } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { forgetOpen } from '../check-database-file.ts'
import { readConfig } from '../config.ts'
import { placeSchool, readRegion } from '../features/region/index.ts'
import { createSchool, hasSchool } from '../features/school/index.ts'
import { ensureFirstRows } from '../first-rows.ts'
import { openServices } from '../services.ts'
import { startFailure } from '../start-failure.ts'

/**
 * Creates a school and its first administrator in the installation that DATA_DIR or DATABASE_URL name.
 * The server may be running.
 */
const USAGE = `用法：create-school --name 学校名称 [选项]
  --short-name 简称      默认与名称相同
  --account 账号         管理员账号，默认 admin
  --admin-name 姓名      管理员姓名，默认 学校管理员
  --region 区划          行政区划代码=名称，如 330106=浙江省/杭州市/西湖区
  --password 密码        至少 8 位；不给则生成一个，只显示一次
  --another             已有学校时再建一所
  --json                以 JSON 输出`

const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    'short-name': { type: 'string', default: '' },
    account: { type: 'string', default: 'admin' },
    'admin-name': { type: 'string', default: '学校管理员' },
    region: { type: 'string' },
    password: { type: 'string' },
    another: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help || !values.name) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}

const config = readConfig(process.env)
const services = await openServices(config).catch((error: unknown) => {
  console.error(startFailure(error, config) ?? error)
  process.exit(1)
})
try {
  await migrateToLatest(services.db)
  await ensureFirstRows(services)
  if (!values.another && (await hasSchool(services.db))) {
    console.error('这套系统已经有学校了。如要再建一所，请加 --another')
    process.exitCode = 1
  } else {
    const place = values.region === undefined ? null : readRegion(values.region)
    const created = await createSchool(services, {
      name: values.name,
      shortName: values['short-name'],
      adminAccount: values.account,
      adminName: values['admin-name'],
      password: values.password,
    })
    if (place) await placeSchool(services.db, created.schoolId, place)
    console.log(
      values.json
        ? JSON.stringify({
            school_id: created.schoolId,
            user_id: created.userId,
            account: values.account,
            initial_password: created.password,
          })
        : [
            `已创建学校「${values.name}」`,
            `管理员账号：${values.account}`,
            created.password === null
              ? '密码：与所给相同'
              : `初始密码：${created.password}（只显示这一次，请登录后修改）`,
          ].join('\n'),
    )
  }
} catch (error) {
  if (error instanceof AppError)
    console.error([error.message, ...error.details.map(({ message }) => message)].join('\n'))
  else console.error(startFailure(error, config) ?? error)
  process.exitCode = 1
} finally {
  await services.db.destroy()
  await forgetOpen(config.databaseUrl)
}
