// The product's server as `main.ts` puts it together, with a clock that whoever started it moves:
// an environment as for `main.ts`, and DAY_NOW, milliseconds since 1970. It tells `{ listening }` when it
// serves, takes `{ now }` and answers `{ now }` once its clock stands there.
import { buildApp } from '../../apps/server/src/app.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { jobs } from '../../apps/server/src/features/jobs.ts'
import { startJobs } from '../../apps/server/src/jobs/index.ts'
import { openServices } from '../../apps/server/src/services.ts'

let now = Number(process.env['DAY_NOW'])
const services = await openServices(readConfig(process.env), { now: () => new Date(now) })
const { app } = await buildApp(services)
await app.listen({ port: services.config.port, host: services.config.host })
const { stop } = await startJobs(services, jobs, (error) => console.error(error))
process.on('message', (message: { now: number }) => {
  now = message.now
  process.send?.({ now })
})
process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => {
  void stop()
    .then(() => app.close())
    .then(() => services.db.destroy())
    .then(() => process.exit(0))
})
process.send?.({ listening: services.config.port })
