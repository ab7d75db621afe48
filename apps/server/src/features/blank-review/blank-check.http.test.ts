import {
  blankBlockChecked,
  blankBlockConfirm,
  blankBlockGet,
  blankBlockList,
  blankBlockReject,
  blockSettingsSet,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'
import { seedMarking } from '../marking/testing/seed-marking.ts'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'

const open = async (ink: number[]) => {
  const app = await openTestApp()
  const marked = await seedMarking(app.services, app.school, { ink, candidates: ink.length })
  return { ...app, signIn: (who: string) => app.signIn(who), ...marked }
}

test('blank review: a leader works through a contact sheet: confirms, sends on, and takes back', async () => {
  const { signIn, blockId, examId } = await open([0, 0.001, 0.002, 0.05])
  const leader = await signIn('leader')
  const list = await leader.send(blankBlockList, { query: { exam_id: examId } })
  expect(list.data.list).toMatchObject([{ block_id: blockId, waiting: 3, confirmed: 0 }])
  const sheet = await leader.send(blankBlockGet, { query: { block_id: blockId, n: 2 } })
  expect(sheet.data).toMatchObject({ remaining: 3, list: [{ ink_ratio: 0 }, { ink_ratio: 0.001 }] })
  expect(sheet.data.list[0]?.images[0]?.url).toContain('/')
  const ids = sheet.data.list.map(({ unit_id }) => unit_id)
  const rejected = await leader.send(blankBlockReject, {
    body: { block_id: blockId, unit_ids: ids.slice(1) },
  })
  expect(rejected.data).toEqual({ returned: 1, skipped: 0 })
  const confirmed = await leader.send(blankBlockConfirm, {
    body: { block_id: blockId, unit_ids: ids },
  })
  expect(confirmed.data).toEqual({
    confirmed: 1,
    checks: 0,
    earlier_checks: 0,
    awaiting_second: 0,
    skipped: 1,
    changed: 0,
  })
  const checked = await leader.send(blankBlockChecked, {
    query: { block_id: blockId, of: 'confirmed' },
  })
  expect(checked.data).toMatchObject({ total: 1, list: [{ unit_id: ids[0], is_check: 0 }] })
  const back = await leader.send(blankBlockReject, {
    body: { block_id: blockId, unit_ids: ids.slice(0, 1), to: 'review' },
  })
  expect(back.data).toEqual({ returned: 1, skipped: 0 })
  const after = await leader.send(blankBlockList, {
    query: { exam_id: examId, subject_id: SUBJECT },
  })
  expect(after.data.list).toMatchObject([{ waiting: 2, confirmed: 0, rejected_least_ink: 0.001 }])
})

test('blank review: a paper that a marker reports as blank waits for the leader, who confirms it as not responded', async () => {
  const { signIn, blockId, examId } = await open([0.05])
  const [marker, leader] = [await signIn('marker1'), await signIn('leader')]
  const { data: taken } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
  const report = () =>
    marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: taken.tasks[0]?.reading_id ?? 0,
        idem_key: 'nothing-is-written',
        problem: { reason: 'looks_blank' },
      },
    })
  expect((await report()).data.outcome).toBe('problem')
  expect((await report()).data.outcome).toBe('repeat')
  const unit_ids = [taken.tasks[0]?.unit_id ?? 0]
  const { data } = await leader.send(blankBlockConfirm, { body: { block_id: blockId, unit_ids } })
  expect(data).toEqual({
    confirmed: 1,
    checks: 0,
    earlier_checks: 0,
    awaiting_second: 0,
    skipped: 0,
    changed: 0,
  })
  const { data: after } = await leader.send(blankBlockList, { query: { exam_id: examId } })
  expect(after.list).toMatchObject([{ waiting: 0, confirmed: 1 }])
})

test('blank review: another limit screens the papers of the block anew', async () => {
  const { signIn, blockId, examId } = await open([0, 0.005, 0.05])
  const leader = await signIn('leader')
  const waiting = async () =>
    (await leader.send(blankBlockList, { query: { exam_id: examId } })).data.list[0]?.waiting
  expect(await waiting()).toBe(2)
  await leader.send(blockSettingsSet, {
    body: {
      exam_id: examId,
      subject_id: SUBJECT,
      blocks: [{ block_id: blockId, blank_ink_limit: 0.004 }],
    },
  })
  expect(await waiting()).toBe(1)
})

test.for([
  ['admin', 200],
  ['leader', 200],
  ['marker1', 403],
  ['student', 403],
  ['other-admin', 404],
] as const)(
  'blank review: blank answers are checked by who supervises: %s gets %i',
  async ([who, status]) => {
    const { signIn, blockId, examId, services } = await open([0])
    const { id } = await services.db.selectFrom('unit').select('id').executeTakeFirstOrThrow()
    const client = await signIn(who)
    const body = { block_id: blockId, unit_ids: [id] }
    const answers = [
      await client.send(blankBlockList, { query: { exam_id: examId } }),
      await client.send(blankBlockGet, { query: { block_id: blockId } }),
      await client.send(blankBlockChecked, { query: { block_id: blockId, of: 'check' } }),
      await client.send(blankBlockConfirm, { body }),
      await client.send(blankBlockReject, { body }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
  },
)
