import { mkdir } from 'node:fs/promises'
import { durability, migrateToLatest } from '@hengjuan/db'
import { buildApp } from './app.ts'
import { openReaderThread } from './reader-thread/run-in-worker.ts'
import { assertSound, forgetOpen, noteClosing, noteOpen } from './check-database-file.ts'
import { lockFolder } from './folder-lock.ts'
import { awaitDatabase } from './await-database.ts'
import { type Config, readConfig } from './config.ts'
import { ensureFirstRows } from './first-rows.ts'
import { jobs } from './features/jobs.ts'
import { tellJobFailed } from './features/notice/index.ts'
import { startJobs } from './jobs/index.ts'
import { openServices } from './services.ts'
import { startFailure } from './start-failure.ts'
import { tellFirstStart } from './features/setup/index.ts'
import { takeUpWork } from './features/score/index.ts'

let config: Config | null = null
let giveBack = async (): Promise<void> => undefined
const { services, app } = await start().catch(async (error: unknown) => {
  await giveBack()
  const said = startFailure(error, config)
  console.error(said === null ? error : `服务没有启动。${said}`)
  process.exit(1)
})

async function start() {
  config = readConfig(process.env)
  giveBack = await takeFolder(config)
  const opened = await openServices(config)
  await awaitDatabase(opened.db, (text) => console.error(text))
  await assertSound(opened.db, config.databaseUrl)
  await noteOpen(config.databaseUrl)
  await migrateToLatest(opened.db)
  const kept = await durability(opened.db)
  if (!['full', 'on', 'remote_apply', 'remote_write', 'local'].includes(kept))
    throw new Error(`数据库没有开启持久写入（${kept}），为避免丢失阅卷成绩，拒绝启动`)
  await ensureFirstRows(opened)
  await takeUpWork(opened)
  opened.readerThread = openReaderThread(opened)
  const built = await buildApp(opened)
  await built.app.listen({ port: config.port, host: config.host })
  await tellFirstStart(opened, (text) => console.error(text))
  return { services: opened, app: built.app }
}

/** On PostgreSQL several servers share the folder of images, and the database holds them apart. */
async function takeFolder({ dataDir, databaseUrl, role }: Config): Promise<() => Promise<void>> {
  if (/^postgres(ql)?:/.test(databaseUrl)) return async () => undefined
  await mkdir(dataDir, { recursive: true })
  return lockFolder(dataDir, role === 'worker' ? 'worker.lock' : 'server.lock')
}

const working =
  services.config.role === 'web'
    ? null
    : await startJobs(
        services,
        jobs,
        (error) => app.log.error({ err: error }, 'job failed'),
        (db, job) => tellJobFailed(db, services, job),
      )

let stopping: Promise<void> | undefined
function stop(): void {
  // Jobs first: they use what the application closes.
  stopping ??= Promise.resolve(working?.stop())
    .then(() => app.close())
    .then(() => services.readerThread?.close())
    .then(() => noteClosing(services.config.databaseUrl))
    .then(() => services.db.destroy())
    .then(() => forgetOpen(services.config.databaseUrl))
    .then(giveBack)
    .then(() => process.exit(0))
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
// A server that another program started ends with it.
process.once('disconnect', stop)

const address = app.server.address()
// Whoever started this process (the demonstration, a test) learns the port from this line, and may end it from then on.
if (typeof address === 'object' && address) process.send?.({ listening: address.port })
