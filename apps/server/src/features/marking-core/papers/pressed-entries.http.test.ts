import {
  blockMasterDetail,
  checkDetail,
  leaderDecide,
  leaderNext,
  markCorrect,
  markNext,
  markSubmit,
  rubricGet,
  rubricSet,
  rubricUse,
  rubricUseExport,
  spotCheckGet,
  trendTaskDetail,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { readXlsx } from '../../../testing/read-xlsx.ts'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'

const POINTS = [
  { fullMilli: 8000, stepMilli: 500 },
  { fullMilli: 4000, stepMilli: 1000 },
]

/** A block of two points, with a rubric of two entries for the first and one for the second. */
async function open(kind: DatabaseKind, wanted: Parameters<typeof seedMarking>[2] = {}) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, {
    candidates: 30,
    markers: 2,
    points: POINTS,
    ...wanted,
  })
  const on = { block_id: marked.blockId }
  const [marker, other, leader, director] = (await Promise.all(
    ['marker1', 'marker2', 'leader', 'director'].map((account) => app.signIn(account)),
  )) as [TestClient, TestClient, TestClient, TestClient]
  const rubric = async () => (await leader.send(rubricGet, { query: on })).data
  const [first = 0, second = 0] = (await rubric()).points.map(({ id }) => id)
  const { data: saved } = await leader.send(rubricSet, {
    body: {
      ...on,
      base_version: 0,
      text: '',
      entries: [
        { point_id: first, text: '公式正确', milli: 5000 },
        { point_id: first, text: '结果正确', milli: 3000 },
        { point_id: second, text: '单位正确', milli: 4000 },
      ],
    },
  })
  const [formula = '', result = '', unit = ''] = saved.shown.entries.map(({ entry_id }) => entry_id)
  let keys = 0
  const key = () => `entry-key-${++keys}`
  const take = async (who: TestClient) =>
    (await who.send(markNext, { query: { ...on, n: 1 } })).data.tasks[0]?.reading_id ?? 0
  /** The next paper, by entries. */
  const mark = async (who: TestClient, pressed: string[], scores = [5000, 0]) => {
    const reading_id = await take(who)
    const { status } = await who.send(markSubmit, {
      body: {
        ...on,
        reading_id,
        idem_key: key(),
        scores,
        rubric_version: 1,
        ...(pressed.length > 0 ? { pressed_entries: pressed } : {}),
      },
    })
    expect(status).toBe(200)
    return reading_id
  }
  const own = async (who: TestClient, reading_id: number) =>
    (await who.send(markNext, { query: { ...on, reading_id } })).data.tasks[0]
  /** The formula gets another worth: a new version. */
  const change = async () =>
    leader.send(rubricSet, {
      body: {
        ...on,
        base_version: 1,
        text: '',
        entries: [
          { entry_id: formula, point_id: first, text: '公式正确', milli: 4000 },
          { entry_id: unit, point_id: second, text: '单位正确', milli: 4000 },
        ],
      },
    })
  const people = { marker, other, leader, director }
  return {
    ...app,
    ...marked,
    ...people,
    on,
    formula,
    result,
    unit,
    key,
    take,
    mark,
    own,
    change,
  }
}

const textsOf = (pressed: readonly { text: string; milli: number }[] | undefined) =>
  pressed?.map(({ text, milli }) => `${text} ${milli}`)

