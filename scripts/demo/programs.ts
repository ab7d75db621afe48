import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { isRegionalRole } from '@hengjuan/domain'
import { DEMO_PASSWORD } from './account.ts'
import { demoStaff } from './people.ts'
import { Program } from './platform.ts'
import { BUREAU, REGION, SCHOOL } from './school.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/**
 * Below what systems give to outgoing connections: a program that is killed and started again finds its
 * port as it left it.
 */
const PORTS = { least: 20_000, count: 12_000 }

/** A port that is free now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.least + randomInt(PORTS.count)
    if (await isFree(port)) return port
  }
}

export const isFree = (port: number): Promise<boolean> =>
  new Promise((found) => {
    const server = createServer()
    server.once('error', () => found(false))
    server.listen(port, '127.0.0.1', () => server.close(() => found(true)))
  })

/** The server, on SQLite in its folder unless `database` or the environment names a PostgreSQL. */
export const serverProgram = (
  dataDir: string,
  port: number,
  {
    host = '127.0.0.1',
    database,
  }: { host?: string | undefined; database?: string | undefined } = {},
): Program =>
  new Program('apps/server/src/main.ts', [], {
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: host,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    // A program enters in a minute what people enter in a day.
    CALL_LIMITS: process.env['CALL_LIMITS'] ?? '0,0,0',
    ...(database === undefined ? {} : { DATABASE_URL: database }),
  })

export const stationProgram = (dataDir: string, port: number, server: string): Program =>
  new Program('apps/station/src/dev/main.ts', [
    '--server',
    server,
    '--data',
    dataDir,
    '--key-folder',
    `${dataDir}-key`,
    '--port',
    String(port),
    '--name',
    '教务处扫描仪',
  ])

/** Makes the demonstration school, its first admin and the regional accounts with the tools that a real school uses. */
export async function createDemoSchool(dataDir: string): Promise<void> {
  const tool = (name: string, options: Record<string, string>) => {
    const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value])
    return run(process.execPath, [join(ROOT, 'apps/server/src/tools', name), ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
    })
  }
  const people = demoStaff()
  const admin = people.find(({ role }) => role === 'school_admin')
  if (!admin) throw new Error('the demonstration has no admin')
  await tool('create-school.ts', {
    name: SCHOOL.name,
    'short-name': SCHOOL.shortName,
    account: admin.account,
    'admin-name': admin.name,
    region: REGION,
    password: DEMO_PASSWORD,
  })
  for (const { role, account, name } of people)
    if (isRegionalRole(role))
      await tool('create-regional-account.ts', {
        bureau: BUREAU,
        region: REGION,
        role,
        account,
        name,
        password: DEMO_PASSWORD,
      })
}
