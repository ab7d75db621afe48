import {
  balanceGet,
  balanceSet,
  blockSettingsGet,
  blockSettingsSet,
  markInfo,
  markNext,
  markStatus,
  markSubmit,
  ownTasks,
  supervisedSubjects,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

everyDatabase('deadlines on %s', (kind) => {
  test('a subject has a deadline for its blocks; the own one of a block wins', async () => {
    const app = await openTestApp(kind)
    const { examId, blockId } = await seedMarking(app.services, app.school, {
      candidates: 2,
      allocation: 2,
    })
    const subject = { exam_id: examId, subject_id: SUBJECT }
    const director = await app.signIn('director')
    const set = (who: TestClient, marking_deadline: string | null) =>
      who.send(blockSettingsSet, { body: { ...subject, blocks: [], marking_deadline } })
    for (const [account, status] of [
      ['marker1', 403],
      ['principal', 403],
      ['other-admin', 404],
      ['leader', 200],
      ['director', 200],
    ] as const) {
      const { status: answered } = await set(await app.signIn(account), '2026-11-20T10:00:00Z')
      expect([account, answered]).toEqual([account, status])
    }
    expect((await set(director, '明天')).status).toBe(400)
    const settings = await director.send(blockSettingsGet, { query: subject })
    expect(settings.data.marking_deadline).toBe('2026-11-20T10:00:00.000Z')

    const shown = async () => {
      const balance = await director.send(balanceGet, { query: { block_id: blockId } })
      // The state is taken again after half a minute.
      app.advance(31_000)
      const { data } = await director.send(supervisedSubjects, { query: { exam_id: examId } })
      return {
        own: balance.data.deadline,
        subject: balance.data.subject_deadline,
        block: data.blocks[0]?.deadline,
        tile: data.subjects[0]?.deadline,
        reasons: data.blocks[0]?.reasons,
      }
    }
    const ten = '2026-11-20T10:00:00.000Z'
    expect(await shown()).toMatchObject({ own: null, subject: ten, block: ten, tile: ten })
    const past = '2026-11-20T00:30:00.000Z'
    await director.send(balanceSet, {
      body: { block_id: blockId, action: 'deadline', deadline: past },
    })
    const late = await shown()
    expect(late).toMatchObject({ own: past, subject: ten, block: past, tile: past })
    expect(late.reasons).toContain('已过阅卷期限')
    await director.send(balanceSet, {
      body: { block_id: blockId, action: 'deadline', deadline: null },
    })
    await set(director, null)
    expect(await shown()).toMatchObject({ own: null, subject: null, block: null, tile: null })
  })

  test('whoever sets the time of a block saw what stood there, and the audit keeps both', async () => {
    const app = await openTestApp(kind)
    const { blockId } = await seedMarking(app.services, app.school, { candidates: 2 })
    const set = async (account: string, deadline: string | null, deadline_seen?: string | null) =>
      (await app.signIn(account)).send(balanceSet, {
        body: { block_id: blockId, action: 'deadline', deadline, deadline_seen },
      })
    const [ten, noon] = ['2026-11-20T10:00:00.000Z', '2026-11-20T12:00:00.000Z']
    expect((await set('director', ten, null)).data.deadline).toBe(ten)
    const late = await set('leader', noon, null)
    expect([late.status, late.error.error]).toEqual([409, 'MARKING_SETTINGS_CHANGED'])
    // The same is no matter; who knows saves, and who is not asked does.
    expect((await set('leader', ten, null)).data.deadline).toBe(ten)
    expect((await set('leader', noon, ten)).data.deadline).toBe(noon)
    expect((await set('director', null)).data.deadline).toBeNull()
    const kept = await app.services.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('action', '=', 'balance-deadline')
      .where('object', '=', `block:${blockId}`)
      .orderBy('id')
      .execute()
    const times = kept.map(({ before, after }) =>
      [before, after].map((one) => (JSON.parse(one ?? '') as { deadline: unknown }).deadline),
    )
    expect(times).toEqual([
      [null, ten],
      [ten, ten],
      [ten, noon],
      [noon, null],
    ])
  })

  test('its markers are told by when, and how far off that is by the clock of the server', async () => {
    const app = await openTestApp(kind)
    const { examId, blockId } = await seedMarking(app.services, app.school, { candidates: 2 })
    const on = { block_id: blockId }
    const [director, marker] = [await app.signIn('director'), await app.signIn('marker1')]
    const told = async () => {
      const [task] = (await marker.send(ownTasks, { query: {} })).data
      const replies = [
        task,
        (await marker.send(markInfo, { query: on })).data,
        (await marker.send(markStatus, { query: on })).data,
      ]
      const dues = replies.map((reply) => [reply?.deadline, reply?.due_in_ms])
      expect(new Set(dues.map(String)).size, 'everywhere the same').toBe(1)
      return dues[0]
    }
    expect(await told()).toEqual([null, null])
    const now = app.services.clock.now().getTime()
    const at = (ms: number) => new Date(now + ms).toISOString()
    await director.send(blockSettingsSet, {
      body: { exam_id: examId, subject_id: SUBJECT, blocks: [], marking_deadline: at(60_000) },
    })
    expect(await told()).toEqual([at(60_000), 60_000])
    app.advance(90_000)
    expect(await told()).toEqual([at(60_000), -30_000])
    // The own time of the block wins; what is given after it counts.
    await director.send(balanceSet, { body: { ...on, action: 'deadline', deadline: at(30_000) } })
    expect(await told()).toEqual([at(30_000), -60_000])
    const { tasks } = (await marker.send(markNext, { query: { ...on, n: 1 } })).data
    const late = await marker.send(markSubmit, {
      body: {
        ...on,
        reading_id: tasks[0]?.reading_id ?? 0,
        idem_key: 'given-after-the-deadline',
        scores: [8000],
      },
    })
    expect([late.status, late.data.outcome]).toEqual([200, 'submitted'])
  })
})
