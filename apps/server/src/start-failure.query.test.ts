import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateToLatest, openDatabase } from '@hengjuan/db'
import { everyDatabase, migratedDatabaseUrl } from '@hengjuan/db/testing'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { awaitDatabase } from './await-database.ts'
import { type Config, readConfig } from './config.ts'
import { openServices } from './services.ts'
import { startFailure } from './start-failure.ts'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Starts the server as whoever installs it does. @returns its last words and its exit code */
async function start(env: Record<string, string>): Promise<[said: string, code: number]> {
  const child = fork(join(import.meta.dirname, 'main.ts'), [], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return [said, code]
}

/** What is said where the server does not get as far as its database. */
async function refusal(env: Record<string, string>): Promise<string | null> {
  try {
    config = null
    config = readConfig(env)
    const { db } = await openServices(config)
    onTestFinished(() => db.destroy())
    await awaitDatabase(db, () => undefined)
    return null
  } catch (error) {
    return startFailure(error, config)
  }
}
let config: Config | null = null

describe('a server that can not start says what to do', () => {
  test('where the data folder is a file', async () => {
    const file = join(await emptyFolder(), 'data')
    await writeFile(file, '')
    expect(await refusal({ DATA_DIR: file })).toBe(
      `${file} 应是文件夹，现在是文件。请改正 DATA_DIR 后重新启动。（${file}）`,
    )
  })

  test('where the database is another file', async () => {
    const folder = await emptyFolder()
    await writeFile(join(folder, 'hengjuan.db'), 'x'.repeat(9000))
    expect(await refusal({ DATA_DIR: folder })).toMatch(
      /不是本系统的数据库，或已经损坏。.*不要删除/,
    )
  })

  test('where a variable is wrong', async () => {
    expect(await refusal({ PORT: 'abc' })).toBe(
      '配置有误：PORT=abc，应为 0 到 65535 的整数。请改正后重新启动。',
    )
  })

  test('where PostgreSQL has no such database', async () => {
    const { url, discard } = await migratedDatabaseUrl('postgres')
    onTestFinished(discard)
    const address = new URL(url)
    address.pathname = '/no_such_database'
    expect(await refusal({ DATA_DIR: await emptyFolder(), DATABASE_URL: address.href })).toMatch(
      /^没有 DATABASE_URL 中的这个数据库，请先在 PostgreSQL 中建立/,
    )
  })

  test('where its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const [said, code] = await start({ DATA_DIR: await emptyFolder(), PORT: String(port) })
    expect(said).toMatch(new RegExp(`^服务没有启动。端口 ${port} 已被占用。.*PORT=8081`))
    expect(code).toBe(1)
  })

  test('where the disk is full', async () => {
    const dataDir = await emptyFolder()
    const databaseUrl = join(dataDir, 'hengjuan.db')
    const db = openDatabase(databaseUrl)
    onTestFinished(() => db.destroy())
    await sql`pragma max_page_count = 60`.execute(db)
    const error = await migrateToLatest(db).catch((thrown: unknown) => thrown)
    expect(startFailure(error, { dataDir, databaseUrl, host: '', port: 0 })).toBe(
      `数据文件夹 ${dataDir} 所在的磁盘已满。请清理磁盘后重新启动。`,
    )
  })
})

/** A server that works; ended by the test, or killed. */
async function run(env: Record<string, string>) {
  const child = fork(join(import.meta.dirname, 'main.ts'), [], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await once(child, 'close')
  }
  return { pid: child.pid, end }
}

describe('a data folder', () => {
  test('is for one server; the second one says who has it, and starts once the first was killed', async () => {
    const folder = await emptyFolder()
    const first = await run({ DATA_DIR: folder })
    const [said, code] = await start({ DATA_DIR: folder })
    expect(said).toMatch(
      new RegExp(`^服务没有启动。数据文件夹 .* 正由另一个服务使用.*进程号 ${first.pid}`),
    )
    expect(code).toBe(1)
    await first.end('SIGKILL')
    await (await run({ DATA_DIR: folder })).end('SIGTERM')
    expect((await readdir(folder)).filter((name) => /lock|open|wal/.test(name))).toEqual([])
  })

  test('whose log was deleted after a power cut starts nothing, and says what is missing', async () => {
    const folder = await emptyFolder()
    await (await run({ DATA_DIR: folder })).end('SIGKILL')
    const log = join(folder, 'hengjuan.db-wal')
    await rename(log, join(folder, 'kept'))
    const [said, code] = await start({ DATA_DIR: folder })
    expect([said.startsWith(`服务没有启动。${log} 不见了`), code]).toEqual([true, 1])
    await rename(join(folder, 'kept'), log)
    await (await run({ DATA_DIR: folder })).end('SIGTERM')
  })

  test('whose database has a damaged page starts nothing, and changes nothing', async () => {
    const folder = await emptyFolder()
    await (await run({ DATA_DIR: folder })).end('SIGTERM')
    const file = join(folder, 'hengjuan.db')
    const bytes = await readFile(file)
    bytes.fill(0xff, 4096 * 30, 4096 * 34)
    await writeFile(file, bytes)
    const [said, code] = await start({ DATA_DIR: folder })
    expect(said).toMatch(/^服务没有启动。数据库 .* 已损坏.*从最近的备份恢复/)
    expect(code).toBe(1)
    expect((await readFile(file)).equals(bytes)).toBe(true)
  })
})

everyDatabase('a server on %s', (kind) => {
  test('leaves a database that a newer version updated alone, and says so', async () => {
    const { url, discard } = await migratedDatabaseUrl(kind)
    onTestFinished(discard)
    const db = openDatabase(url)
    onTestFinished(() => db.destroy())
    await sql`insert into kysely_migration (name, timestamp) values ('20990101T0000-later', '')`.execute(
      db,
    )
    const [said, code] = await start({ DATA_DIR: await emptyFolder(), DATABASE_URL: url })
    expect(said).toMatch(
      /^服务没有启动。数据库已由更新的版本升级过（本版本没有步骤 20990101T0000-later）.*恢复升级之前的备份。\n$/,
    )
    expect(code).toBe(1)
  })
})
