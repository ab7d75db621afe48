import {
  blockSettingsSet,
  checkDetail,
  type InputOf,
  markCorrect,
  markNext,
  markSubmit,
  messagesUnread,
  rubricGet,
  rubricSet,
  spotCheckGet,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { messageStamp } from '../../marking-messages/messages/unread-messages.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

const POINTS = [
  { fullMilli: 8000, stepMilli: 500 },
  { fullMilli: 4000, stepMilli: 1000 },
]

async function open(kind: DatabaseKind, settings: object = {}) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, {
    candidates: 6,
    markers: 2,
    points: POINTS,
    settings,
  })
  const on = { block_id: marked.blockId }
  const [marker, other, leader, director] = (await Promise.all(
    ['marker1', 'marker2', 'leader', 'director'].map((account) => app.signIn(account)),
  )) as [TestClient, TestClient, TestClient, TestClient]
  const rubric = async (who: TestClient, query: object = {}) =>
    (await who.send(rubricGet, { query: { ...on, ...query } })).data
  const points = (await rubric(leader)).points.map(({ id }) => id)
  type Body = InputOf<typeof rubricSet>['body']
  const save = (who: TestClient, body: Partial<Body> = {}) =>
    who.send(rubricSet, {
      body: { ...on, base_version: 0, text: '', entries: [], ...body },
    })
  let key = 0
  /** The next paper of a marker gets full marks, under the version on the page. */
  const mark = async (who: TestClient, seen?: number) => {
    const { data } = await who.send(markNext, { query: { ...on, n: 1 } })
    const reading_id = data.tasks[0]?.reading_id ?? 0
    const answer = await who.send(markSubmit, {
      body: {
        ...on,
        reading_id,
        idem_key: `paper-number-${++key}`,
        scores: [8000, 4000],
        ...(seen === undefined ? {} : { rubric_version: seen }),
      },
    })
    expect(answer.status).toBe(200)
    return reading_id
  }
  const under = async (id: number) =>
    (
      await app.services.db
        .selectFrom('reading')
        .select('rubric_version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).rubric_version
  return {
    ...app,
    ...marked,
    on,
    marker,
    other,
    leader,
    director,
    rubric,
    points,
    save,
    mark,
    under,
  }
}

everyDatabase('the rubric of a block on %s', (kind) => {
  test('is kept in versions, with who saved each, and what they say by point', async () => {
    const { leader, marker, rubric, points, save, services, blockId } = await open(kind)
    expect(await rubric(marker)).toMatchObject({
      version: 0,
      shown: { text: '', entries: [] },
      before: null,
      history: [],
      older: null,
      may_change: false,
    })
    const entries = [
      { point_id: points[0] ?? 0, text: ' 公式正确 ', milli: 2000 },
      { point_id: points[1] ?? 0, text: '单位不写', milli: -1000 },
    ]
    const first = await save(leader, { text: '逐步给分', entries, note: '初稿' })
    expect(first.data).toMatchObject({
      version: 1,
      shown: {
        text: '逐步给分',
        entries: [
          { point_id: points[0], text: '公式正确', milli: 2000 },
          { point_id: points[1], text: '单位不写', milli: -1000 },
        ],
      },
      history: [{ version: 1, note: '初稿', saved_by: '数学组长', readings: 0 }],
      may_change: true,
    })
    // Whoever changes the rules has everybody measured by them.
    const due = await services.db
      .selectFrom('block_marker')
      .select('seed_due')
      .where('duty', '=', 'marker')
      .execute()
    expect(due.map(({ seed_due }) => seed_due)).toEqual([1, 1])

    const kept = first.data.shown.entries.map(({ entry_id, point_id, text, milli }) => ({
      entry_id,
      point_id: point_id ?? 0,
      text,
      milli,
    }))
    const same = await save(leader, { base_version: 1, text: '逐步给分', entries: kept })
    expect([same.data.version, same.data.history.length]).toEqual([1, 1])
    const changed = kept.map((entry, at) => (at === 0 ? { ...entry, milli: 2500 } : entry))
    const second = await save(leader, { base_version: 1, text: '逐步给分', entries: changed })
    expect(second.data.version).toBe(2)
    const { before, shown } = await rubric(marker, { version: 2, before: 1 })
    expect([before?.entries[0]?.milli, shown.entries[0]?.milli]).toEqual([2000, 2500])
    expect(before?.entries[0]?.entry_id).toBe(shown.entries[0]?.entry_id)
    const actions = await services.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'marking-rubric')
      .where('object', '=', `block:${blockId}`)
      .execute()
    expect(actions).toHaveLength(2)
  })

  test('is not overwritten by who did not see the version that holds', async () => {
    const { leader, director, rubric, save } = await open(kind)
    await save(leader, { text: '组长的' })
    const late = await save(director, { text: '教务的' })
    expect([late.status, late.error.error]).toEqual([409, 'MARKING_RUBRIC_CHANGED'])
    expect(late.error.msg).toContain('数学组长')
    expect((await rubric(leader)).shown.text).toBe('组长的')
    expect((await save(director, { base_version: 1, text: '教务的' })).data.version).toBe(2)
  })

  test('an entry lies on the grid of its point, and belongs to one', async () => {
    const { leader, points, save } = await open(kind)
    const refused = async (entry: object) => {
      const { status, error } = await save(leader, {
        entries: [{ point_id: points[0] ?? 0, text: '公式', milli: 2000, ...entry }],
      })
      return [status, error?.error, error?.fields?.[0]?.path]
    }
    expect(await refused({ milli: 250 })).toEqual([400, 'INPUT_INVALID', 'entries.0.milli'])
    expect(await refused({ milli: 8500 })).toEqual([400, 'INPUT_INVALID', 'entries.0.milli'])
    expect(await refused({ milli: -8500 })).toEqual([400, 'INPUT_INVALID', 'entries.0.milli'])
    expect(await refused({ point_id: 999_999 })).toEqual([
      400,
      'INPUT_INVALID',
      'entries.0.point_id',
    ])
    expect((await refused({ text: '  ' }))[0]).toBe(400)
    expect((await refused({ milli: -8000 }))[0]).toBe(200)
  })

  test('a reading keeps the version that its marker had on the page, a new one the newer', async () => {
    const { leader, marker, other, director, rubric, save, mark, under, on, examId } =
      await open(kind)
    const bare = await mark(marker)
    await save(leader, { text: '第一版' })
    const one = await mark(marker)
    await save(leader, { base_version: 1, text: '第二版', note: '补充第二步' })
    // What was on the page when the leader saved; what no version is; what a page without versions says.
    const late = await mark(marker, 1)
    const wild = await mark(other, 99)
    expect(await Promise.all([bare, one, late, wild].map(under))).toEqual([0, 1, 1, 2])

    expect((await rubric(marker)).before).toMatchObject({ version: 1, text: '第一版' })
    expect((await rubric(other)).before).toBe(null)
    const led = await rubric(leader)
    expect(led.older).toBe(3)
    expect(led.history.map(({ version, readings }) => [version, readings])).toEqual([
      [2, 1],
      [1, 2],
    ])
    expect((await rubric(marker)).history[0]?.readings).toBe(null)

    const sampled = async () =>
      (await director.send(spotCheckGet, { query: { ...on, kind: 'old_rubric' } })).data
    expect((await sampled()).remaining).toBe(3)
    expect((await sampled()).task?.rubric_now).toBe(2)
    const { data: again } = await marker.send(markCorrect, {
      body: {
        ...on,
        reading_id: one,
        idem_key: 'second-thoughts',
        scores: [7500, 4000],
        rubric_version: 2,
      },
    })
    expect(await under(again.reading_id)).toBe(2)
    expect((await sampled()).remaining).toBe(2)
    expect((await rubric(leader)).older).toBe(2)
    const { data: seen } = await director.send(checkDetail, {
      query: { ...on, exam_id: examId, task_detail_id: late },
    })
    expect([seen.rubric_version, seen.readings[0]?.rubric_version]).toEqual([2, 1])
    await mark(marker)
    expect((await rubric(marker)).before).toBe(null)
  })

  test('a text from before versions were kept is the first one, and its readings are not older', async () => {
    const { leader, marker, director, rubric, save, mark, on, services } = await open(kind, {
      rubric: '原来的标准',
    })
    await mark(marker)
    await services.db.updateTable('reading').set({ rubric_version: null }).execute()
    expect(await rubric(leader)).toMatchObject({
      version: 1,
      shown: { text: '原来的标准', saved_by: null },
      older: 0,
    })
    const sampled = async () =>
      (await director.send(spotCheckGet, { query: { ...on, kind: 'old_rubric' } })).data.remaining
    expect(await sampled()).toBe(0)
    const saved = await save(leader, { base_version: 1, text: '新的标准' })
    expect(saved.data).toMatchObject({ version: 2, older: 1 })
    expect(saved.data.history.map(({ version, saved_by }) => [version, saved_by])).toEqual([
      [2, '数学组长'],
      [1, null],
    ])
    expect((await rubric(marker)).before?.text).toBe('原来的标准')
    expect(await sampled()).toBe(1)
  })

  test('the settings save its text as a version too, and keep the entries', async () => {
    const { leader, director, rubric, points, save, on, examId } = await open(kind)
    await save(leader, {
      text: '一',
      entries: [{ point_id: points[0] ?? 0, text: '公式正确', milli: 2000 }],
    })
    const set = (patch: object) =>
      director.send(blockSettingsSet, {
        body: { exam_id: examId, subject_id: SUBJECT, blocks: [{ ...on, ...patch }] },
      })
    await set({ rubric: '二', day_seeds: 3 })
    await set({ rubric: '二' })
    await set({ day_seeds: 2 })
    const now = await rubric(leader)
    expect([now.version, now.shown.text, now.shown.entries.length]).toEqual([2, '二', 1])
  })

  test('markers hear at once of a new version, others of the block read it, strangers do not', async () => {
    const app = await open(kind)
    const { services, marker, leader, examId, on, save } = app
    const held = async () =>
      (await marker.send(messagesUnread, { query: { exam_id: examId } })).data.list[0]
        ?.rubric_version
    expect(await held()).toBe(0)
    const quiet = await messageStamp(services, examId)
    await save(leader, { text: '第一版' })
    expect(await held()).toBe(1)
    // The stamp is kept for a moment for all who listen.
    await expect.poll(() => messageStamp(services, examId), { timeout: 20_000 }).not.toBe(quiet)

    for (const [account, read, change] of [
      ['director', 200, 200],
      ['marker1', 200, 403],
      ['principal', 200, 403],
      ['marker3', 403, 403],
      ['scanner', 403, 403],
      ['student', 403, 403],
      ['other-admin', 404, 404],
    ] as const) {
      const client = await app.signIn(account)
      const { status } = await client.send(rubricGet, { query: on })
      const { status: saved } = await save(client, { base_version: 1, text: '第一版' })
      expect([account, status, saved]).toEqual([account, read, change])
    }
    const unknown = await leader.send(rubricGet, { query: { ...on, version: 9 } })
    expect([unknown.status, unknown.error.error]).toEqual([404, 'MARKING_RUBRIC_UNKNOWN'])
  })
})
