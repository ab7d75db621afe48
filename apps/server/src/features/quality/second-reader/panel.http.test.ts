import {
  secondReaderExport,
  secondReaderPanel,
  spotCheckGet,
  spotCheckReject,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openSecondReader } from '../../marking/testing/second-reader-world.ts'

test('second reader panel: the panel compares with final marks, lists who lies apart, and names the version that sent it', async () => {
  const world = await openSecondReader({ candidates: 24, mode: 0 })
  const { turn, give, markAll, panel, leader, on, services } = world
  await turn(true)
  await give(6, { confidence: 70, reason: '步骤不全' })
  expect(await panel()).toMatchObject({ papers: 24, scored: 24, agreement: { n: 0, qwk: null } })
  const empty = await leader.send(secondReaderExport, { query: on })
  expect([empty.status, empty.error.error]).toEqual([409, 'EXPORT_EMPTY'])
  // Twelve alike, four half a point apart, four at the tolerance of three, four beyond it.
  await markAll((nth) => (nth < 12 ? 6 : nth < 16 ? 6.5 : nth < 20 ? 9 : 10))
  const { agreement, ...found } = await panel()
  expect(agreement).toMatchObject({
    n: 24,
    exact: { num: 12, den: 24 },
    adjacent: { num: 16, den: 24 },
    within: { num: 20, den: 24 },
    band_milli: 2000,
  })
  expect(found).toMatchObject({ tolerance_milli: 3000, disagreement_count: 4 })
  expect(found.disagreements).toHaveLength(4)
  expect(found.disagreements[0]).toMatchObject({
    final_milli: 10_000,
    reader_milli: 6000,
    confidence: 70,
    reason: '步骤不全',
    is_checked: false,
  })
  expect(found.batches).toMatchObject([{ via: 'api', by_name: null, papers: 24, version: '1.0' }])
  const file = await leader.send(secondReaderExport, { query: on })
  expect([file.status, file.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  const logged = await services.db.selectFrom('audit').select('action').execute()
  expect(logged.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['second-reader-register', 'second-reader-switch', 'export']),
  )
})

test('second reader panel: readings beyond the tolerance are a sample of their own for spot checks, with what the reader gave', async () => {
  const world = await openSecondReader({ candidates: 6, mode: 0 })
  const { turn, give, markAll, leader, on, examId, panel } = world
  const sample = async () =>
    (await leader.send(spotCheckGet, { query: { ...on, kind: 'second_reader' } })).data
  await markAll((nth) => [6, 7, 9, 9.5, 12, 3][nth] ?? 0)
  // Nobody is switched on: there is nobody to disagree with.
  expect(await sample()).toMatchObject({ task: null, remaining: 0 })
  await turn(true)
  expect(await sample()).toMatchObject({ task: null, remaining: 0 })
  await give(6, { confidence: 40, reason: '单位漏写' })
  const { task, remaining } = await sample()
  expect(remaining).toBe(2)
  expect([9500, 12_000]).toContain(task?.total_milli)
  expect(task?.second_reader).toEqual({
    name: '作文评阅',
    version: '1.0',
    scores: [6000],
    total_milli: 6000,
    confidence: 40,
    reason: '单位漏写',
  })
  // In any other sample the checker is told nothing of it.
  const other = await leader.send(spotCheckGet, { query: { ...on, kind: 'full' } })
  const random = await leader.send(spotCheckGet, { query: on })
  expect(JSON.stringify([other.data, random.data])).not.toContain('second_reader')
  const checked = await leader.send(spotCheckReject, {
    body: {
      ...on,
      exam_id: examId,
      subject_id: 2,
      marker_id: task?.marker_id ?? 0,
      task_detail_id: task?.task_detail_id ?? 0,
      is_rejected: 0,
      is_marked: 0,
    },
  })
  expect(checked.status).toBe(200)
  expect((await sample()).remaining).toBe(1)
  const rows = (await panel()).disagreements
  expect(rows.filter(({ is_checked }) => is_checked)).toHaveLength(1)
  expect(rows).toHaveLength(2)
  // A later word of the reader is the one that counts.
  await give(11)
  expect((await sample()).remaining).toBe(3)
  await turn(false)
  expect(await sample()).toMatchObject({ task: null, remaining: 0 })
})

test('second reader panel: the panel of a block without a reader is empty and says so', async () => {
  const { leader, on } = await openSecondReader()
  const { status, data } = await leader.send(secondReaderPanel, { query: on })
  expect(status).toBe(200)
  expect(data).toMatchObject({ on_reader_id: null, reader_id: null, readers: [], scored: 0 })
})
