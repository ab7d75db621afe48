import {
  identicalVerdict,
  markNext,
  markSubmit,
  scoreDistribution,
  secondReaderExport,
  secondReaderPanel,
  supervisedBlocks,
  supervisedMarkers,
  supervisedSchools,
  trendTaskDetail,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { readXlsx } from '../../testing/read-xlsx.ts'
import { openSecondReader } from '../marking/testing/second-reader-world.ts'

/** Two papers given 6 and 9 by a marker and by the reader; two that were given 8 ended as misconduct. */
async function open(kind: 'sqlite' | 'postgres') {
  const world = await openSecondReader({ candidates: 4, markers: 1, mode: 0 }, kind)
  const { on, signIn, leader, submit, turn, give } = world
  await turn(true)
  await give(8)
  const marker = await signIn('marker1')
  const { tasks } = (await marker.send(markNext, { query: { ...on, n: 4 } })).data
  const [first, second, third, last] = tasks
  if (!first || !second || !third || !last) throw new Error('four papers in hand')
  await submit(marker, first.reading_id, [6000])
  await submit(marker, second.reading_id, [9000])
  await submit(marker, third.reading_id, [8000])
  await marker.send(markSubmit, {
    body: {
      ...on,
      reading_id: last.reading_id,
      idem_key: 'identical-papers',
      problem: { reason: 'identical', note: '', pair_code: third.secret_code },
    },
  })
  const { status } = await leader.send(identicalVerdict, {
    body: {
      ...on,
      unit_id: third.unit_id,
      other_unit_id: last.unit_id,
      outcome: 'misconduct',
      reason: '抄袭',
      seen_at: null,
    },
  })
  expect(status).toBe(200)
  return { ...world, punished: [third.secret_code, last.secret_code] }
}

everyDatabase('papers that ended as misconduct on %s', (kind) => {
  test('are in no mean of marks, and speak neither for nor against their marker', async () => {
    const { leader, inExam, on, markerIds, signIn } = await open(kind)
    const [block] = (await leader.send(supervisedBlocks, { query: inExam })).data.list
    expect(block).toMatchObject({ mean_milli: 7500, sd_milli: 1500, numbers: { done: 4 } })
    const director = await signIn('director')
    const [school] = (await director.send(supervisedSchools, { query: inExam })).data.list
    expect(school).toMatchObject({ done: 4, mean_milli: 7500 })
    const inBlock = { ...inExam, ...on }
    const { finals } = (await leader.send(scoreDistribution, { query: inBlock })).data
    expect(finals).toEqual([
      { score_milli: 6000, count: 1 },
      { score_milli: 9000, count: 1 },
    ])
    const { list } = (await leader.send(supervisedMarkers, { query: inBlock })).data
    const row = list.find(({ marker_id }) => marker_id === markerIds[0])
    expect(row).toMatchObject({ n: 3, bias_milli: null, bias_count: 0 })
    const off = await leader.send(trendTaskDetail, { query: { ...inBlock, kind: 'off' } })
    expect(off.data.total).toBe(0)
  })

  test('are no disagreement with a reader, and its file says why they have nothing', async () => {
    const { leader, on, punished } = await open(kind)
    const { data } = await leader.send(secondReaderPanel, { query: on })
    expect([data.scored, data.agreement.n, data.disagreement_count]).toEqual([4, 2, 0])
    const [, head = [], ...rows] = await readXlsx(
      (await leader.send(secondReaderExport, { query: on })).bytes,
    )
    const cell = (row: readonly unknown[], title: string) => row[head.indexOf(title)]
    const why = rows
      .filter((row) => punished.includes(String(cell(row, '密号'))))
      .map((row) => [cell(row, '终评分'), cell(row, '终评说明')])
    expect(why).toEqual([
      ['0', '违纪'],
      ['0', '违纪'],
    ])
  })
})
