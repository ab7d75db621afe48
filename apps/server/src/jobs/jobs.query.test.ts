import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { transact } from '@hengjuan/db'
import { everyDatabase } from '@hengjuan/db/testing'
import { AppError } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { defineJob, type JobContext } from './job.ts'
import { enqueue } from './enqueue.ts'
import { cancelJob } from './cancel-job.ts'
import { LEASE_MS } from './run-job.ts'
import { KEPT_MS, sweepJobs } from './sweep.ts'
import { openJobs } from './testing/open-jobs.ts'

/** A job that waits until it is let go, and heeds its signal. */
function gated(kind = 'test.gated') {
  const gate = Promise.withResolvers<void>()
  const runs: JobContext[] = []
  const job = defineJob<{ n?: number }>(kind, { title: '等待' }, async (context) => {
    runs.push(context)
    const ended = Promise.withResolvers<never>()
    context.signal.addEventListener('abort', () => ended.reject(context.signal.reason as Error))
    await Promise.race([gate.promise, ended.promise])
    return { by: 'gate' }
  })
  return { job, runs, letGo: gate.resolve }
}

everyDatabase('jobs on %s', (kind) => {
  test('jobs: a job asked for in a transaction runs once that has ended, and keeps its result', async () => {
    const { services, start, rowOf, until } = await openJobs(kind)
    const sum = defineJob<{ a: number; b: number }>(
      'test.sum',
      { title: '求和' },
      async ({ attempt }, { a, b }) => ({ sum: a + b, attempt }),
    )
    await start([sum])
    const { job_id, fresh } = await transact(services.db, (db) =>
      enqueue(db, services, sum, { a: 1, b: 2 }, { by: null, schoolId: null, title: '一加二' }),
    )
    expect(fresh).toBe(true)
    await until(job_id, 'done')
    const row = await rowOf(job_id)
    expect(row).toMatchObject({ title: '一加二', result: '{"sum":3,"attempt":1}', run_at: null })
    expect(row.finished_at).not.toBeNull()
  })

  test('jobs: one that was taken back with its transaction never runs', async () => {
    const { services, start } = await openJobs(kind)
    const { job, runs } = gated()
    await start([job])
    const taken = transact(services.db, async (db) => {
      await enqueue(db, services, job, {}, { by: null, schoolId: null })
      throw new Error('taken back')
    })
    await expect(taken).rejects.toThrow('taken back')
    await wait(1_300)
    expect(runs).toEqual([])
  })

  test('jobs: one that is due later waits for its time', async () => {
    const { services, start, ask, until, advance, rowOf } = await openJobs(kind)
    const quick = defineJob('test.quick', { title: '快' }, async () => undefined)
    await start([quick])
    const runAt = new Date(services.clock.now().getTime() + 60_000).toISOString()
    const { job_id } = await ask(quick, {}, { runAt })
    await wait(1_300)
    expect((await rowOf(job_id)).state).toBe('waiting')
    advance(60_000)
    await until(job_id, 'done')
  })

  test('dedupe: the same is asked for once as long as it is not over', async () => {
    const { start, ask, until } = await openJobs(kind)
    const { job, letGo } = gated()
    await start([job])
    const first = await ask(job, {}, { dedupe: 'exam:1' })
    expect(await ask(job, {}, { dedupe: 'exam:1' })).toEqual({ job_id: first.job_id, fresh: false })
    expect((await ask(job, {}, { dedupe: 'exam:2' })).fresh).toBe(true)
    letGo()
    await until(first.job_id, 'done')
    const again = await ask(job, {}, { dedupe: 'exam:1' })
    expect(again.fresh).toBe(true)
    await until(again.job_id, 'done')
  })

  test('retries: an unexpected error is tried again after 5 s, 30 s and 2 min, then the job has failed', async () => {
    const { start, ask, advance, rowOf, until, errors } = await openJobs(kind)
    const at: number[] = []
    const broken = defineJob('test.broken', { title: '坏' }, async ({ attempt }) => {
      at.push(attempt)
      throw new TypeError('broken')
    })
    await start([broken])
    const { job_id } = await ask(broken, {})
    for (const [attempt, delayMs] of [5_000, 30_000, 120_000].entries()) {
      await expect.poll(async () => (await rowOf(job_id)).message).toContain('稍后自动重试')
      const { state, run_at, attempts } = await rowOf(job_id)
      expect([state, attempts]).toEqual(['waiting', attempt + 1])
      advance(delayMs - 1_000)
      expect(at).toHaveLength(attempt + 1)
      advance(1_000)
      await expect.poll(() => at.length).toBe(attempt + 2)
      expect(run_at).not.toBeNull()
      await expect.poll(async () => (await rowOf(job_id)).state).not.toBe('running')
    }
    await until(job_id, 'failed')
    expect(at).toEqual([1, 2, 3, 4])
    expect((await rowOf(job_id)).message).toContain('请重试')
    expect(errors).toHaveLength(4)
  })

  test('retries: what a person can mend is said and not tried again', async () => {
    const { start, ask, rowOf, until, errors } = await openJobs(kind)
    const refused = defineJob('test.refused', { title: '拒' }, async () => {
      throw new AppError('SCORE_NOT_READY')
    })
    await start([refused])
    const { job_id } = await ask(refused, {})
    await until(job_id, 'failed')
    const { message, attempts } = await rowOf(job_id)
    expect([message, attempts]).toEqual([new AppError('SCORE_NOT_READY').message, 1])
    expect(errors).toEqual([])
  })

  test('progress: what was said last is written, twice a second at most', async () => {
    const { services, start, ask, rowOf, until } = await openJobs(kind)
    const counting = defineJob('test.counting', { title: '数' }, async ({ progress }) => {
      for (let done = 1; done <= 200; done++) {
        progress(done, 200, '读取')
        await wait(10)
      }
    })
    await start([counting])
    const { job_id } = await ask(counting, {})
    const seen = new Set<number>()
    while ((await rowOf(job_id)).state !== 'done') {
      seen.add((await rowOf(job_id)).done)
      await wait(20)
    }
    expect(seen.size).toBeGreaterThan(2)
    // Two seconds and some: four of them, the beginning and the end, and what a busy machine adds.
    expect(seen.size).toBeLessThan(12)
    await until(job_id, 'done')
    expect(await rowOf(job_id)).toMatchObject({ done: 200, total: 200, step: '读取' })
    expect(services.jobs).toBeDefined()
  })

  test('cancel: a waiting job is over at once, a running one hears of it within two seconds', async () => {
    const { services, start, ask, rowOf, until } = await openJobs(kind)
    const { job, runs } = gated()
    const { job_id: early } = await ask(job, {})
    const cancel = (id: string) => cancelJob(services.db, services, id)
    expect(await cancel(early)).toBe(true)
    expect((await rowOf(early)).state).toBe('cancelled')
    await start([job])
    const { job_id } = await ask(job, {}, { dedupe: 'one' })
    await until(job_id, 'running')
    const askedAt = performance.now()
    expect(await cancel(job_id)).toBe(true)
    await until(job_id, 'cancelled')
    expect(performance.now() - askedAt).toBeLessThan(2_000)
    expect(runs).toHaveLength(1)
    expect(await cancel(job_id)).toBe(false)
    expect((await ask(job, {}, { dedupe: 'one' })).fresh).toBe(true)
  })

  test('stop: a node that stops gives its jobs back, and they go on elsewhere without a lost try', async () => {
    const { start, another, ask, until, rowOf } = await openJobs(kind)
    const { job, runs, letGo } = gated()
    const first = await start([job])
    const { job_id } = await ask(job, {})
    await until(job_id, 'running')
    await first.stop()
    expect(await rowOf(job_id)).toMatchObject({ state: 'waiting', attempts: 0, node: null })
    await start([job], await another())
    await until(job_id, 'running')
    letGo()
    await until(job_id, 'done')
    expect(runs.map(({ attempt }) => attempt)).toEqual([1, 1])
  })

  test('lease: a job whose node is silent is taken by another, and what the first one still does changes nothing', async () => {
    const { start, another, ask, until, rowOf, advance } = await openJobs(kind)
    const gate = Promise.withResolvers<void>()
    const signals: AbortSignal[] = []
    const deaf = defineJob('test.deaf', { title: '不听' }, async ({ signal }) => {
      signals.push(signal)
      if (signals.length > 1) return { by: 'second' }
      await gate.promise
      return { by: 'first' }
    })
    await start([deaf])
    const { job_id } = await ask(deaf, {})
    await until(job_id, 'running')
    // Its own clock does not let the first node renew it: it does so every 8 s by a clock that nobody sets.
    advance(LEASE_MS + 1)
    await start([deaf], await another())
    await until(job_id, 'done')
    expect((await rowOf(job_id)).result).toBe('{"by":"second"}')
    await expect.poll(() => signals[0]?.aborted, { timeout: 5_000 }).toBe(true)
    gate.resolve()
    await wait(300)
    expect(await rowOf(job_id)).toMatchObject({ result: '{"by":"second"}', attempts: 2 })
  })

  test('queues: of the default two run at a time, of another one after the other', async () => {
    const { start, ask } = await openJobs(kind)
    const [one, two] = [gated('test.one'), gated('test.two')]
    await start([one.job, { ...two.job, queue: 'scan' }])
    for (const n of [1, 2, 3]) {
      await ask(one.job, { n })
      await ask({ ...two.job, queue: 'scan' }, { n })
    }
    await expect.poll(() => [one.runs.length, two.runs.length]).toEqual([2, 1])
    await wait(1_200)
    expect([one.runs.length, two.runs.length]).toEqual([2, 1])
    one.letGo()
    two.letGo()
    await expect.poll(() => [one.runs.length, two.runs.length]).toEqual([3, 3])
  })

  test('clock: what the server does by itself is done again after its time, by one node', async () => {
    const { start, another, advance } = await openJobs(kind)
    let times = 0
    const sweeping = defineJob('test.sweep', { title: '扫', everyMs: 60_000 }, async () => {
      times++
      if (times === 2) throw new Error('once')
    })
    await start([sweeping])
    if (kind === 'postgres') await start([sweeping], await another())
    // A node that starts does it at once: what the one before it left may wait.
    await wait(1_500)
    expect(times).toBeLessThanOrEqual(2)
    for (let more = 0; more < 3; more++) {
      const before = times
      advance(60_000)
      await expect.poll(() => times).toBe(before + 1)
      await wait(1_200)
      expect(times).toBe(before + 1)
    }
  })

  test('files: one is kept beside its job for 7 days, and goes with it unless another job has the same', async () => {
    const { services, start, ask, until, rowOf, advance } = await openJobs(kind)
    const writing = defineJob<{ text: string }>(
      'test.file',
      { title: '写' },
      async ({ saveFile }, { text }) => {
        await saveFile({ name: '旧.txt', mime: 'text/plain', body: Buffer.from('old') })
        const body = Readable.from([Buffer.from(text), Buffer.from('!')])
        await saveFile({ name: '成绩.txt', mime: 'text/plain', body })
      },
    )
    await start([writing, sweepJobs])
    const ids: string[] = []
    for (const text of ['一', '一', '二']) {
      const { job_id } = await ask(writing, { text })
      await until(job_id, 'done')
      ids.push(job_id)
      advance(KEPT_MS / 3)
    }
    const [first, same, other] = await Promise.all(ids.map(rowOf))
    expect(first).toMatchObject({ file_name: '成绩.txt', file_bytes: 4 })
    expect(first?.file_hash).toBe(same?.file_hash)
    const hash = first?.file_hash ?? ''
    expect((await services.images.readBytes(hash)).toString()).toBe('一!')
    // A sweep that was under way when the days went by is taken up again some minutes later.
    const isThere = async (id: string) => {
      advance(60_000)
      return rowOf(id).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(() => isThere(ids[0] ?? '')).toBe(false)
    expect(await services.images.has(hash)).toBe(true)
    advance(KEPT_MS / 3)
    await expect.poll(() => isThere(ids[1] ?? '')).toBe(false)
    await expect.poll(() => services.images.has(hash)).toBe(false)
    expect(await services.images.has(other?.file_hash ?? '')).toBe(true)
  })
})