everyDatabase('entries of the rubric that a reading was given by, on %s', (kind) => {
  test('are kept with its revision, and shown as they were said then', async () => {
    const app = await open(kind)
    const { marker, leader, director, on, examId, formula, result, unit } = app
    const id = await app.mark(marker, [result, formula, formula], [8000, 0])
    const seen = ['公式正确 5000', '结果正确 3000']
    expect(textsOf((await app.own(marker, id))?.pressed)).toEqual(seen)
    const { data: corrected } = await marker.send(markCorrect, {
      body: {
        ...on,
        reading_id: id,
        idem_key: app.key(),
        scores: [5000, 4000],
        rubric_version: 1,
        pressed_entries: [unit, formula],
      },
    })
    await app.change()
    const now = ['公式正确 5000', '单位正确 4000']
    expect(textsOf((await app.own(marker, corrected.reading_id))?.pressed)).toEqual(now)
    const rows = await app.services.db
      .selectFrom('reading')
      .select(['rev', 'pressed_entries'])
      .where('marker_id', '=', app.markerIds[0] ?? 0)
      .orderBy('rev')
      .execute()
    expect(rows.map(({ pressed_entries }) => JSON.parse(pressed_entries ?? '[]'))).toEqual([
      [formula, result].toSorted(),
      [formula, unit].toSorted(),
    ])

    const task_detail_id = corrected.reading_id
    const { data: detail } = await leader.send(checkDetail, {
      query: { ...on, exam_id: examId, task_detail_id },
    })
    expect(textsOf(detail.readings[0]?.pressed)).toEqual(now)
    const { data: spot } = await director.send(spotCheckGet, { query: { ...on, task_detail_id } })
    expect(textsOf(spot.task?.pressed)).toEqual(now)
  })

  test('are shown to the arbitrator under letters, whose own are kept as well', async () => {
    const app = await open(kind, { candidates: 1, mode: 1, toleranceMilli: 500 })
    const { marker, other, leader, on, examId, formula, unit } = app
    await app.mark(marker, [formula])
    await app.mark(other, [unit], [0, 4000])
    const { task } = (await leader.send(leaderNext, { query: { mode: 'arbitration', ...on } })).data
    expect(task?.readings.map(({ label, pressed }) => [label, textsOf(pressed)])).toEqual([
      ['A', ['公式正确 5000']],
      ['B', ['单位正确 4000']],
    ])
    const decided = await leader.send(leaderDecide, {
      body: {
        mode: 'arbitration',
        unit_id: task?.unit_id ?? 0,
        reading_id: task?.reading_id ?? null,
        idem_key: app.key(),
        scores: [5000, 0],
        rubric_version: 1,
        pressed_entries: [formula],
      },
    })
    expect(decided.status).toBe(200)
    const reading = await app.services.db
      .selectFrom('reading')
      .select('id')
      .where('role', '=', 'ARB')
      .where('state', '=', 'submitted')
      .executeTakeFirstOrThrow()
    const { data: detail } = await leader.send(checkDetail, {
      query: { ...on, exam_id: examId, task_detail_id: reading.id },
    })
    expect(textsOf(detail.readings.find(({ role }) => role === 'ARB')?.pressed)).toEqual([
      '公式正确 5000',
    ])
  })

  test('stay with the score of a problem paper, in the words of their version', async () => {
    const app = await open(kind, { candidates: 1 })
    const { marker, leader, on, formula, unit } = app
    const raised = await marker.send(markSubmit, {
      body: {
        ...on,
        reading_id: await app.take(marker),
        idem_key: app.key(),
        problem: { reason: 'other', note: '写到别处去了' },
      },
    })
    expect(raised.status).toBe(200)
    const { task } = (await leader.send(leaderNext, { query: { mode: 'problem', ...on } })).data
    const decided = await leader.send(leaderDecide, {
      body: {
        mode: 'problem',
        outcome: 'score',
        unit_id: task?.unit_id ?? 0,
        idem_key: app.key(),
        scores: [5000, 4000],
        rubric_version: 1,
        pressed_entries: [unit, formula],
      },
    })
    expect(decided.data).toEqual({ state: 'FINAL' })
    await app.change()
    const { list } = (
      await leader.send(blockMasterDetail, { query: { ...on, exam_id: app.examId } })
    ).data
    expect(list.map(({ kind: what, score_milli, note }) => [what, score_milli, note])).toEqual([
      ['resolve_problem', 9000, '给分依据：(1) 公式正确；(2) 单位正确'],
    ])
  })

  test('that no version has are left out, and what is no id is refused', async () => {
    const app = await open(kind)
    const { marker, on, formula } = app
    const id = await app.mark(marker, ['01ARZ3NDEKTSV4RRFFQ69G5FAV', formula])
    expect(textsOf((await app.own(marker, id))?.pressed)).toEqual(['公式正确 5000'])
    const body = { ...on, reading_id: await app.take(marker), idem_key: app.key() }
    const { status } = await marker.send(markSubmit, {
      body: { ...body, scores: [0, 0], pressed_entries: ['<b>'] },
    })
    expect(status).toBe(400)
    const plain = await app.mark(marker, [], [0, 0])
    expect(await app.own(marker, plain)).not.toHaveProperty('pressed')
  })
})

