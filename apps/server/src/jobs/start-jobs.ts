import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { isPostgres } from '@hengjuan/db'
import { isoNow } from '../clock.ts'
import type { Services } from '../services.ts'
import { enqueue } from './enqueue.ts'
import type { Job } from './job.ts'
import { bringForward, claimJob, freeAll, handBack } from './job.query.ts'
import { JobEnded, leaseFrom, runJob, type RunHooks } from './run-job.ts'

/** How soon a node finds what another one was asked for: one look at an index that is empty most of the time. */
const POLL_MS = 1_000
/** After a call asked for a job, whose transaction has ended by then, mostly. */
const WAKE_MS = 30
/** A run that does not heed its signal is given back all the same, and goes on elsewhere. */
const STOP_MS = 10_000

const AT_ONCE: Readonly<Record<string, number>> = { default: 2 }

/** What calls tell the jobs of their node; others find it themselves. */
export interface JobRunner {
  wake: () => void
}

interface Running {
  queue: string
  ending: AbortController
  end: Promise<void>
}

/**
 * Lets this node run jobs, what the server does by the clock among them. Call `stop` before the database closes: what
 * runs is given back.
 */
export async function startJobs(
  services: Services,
  jobs: readonly Job<never>[],
  onError: RunHooks['onError'],
  onFailed?: RunHooks['onFailed'],
): Promise<{ stop: () => Promise<void> }> {
  const { db, clock } = services
  const node = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`
  const byKind = new Map((jobs as readonly Job[]).map((job) => [job.kind, job]))
  const running = new Map<string, Running>()
  let isStopping = false
  let looking: Promise<void> | null = null
  let looksAgain = false

  // Of SQLite there is one process: what runs there was begun by one that ended.
  if (!isPostgres(db)) await freeAll(db, isoNow(clock))
  for (const job of byKind.values())
    if (job.everyMs !== null) {
      const own = { by: null, schoolId: null, dedupe: job.kind }
      const { job_id, fresh } = await enqueue(db, services, job, {}, own)
      if (!fresh) await bringForward(db, job_id, isoNow(clock))
    }

  function look(): void {
    if (isStopping) return
    if (looking) return void (looksAgain = true)
    looking = takeDue()
      .catch(onError)
      .finally(() => {
        looking = null
        if (looksAgain) {
          looksAgain = false
          look()
        }
      })
  }

  async function takeDue(): Promise<void> {
    for (;;) {
      if (isStopping) return
      const now = clock.now()
      const row = await claimJob(
        db,
        { node, now: now.toISOString(), leaseUntil: leaseFrom(now), kinds: [...byKind.keys()] },
        busyQueues(),
      )
      const job = row && byKind.get(row.kind)
      if (!job) return
      const ending = new AbortController()
      const end = runJob(services, job, row, { ending, onError, onFailed })
        .catch(onError)
        .finally(() => {
          running.delete(row.id)
          look()
        })
      running.set(row.id, { queue: row.queue, ending, end })
    }
  }

  const busyQueues = (): string[] =>
    [...Map.groupBy(running.values(), ({ queue }) => queue)].flatMap(([queue, own]) =>
      own.length >= (AT_ONCE[queue] ?? 1) ? [queue] : [],
    )

  const timer = setInterval(look, POLL_MS)
  timer.unref()
  services.jobs = {
    wake: () => void setTimeout(look, WAKE_MS).unref(),
  }
  look()

  return {
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      delete services.jobs
      await looking
      for (const { ending } of running.values()) ending.abort(new JobEnded('stopping'))
      const ends = Promise.all([...running.values()].map(({ end }) => end))
      const late = Promise.withResolvers<void>()
      const timeout = setTimeout(late.resolve, STOP_MS)
      await Promise.race([ends, late.promise])
      clearTimeout(timeout)
      if (running.size > 0) await handBack(db, isoNow(clock), node)
    },
  }
}
