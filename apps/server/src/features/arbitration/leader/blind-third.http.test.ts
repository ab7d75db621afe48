import { blockSettingsGet, blockSettingsSet, markNext, markSubmit } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

/** A paper of two points given 20 and 4 by two markers; the third marker is to read it. */
const openThird = async () => {
  const app = await openTestApp()
  const marked = await seedMarking(app.services, app.school, {
    candidates: 1,
    mode: 3,
    toleranceMilli: 1000,
    points: [
      { fullMilli: 12_000, stepMilli: 1000 },
      { fullMilli: 8000, stepMilli: 1000 },
    ],
  })
  const on = { block_id: marked.blockId, n: 1 }
  const take = async (client: TestClient) => {
    const { data, bytes } = await client.send(markNext, { query: on })
    return { task: data.tasks[0], text: bytes.toString() }
  }
  for (const [who, scores] of [
    ['marker1', [12_000, 8000]],
    ['marker2', [4000, 8000]],
  ] as const) {
    const marker = await app.signIn(who)
    const { task } = await take(marker)
    expect(task?.earlier).toBeUndefined()
    await marker.send(markSubmit, {
      body: {
        block_id: marked.blockId,
        reading_id: task?.reading_id ?? 0,
        idem_key: `blind-third-${who}`,
        scores: [...scores],
      },
    })
  }
  const third = await app.signIn('marker3')
  const set = (who: TestClient, blind_third: number) =>
    who.send(blockSettingsSet, {
      body: {
        exam_id: marked.examId,
        subject_id: SUBJECT,
        blocks: [{ block_id: marked.blockId, blind_third }],
      },
    })
  return { ...app, ...marked, third, set, shown: () => take(third) }
}

test('third reading: by default the third marker sees nothing of the readings before', async () => {
  const { task, text } = await (await openThird()).shown()
  expect(task).toMatchObject({ kind: 'normal' })
  expect(text).not.toContain('earlier')
})

test('third reading: where the block is not blind, the third marker sees the scores, and no name', async () => {
  const { set, signIn, shown, examId } = await openThird()
  for (const account of ['marker1', 'principal'])
    expect((await set(await signIn(account), 0)).status).toBe(403)
  const leader = await signIn('leader')
  expect((await set(leader, 0)).status).toBe(200)
  const { data } = await leader.send(blockSettingsGet, {
    query: { exam_id: examId, subject_id: SUBJECT },
  })
  expect(data.blocks[0]?.blind_third).toBe(0)
  const { task, text } = await shown()
  expect(task?.earlier).toEqual([
    { label: 'A', scores: [12_000, 8000], total_milli: 20_000, pressed: [] },
    { label: 'B', scores: [4000, 8000], total_milli: 12_000, pressed: [] },
  ])
  expect(text).not.toContain('阅卷老师')
  // The setting holds from the next look on.
  await set(leader, 1)
  expect((await shown()).task?.earlier).toBeUndefined()
})