everyDatabase('how often entries were pressed, on %s', (kind) => {
  test('by all and by each marker, under versions that said the same', async () => {
    const app = await open(kind)
    const { marker, other, leader, on, formula, result, unit } = app
    const empty = await leader.send(rubricUse, { query: on })
    expect(empty.data).toMatchObject({ readings: 0, by_entries: 0, markers: [] })
    await app.mark(marker, [formula, unit], [5000, 4000])
    await app.mark(marker, [formula])
    await app.mark(marker, [], [0, 0])
    await app.mark(other, [result], [3000, 0])
    await app.mark(other, [unit], [0, 4000])
    const { data: before } = await leader.send(rubricUse, { query: on })
    const counts = (uses: readonly { count: number; of: number }[]) =>
      uses.map(({ count, of }) => [count, of])
    expect(before).toMatchObject({ version: 1, readings: 5, by_entries: 4 })
    expect(before.entries.map(({ text }) => text)).toEqual(['公式正确', '结果正确', '单位正确'])
    expect(counts(before.entries)).toEqual([
      [2, 4],
      [1, 4],
      [2, 4],
    ])
    expect(
      before.markers.map(({ marker_id, readings, by_entries, uses }) => [
        marker_id,
        readings,
        by_entries,
        counts(uses),
      ]),
    ).toEqual([
      [
        app.markerIds[0],
        3,
        2,
        [
          [2, 2],
          [0, 2],
          [1, 2],
        ],
      ],
      [
        app.markerIds[1],
        2,
        2,
        [
          [0, 2],
          [1, 2],
          [1, 2],
        ],
      ],
    ])

    // Each count opens its readings.
    const behind = async (entry_id: string, marker_id?: number) =>
      (
        await leader.send(trendTaskDetail, {
          query: { ...on, exam_id: app.examId, entry_id, ...(marker_id ? { marker_id } : {}) },
        })
      ).data.total
    expect(await Promise.all([formula, result, unit].map((id) => behind(id)))).toEqual([2, 1, 2])
    expect(await behind(unit, app.markerIds[1])).toBe(1)

    // The formula is worth something else now, the unit is what it was.
    await app.change()
    expect([await behind(formula), await behind(result), await behind(unit)]).toEqual([0, 0, 2])
    const { data: after } = await leader.send(rubricUse, { query: on })
    expect([after.version, counts(after.entries)]).toEqual([
      2,
      [
        [0, 0],
        [2, 4],
      ],
    ])
    const file = await leader.send(rubricUseExport, { query: on })
    expect(file.status).toBe(200)
    const [, head, , units] = await readXlsx(file.bytes)
    expect(head?.slice(0, 5)).toEqual([
      '给分点',
      '分值',
      '给分依据',
      '全体 按下份数',
      '全体 按依据份数',
    ])
    expect(units?.slice(1, 5)).toEqual(['4', '单位正确', '2', '4'])
  })

  test('is for leaders and supervisors, and not for the markers themselves', async () => {
    const app = await open(kind)
    for (const [account, status] of [
      ['leader', 200],
      ['director', 200],
      ['marker1', 403],
      ['scanner', 403],
      ['other-principal', 404],
    ] as const) {
      const who = await app.signIn(account)
      expect([account, (await who.send(rubricUse, { query: app.on })).status]).toEqual([
        account,
        status,
      ])
    }
  })
})
