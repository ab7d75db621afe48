import { jobCancel, jobFile, jobGet, jobList, jobRetry } from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { AppError } from '@hengjuan/domain'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { type Asker, defineJob, enqueue, KEPT_MS, sweepJobs } from '../../jobs/index.ts'
import { runDue } from '../../jobs/testing/run-due.ts'
import { openTestApp } from '../../testing/index.ts'

const writing = defineJob<{ text: string }>(
  'test.write',
  { title: '生成报表' },
  async ({ progress, saveFile }, { text }) => {
    if (text === '') throw new AppError('SCORE_NOT_READY')
    progress(1, 1, '写入')
    await saveFile({ name: '成绩 A.txt', mime: 'text/plain', body: Buffer.from(text) })
    return { rows: 3 }
  },
)

async function open(kind: DatabaseKind) {
  const app = await openTestApp(kind)
  const { services, school } = app
  /** Asks for a job as somebody in the first of their roles. */
  const ask = async (account: string, text: string, dedupe?: string) => {
    const row = await services.db
      .selectFrom('user_role')
      .innerJoin('user', 'user.id', 'user_role.user_id')
      .where('user.account', '=', account)
      .select(['user.id', 'user.name', 'user_role.id as role_id', 'user_role.role'])
      .select('user_role.school_id')
      .orderBy('user_role.id')
      .executeTakeFirstOrThrow()
    const by: Asker = {
      userId: row.id,
      userRoleId: row.role_id,
      userName: row.name,
      role: row.role as Asker['role'],
      schoolId: row.school_id,
    }
    const { job_id } = await enqueue(
      services.db,
      services,
      writing,
      { text },
      {
        by,
        schoolId: school.schoolId,
        ...(dedupe === undefined ? {} : { dedupe }),
      },
    )
    return job_id
  }
  return { ...app, ask, run: () => runDue(services, [writing]) }
}

everyDatabase('job calls on %s', (kind) => {
  test('a job is followed by whoever asked for it, to its file, which is gone after 7 days', async () => {
    const { signIn, ask, run, advance, services } = await open(kind)
    const leader = await signIn('leader')
    const job_id = await ask('leader', '一二三')
    const waiting = (await leader.send(jobGet, { query: { job_id } })).data
    expect(waiting).toMatchObject({
      title: '生成报表',
      state: 'waiting',
      file: null,
      is_own: true,
      can_cancel: true,
      can_retry: false,
    })
    expect((await leader.send(jobFile, { query: { job_id } })).status).toBe(404)
    await run()
    const { list, total } = (await leader.send(jobList, { query: {} })).data
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({
      job_id,
      state: 'done',
      progress: 1,
      total: 1,
      step: '写入',
      result: { rows: 3 },
      can_cancel: false,
      file: { name: '成绩 A.txt', bytes: 9, url: `/v1/job/file?job_id=${job_id}` },
    })
    const file = await leader.send(jobFile, { query: { job_id } })
    expect(file.bytes.toString()).toBe('一二三')
    expect(String(file.headers['content-disposition'])).toContain(encodeURIComponent('成绩 A.txt'))
    const audited = await services.db
      .selectFrom('audit')
      .where('action', '=', 'job-file')
      .select('object')
      .execute()
    expect(audited).toEqual([{ object: `job:${job_id}` }])

    advance(KEPT_MS + 1000)
    const later = await signIn('leader')
    await enqueue(services.db, services, sweepJobs, {}, { by: null, schoolId: null })
    await runDue(services, [{ ...sweepJobs, everyMs: null }])
    expect((await later.send(jobFile, { query: { job_id } })).status).toBe(404)
    expect((await later.send(jobList, { query: {} })).data.total).toBe(0)
  })

  test('others do not see it, whoever manages exams of the school does, and another school does not', async () => {
    const { signIn, ask, run } = await open(kind)
    const job_id = await ask('leader', '内部')
    await run()
    const director = await signIn('director')
    const seen = (await director.send(jobGet, { query: { job_id } })).data
    expect(seen).toMatchObject({ is_own: false, result: null, can_retry: false })
    expect((await director.send(jobFile, { query: { job_id } })).status).toBe(200)
    expect((await director.send(jobList, { query: {} })).data.total).toBe(0)
    const ofSchool = await director.send(jobList, { query: { of: 'school' } })
    expect(ofSchool.data.list.map((job) => job.job_id)).toEqual([job_id])
    for (const account of ['marker1', 'student', 'other-director']) {
      const stranger = await signIn(account)
      for (const answer of [
        await stranger.send(jobGet, { query: { job_id } }),
        await stranger.send(jobFile, { query: { job_id } }),
        await stranger.send(jobCancel, { body: { job_id } }),
        await stranger.send(jobRetry, { body: { job_id } }),
      ])
        expect([account, answer.status, answer.error.error]).toEqual([account, 404, 'NOT_FOUND'])
    }
    const marker = await signIn('marker1')
    const refused = await marker.send(jobList, { query: { of: 'school' } })
    expect(refused.error.error).toBe('NOT_ALLOWED')
    const unknown = await director.send(jobGet, { query: { job_id: ulid() } })
    expect(unknown.status).toBe(404)
  })

  test('a job is cancelled once, by its owner or a manager, and that is recorded', async () => {
    const { signIn, ask, run, services } = await open(kind)
    const [own, others] = [await ask('leader', '甲'), await ask('leader', '乙')]
    const leader = await signIn('leader')
    const director = await signIn('director')
    expect((await leader.send(jobCancel, { body: { job_id: own } })).status).toBe(200)
    expect((await director.send(jobCancel, { body: { job_id: others } })).status).toBe(200)
    const again = await leader.send(jobCancel, { body: { job_id: own } })
    expect([again.status, again.error.error]).toEqual([409, 'JOB_OVER'])
    await run()
    const { list } = (await leader.send(jobList, { query: {} })).data
    expect(list.map(({ state, can_retry }) => [state, can_retry])).toEqual([
      ['cancelled', true],
      ['cancelled', true],
    ])
    const audited = await services.db
      .selectFrom('audit')
      .where('action', '=', 'job-cancel')
      .select('object')
      .orderBy('id')
      .execute()
    expect(audited.map(({ object }) => object)).toEqual([`job:${own}`, `job:${others}`])
  })

  test('one that failed says why and is begun anew by its owner, unless the same is under way', async () => {
    const { signIn, ask, run } = await open(kind)
    const leader = await signIn('leader')
    const job_id = await ask('leader', '', 'same')
    await run()
    const failed = (await leader.send(jobGet, { query: { job_id } })).data
    expect(failed).toMatchObject({
      state: 'failed',
      message: new AppError('SCORE_NOT_READY').message,
      can_retry: true,
    })
    const other = await ask('leader', '字', 'same')
    const refused = await leader.send(jobRetry, { body: { job_id } })
    expect(refused.error.error).toBe('JOB_RUNNING')
    await run()
    const done = await leader.send(jobRetry, { body: { job_id: other } })
    expect([done.status, done.error.error]).toEqual([409, 'JOB_NOT_FAILED'])
    expect((await leader.send(jobRetry, { body: { job_id } })).status).toBe(200)
    expect((await leader.send(jobGet, { query: { job_id } })).data.state).toBe('waiting')
    await run()
    expect((await leader.send(jobGet, { query: { job_id } })).data.state).toBe('failed')
  })
})
