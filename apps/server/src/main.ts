import { durability, migrateToLatest } from '@hengjuan/db'
import { buildApp } from './app.ts'
import { awaitDatabase } from './await-database.ts'
import { readConfig } from './config.ts'
import { ensureFirstRows } from './first-rows.ts'
import { openServices } from './services.ts'
import { startMarkingJobs } from './features/marking/index.ts'
import { startScanJobs } from './features/scan/index.ts'

const config = readConfig(process.env)
const services = await openServices(config)
await awaitDatabase(services.db, (text) => console.error(text))
await migrateToLatest(services.db)
const kept = await durability(services.db)
if (!['full', 'on', 'remote_apply', 'remote_write', 'local'].includes(kept))
  throw new Error(`数据库没有开启持久写入（${kept}），为避免丢失阅卷成绩，拒绝启动`)
await ensureFirstRows(services)

const { app } = await buildApp(services)
await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error
  console.error(
    `端口 ${config.port} 已被占用。请关闭占用它的程序，或用 PORT=8081 npm start 换一个端口。`,
  )
  process.exit(1)
})
const marking = startMarkingJobs(services, (error) =>
  app.log.error({ err: error }, 'lease sweep failed'),
)
const scanning = startScanJobs(services, (error) =>
  app.log.error({ err: error }, 'scan job failed'),
)
const address = app.server.address()
// Whoever started this process (the demonstration, a test) learns the port from this line.
if (typeof address === 'object' && address) process.send?.({ listening: address.port })

let stopping: Promise<void> | undefined
function stop(): void {
  // Jobs first: they use what the application closes.
  stopping ??= scanning
    .stop()
    .then(() => app.close())
    .then(() => marking.stop())
    .then(() => services.db.destroy())
    .then(() => process.exit(0))
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
// A server that another program started ends with it.
process.once('disconnect', stop)
