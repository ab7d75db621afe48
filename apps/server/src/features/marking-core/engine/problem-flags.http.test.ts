import {
  benchmarkPapers,
  blockClear,
  flaggedPapers,
  leaderDecide,
  leaderNext,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'

/** A marker flagged a paper, wrote why, and passed it on as a problem in place of scoring it. */
async function open(kind: DatabaseKind) {
  const app = await openTestApp(kind)
  const { blockId } = await seedMarking(app.services, app.school, { candidates: 3, mode: 0 })
  const on = { block_id: blockId }
  const marker = await app.signIn('marker1')
  const leader = await app.signIn('leader')
  const [task] = (await marker.send(markNext, { query: { ...on, n: 1 } })).data.tasks
  const unit_id = task?.unit_id ?? 0
  const raised = {
    ...on,
    reading_id: task?.reading_id ?? 0,
    idem_key: 'an-excellent-problem',
    flags: ['excellent', 'doubtful'],
    flag_note: ' 解法新颖，最后一步看不清 ',
    problem: { reason: 'unclear_image', note: '右下角' },
  }
  expect((await marker.send(markSubmit, { body: raised })).data.outcome).toBe('problem')
  const collected = async () => (await leader.send(flaggedPapers, { query: on })).data
  const waiting = async () =>
    (await leader.send(leaderNext, { query: { mode: 'problem', unit_id } })).data.task
  const decide = (more: object) =>
    leader.send(leaderDecide, {
      body: { mode: 'problem', unit_id, idem_key: 'the-decision-of-it', ...more },
    })
  return { ...app, blockId, on, marker, leader, unit_id, raised, collected, waiting, decide }
}

const FLAGGED = [
  { flag: 'excellent', note: '解法新颖，最后一步看不清', by_name: '阅卷老师1' },
  { flag: 'doubtful', note: '解法新颖，最后一步看不清', by_name: '阅卷老师1' },
]

everyDatabase('flags of a paper that is passed on as a problem, on %s', (kind) => {
  test('are seen by its leader, and outlive the score that the leader gives', async () => {
    const { waiting, collected, decide, leader, on, unit_id } = await open(kind)
    expect((await waiting())?.problem).toMatchObject({
      flags: ['excellent', 'doubtful'],
      flag_note: '解法新颖，最后一步看不清',
    })
    expect((await collected()).list).toMatchObject([{ unit_id, flags: FLAGGED }])
    expect((await decide({ outcome: 'score', scores: [9000] })).status).toBe(200)
    const { list, counts } = await collected()
    expect(list).toMatchObject([{ unit_id, final_milli: 9000, flags: FLAGGED }])
    expect(counts.filter(({ count }) => count > 0)).toEqual([
      { flag: 'excellent', count: 1 },
      { flag: 'doubtful', count: 1 },
    ])
    const { data } = await leader.send(benchmarkPapers, { query: { ...on, flag: 'excellent' } })
    expect(data.list).toMatchObject([{ unit_id, flags: ['excellent', 'doubtful'] }])
  })

  test('stand beside those of who marks it after it was returned', async () => {
    const { decide, collected, signIn, on, unit_id } = await open(kind)
    expect((await decide({ outcome: 'return', exclude_raiser: 1 })).status).toBe(200)
    const other = await signIn('marker2')
    const { tasks } = (await other.send(markNext, { query: { ...on, n: 3 } })).data
    const again = tasks.find((task) => task.unit_id === unit_id)
    await other.send(markSubmit, {
      body: {
        ...on,
        reading_id: again?.reading_id ?? 0,
        idem_key: 'marked-after-all',
        scores: [8000],
        flags: ['typical'],
      },
    })
    const [paper] = (await collected()).list
    expect(paper?.flags.map(({ flag }) => flag)).toEqual(['typical', 'excellent', 'doubtful'])
  })

  test('go when the block is cleared, and come back when that is undone', async () => {
    const { leader, on, decide, collected } = await open(kind)
    await decide({ outcome: 'score', scores: [9000] })
    const clear = { ...on, action: 'clear' as const, block_name: '第17题', reason: '标准改了' }
    expect((await leader.send(blockClear, { body: clear })).status).toBe(200)
    expect((await collected()).list).toEqual([])
    const undone = await leader.send(blockClear, { body: { ...on, action: 'undo' } })
    expect(undone.status).toBe(200)
    expect((await collected()).list).toMatchObject([{ flags: FLAGGED }])
  })

  test('a problem without flags keeps none, and the same problem again changes nothing', async () => {
    const { marker, raised, collected, on } = await open(kind)
    const again = await marker.send(markSubmit, { body: { ...raised, flags: ['typical'] } })
    expect(again.data.outcome).toBe('repeat')
    const [task] = (await marker.send(markNext, { query: { ...on, n: 1 } })).data.tasks
    await marker.send(markSubmit, {
      body: {
        ...on,
        reading_id: task?.reading_id ?? 0,
        idem_key: 'only-a-problem',
        problem: { reason: 'unclear_image', note: '' },
      },
    })
    const { list } = await collected()
    expect(list).toMatchObject([{ flags: FLAGGED }])
  })
})
