import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseKind, migratedDatabaseUrl, withoutDiskWaits } from '@hengjuan/db/testing'
import { expect, onTestFinished } from 'vitest'
import { readConfig } from '../../config.ts'
import { openServices, type Services } from '../../services.ts'
import { enqueue } from '../enqueue.ts'
import type { Job } from '../job.ts'
import { findJob, type JobRow } from '../job.query.ts'
import { startJobs } from '../start-jobs.ts'

/** Nodes of one database that run jobs; each has its own connections, and all have one clock, which tests move. */
export async function openJobs(kind: DatabaseKind) {
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-jobs-'))
  const { url, discard } = await migratedDatabaseUrl(kind)
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead) }
  const opened: Services[] = []
  const stops: (() => Promise<void>)[] = []
  const errors: unknown[] = []
  const open = async () => {
    const config = readConfig({ DATA_DIR: folder, DATABASE_URL: url })
    const services = await openServices(config, clock)
    await withoutDiskWaits(services.db)
    opened.push(services)
    return services
  }
  onTestFinished(async () => {
    for (const stop of stops) await stop()
    for (const { db } of opened) await db.destroy()
    await discard()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const services = await open()
  const rowOf = async (id: string): Promise<JobRow> => {
    const row = await findJob(services.db, id)
    if (!row) throw new Error(`job ${id} is gone`)
    return row
  }
  return {
    services,
    errors,
    rowOf,
    advance: (ms: number) => void (ahead += ms),
    /** A node that runs these jobs; the first one is the node of `services`. */
    start: async (jobs: readonly Job<never>[], on: Services = services) => {
      const { stop } = await startJobs(on, jobs, (error) => errors.push(error))
      stops.push(stop)
      return { services: on, stop }
    },
    another: open,
    ask: <P>(job: Job<P>, payload: P, options: { dedupe?: string; runAt?: string } = {}) =>
      enqueue(services.db, services, job, payload, { by: null, schoolId: null, ...options }),
    until: (id: string, state: JobRow['state']) =>
      expect.poll(async () => (await rowOf(id)).state, { timeout: 20_000 }).toBe(state),
  }
}
