import {
  blockSettingsGet,
  blockSettingsSet,
  leaderList,
  leaderNext,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import type { Annotation, ArbView } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

const DRAWN: Annotation[] = [{ kind: 'text', part: 0, x: 30, y: 140, text: '论据不足' }]

/** One paper given 20 and 2 by two markers, the first of whom wrote on it; it waits for the leader. */
const openArbitration = async (settings: object) => {
  const app = await openTestApp()
  const marked = await seedMarking(app.services, app.school, {
    candidates: 1,
    mode: 1,
    toleranceMilli: 1000,
    settings: { traces: 1, ...settings },
  })
  for (const [who, points] of [
    ['marker1', 20],
    ['marker2', 2],
  ] as const) {
    const marker = await app.signIn(who)
    const { data } = await marker.send(markNext, { query: { block_id: marked.blockId, n: 1 } })
    await marker.send(markSubmit, {
      body: {
        block_id: marked.blockId,
        reading_id: data.tasks[0]?.reading_id ?? 0,
        idem_key: `arb-view-${who}`,
        scores: [points * 1000],
        traces: who === 'marker1' ? DRAWN : null,
      },
    })
  }
  const leader = await app.signIn('leader')
  const shown = async () => {
    const { bytes, data } = await leader.send(leaderNext, { query: { mode: 'arbitration' } })
    const list = await leader.send(leaderList, { query: { mode: 'arbitration' } })
    return { task: data.task, text: bytes.toString(), row: list.data.list[0] }
  }
  return { ...app, ...marked, leader, shown }
}

test('arbitration view: by default the arbitrator sees earlier scores and annotations, and no name', async () => {
  const { shown } = await openArbitration({})
  const { task, text } = await shown()
  expect(task).toMatchObject({ arb_view: 'scores', gap_milli: 18_000 })
  expect(
    task?.readings.map(({ label, total_milli, traces }) => [label, total_milli, traces]),
  ).toEqual([
    ['A', 20_000, DRAWN],
    ['B', 2000, null],
  ])
  expect(text).not.toContain('marker_name')
  expect(text).not.toContain('阅卷老师')
})

test('arbitration view: where the block shows nothing, neither scores nor annotations nor the gap leave the server', async () => {
  const { shown } = await openArbitration({ arbView: 'none' })
  const { task, text, row } = await shown()
  expect(task).toMatchObject({
    arb_view: 'none',
    readings: [],
    draft: [],
    disagree: [],
    gap_milli: null,
  })
  expect(row).toMatchObject({ arb_view: 'none', gap_milli: null })
  for (const secret of ['论据不足', '阅卷老师', '18000']) expect(text).not.toContain(secret)
})

test('arbitration view: where the block shows names, each earlier reading has its reader', async () => {
  const { shown } = await openArbitration({ arbView: 'names' })
  const { task } = await shown()
  expect(task?.readings.map(({ label, marker_name }) => [label, marker_name])).toEqual([
    ['A', '阅卷老师1'],
    ['B', '阅卷老师2'],
  ])
})

test.for([
  ['one point too far apart', [6, 6], [6, 1], [false, true], [6000, null]],
  ['each near enough and the sum not', [6, 6], [4, 4], [true, true], [null, null]],
] as const)(
  'arbitration view: what the arbitrator starts from: %s',
  async ([, first, second, disagree, draft]) => {
    const { services, school, signIn } = await openTestApp()
    const points = [10_000, 10_000].map((fullMilli) => ({ fullMilli, stepMilli: 1000 }))
    const { blockId } = await seedMarking(services, school, {
      candidates: 1,
      mode: 1,
      toleranceMilli: 3000,
      points,
      // Two points apart are allowed of ten.
      columns: { compare_scope: 'both' },
    })
    for (const [who, scores] of [
      ['marker1', first],
      ['marker2', second],
    ] as const) {
      const marker = await signIn(who)
      const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
      await marker.send(markSubmit, {
        body: {
          block_id: blockId,
          reading_id: data.tasks[0]?.reading_id ?? 0,
          idem_key: `starts-from-${who}`,
          scores: scores.map((score) => score * 1000),
        },
      })
    }
    const leader = await signIn('leader')
    const { data } = await leader.send(leaderNext, { query: { mode: 'arbitration' } })
    expect(data.task).toMatchObject({ disagree, draft })
  },
)

test('arbitration view: the setting is per block, may change while papers are read, and holds from the next look on', async () => {
  const { shown, signIn, examId, blockId } = await openArbitration({})
  const director = await signIn('director')
  const set = (who: typeof director, arb_view: ArbView) =>
    who.send(blockSettingsSet, {
      body: { exam_id: examId, subject_id: SUBJECT, blocks: [{ block_id: blockId, arb_view }] },
    })
  expect((await set(await signIn('marker1'), 'names')).status).toBe(403)
  expect((await set(director, 'none')).status).toBe(200)
  const { data } = await director.send(blockSettingsGet, {
    query: { exam_id: examId, subject_id: SUBJECT },
  })
  expect(data.blocks[0]?.arb_view).toBe('none')
  expect((await shown()).task?.readings).toEqual([])
})
