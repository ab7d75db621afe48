import {
  blockMasterDetail,
  blockMasterReset,
  candidateList,
  checkDetail,
  type InputOf,
  leaderDecide,
  leaderList,
  markNext,
  markSubmit,
  previewDetail,
  spotCheckReject,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

const MODE = 'problem'
type Decision = Partial<InputOf<typeof leaderDecide>['body']>

/** A paper that one marker gave 12 points, and another passed on to the leader. */
async function open(kind?: DatabaseKind) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { candidates: 1, mode: 1 })
  const { examId, blockId, candidateIds } = marked
  const readings: number[] = []
  for (const [who, judged] of Object.entries({
    marker1: { scores: [12_000] },
    marker2: { problem: { reason: 'identifying_mark' as const, note: '卷面写有姓名' } },
  })) {
    const marker = await app.signIn(who)
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    const reading_id = data.tasks[0]?.reading_id ?? 0
    readings.push(reading_id)
    await marker.send(markSubmit, {
      body: { block_id: blockId, reading_id, idem_key: `key-of-${who}`, ...judged },
    })
  }
  const on = { exam_id: examId, block_id: blockId }
  const leader = await app.signIn('leader')
  const director = await app.signIn('director')
  const admin = await app.signIn('admin')
  const waiting = async () => (await leader.send(leaderList, { query: { mode: MODE } })).data.list
  const unit_id = (await waiting())[0]?.unit_id ?? 0
  let decisions = 0
  return {
    ...app,
    unit_id,
    waiting,
    decide: (decision: Decision) =>
      leader.send(leaderDecide, {
        body: { mode: MODE, unit_id, idem_key: `key-of-decision-${++decisions}`, ...decision },
      }),
    reopen: () =>
      director.send(blockMasterReset, {
        body: { unit_id, action: 'reopen', reason: '核实后不属实' },
      }),
    record: async () =>
      (await director.send(blockMasterDetail, { query: on })).data.list.find(
        ({ kind: event }) => event === 'resolve_problem',
      ),
    checked: async () =>
      (
        await director.send(checkDetail, {
          query: { ...on, task_detail_id: readings[0] ?? 0 },
        })
      ).data,
    /** A checker gives the paper another score than its first marker did. */
    correct: async () => {
      const { marker_id } = await app.services.db
        .selectFrom('reading')
        .where('id', '=', readings[0] ?? 0)
        .select('marker_id')
        .executeTakeFirstOrThrow()
      const body = {
        ...on,
        subject_id: SUBJECT,
        marker_id,
        task_detail_id: readings[0] ?? 0,
        is_rejected: 0,
        is_marked: 1,
        reject_score: 5000,
      } as const
      return director.send(spotCheckReject, { body })
    },
    score: async () => {
      const query = { exam_id: examId, subject_id: SUBJECT, candidate_id: candidateIds[0] ?? 0 }
      return (await director.send(previewDetail, { query })).data.blocks[0]
    },
    flag: async () => {
      const { data } = await admin.send(candidateList, { query: { exam_id: examId } })
      return data.list[0]?.subjects.find(({ subject_id }) => subject_id === SUBJECT)?.special_flag
    },
  }
}

everyDatabase('a problem paper that gets no mark on %s', (kind) => {
  test.for([
    ['misconduct', 'MISCONDUCT', '违纪：夹带纸条', 'misconduct'],
    ['void', 'VOID', '作废：夹带纸条', null],
  ] as const)('as %s is final at 0 and says why, until that is withdrawn', async (row) => {
    const [outcome, final_reason, note, special] = row
    const { decide, reopen, record, checked, correct, score, flag, waiting } = await open(kind)
    expect(await flag()).toBeNull()
    expect((await decide({ outcome, comment: ' 夹带纸条 ' })).data).toEqual({ state: 'FINAL' })
    const final = { final_milli: 0, final_source: 'PROBLEM', final_reason }
    const stands = (action: string) =>
      `这份试卷已登记${note.slice(0, 2)}、不计分，不能${action}；如登记有误，请题组长先在「裁定记录」中撤销裁定`
    expect(await checked()).toMatchObject({
      ...final,
      refusals: {
        agree: stands('抽查'),
        correct: stands('抽查'),
        send_back: stands('打回'),
        reopen: null,
      },
    })
    // A corrected score would take the registration away without a word of it.
    expect((await correct()).error.msg).toBe(stands('抽查'))
    expect(await score()).toMatchObject(final)
    expect(await record()).toMatchObject({ note, score_milli: 0, reset_refusal: null })
    expect(await flag()).toBe(special)
    expect(await waiting()).toEqual([])

    expect((await reopen()).data).toEqual({ state: 'PROBLEM', final_milli: null })
    expect(await waiting()).toMatchObject([
      { reason: '有特殊标记', note: '卷面写有姓名；撤销裁定：核实后不属实' },
    ])
    expect(await flag()).toBeNull()
    // Who judges it anew is not bound by what was withdrawn.
    expect((await decide({ outcome: 'score', scores: [9000] })).data).toEqual({ state: 'FINAL' })
    expect(await score()).toMatchObject({ final_milli: 9000, final_reason: null })
  })

  test('stays registered as misconduct while another paper of the subject says so', async () => {
    const { decide, reopen, flag, services, unit_id } = await open(kind)
    await decide({ outcome: 'misconduct', comment: '夹带纸条' })
    const { id: _, ...unit } = await services.db
      .selectFrom('unit')
      .selectAll()
      .where('id', '=', unit_id)
      .executeTakeFirstOrThrow()
    const { id: _block, ...block } = await services.db
      .selectFrom('block')
      .selectAll()
      .where('id', '=', unit.block_id)
      .executeTakeFirstOrThrow()
    const other = await services.db
      .insertInto('block')
      .values({ ...block, name: '另一题块', block_key: 'another' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await services.db
      .insertInto('unit')
      .values({ ...unit, block_id: other.id, secret_code: 'ANOTHER' })
      .execute()
    expect((await reopen()).status).toBe(200)
    expect(await flag()).toBe('misconduct')
  })
})

test('a special flag that stands already is left as it is', async () => {
  const { decide, reopen, flag, services } = await open()
  await services.db.updateTable('candidate_subject').set({ special_flag: 'deferred' }).execute()
  await decide({ outcome: 'misconduct', comment: '夹带纸条' })
  expect(await flag()).toBe('deferred')
  await reopen()
  expect(await flag()).toBe('deferred')
})

test.for(['misconduct', 'void'] as const)('%s wants a reason', async (outcome) => {
  const { decide, waiting } = await open()
  for (const decision of [{ outcome }, { outcome, comment: '  ' }])
    expect((await decide(decision)).error).toMatchObject({
      error: 'MARKING_REASON_MISSING',
      msg: '请写明原因，操作记录中会保留',
    })
  expect(await waiting()).toHaveLength(1)
})

test('only the leader of the block decides, and only about a problem paper', async () => {
  const { decide, signIn, unit_id } = await open()
  const body = {
    mode: MODE,
    unit_id,
    idem_key: 'key-of-another',
    outcome: 'void',
    comment: '无效作答',
  } as const
  for (const who of ['marker1', 'student', 'other-admin'])
    expect((await (await signIn(who)).send(leaderDecide, { body })).status).not.toBe(200)
  await decide({ outcome: 'void', comment: '无效作答' })
  const again = await decide({ outcome: 'misconduct', comment: '夹带纸条' })
  expect(again.error).toMatchObject({
    error: 'MARKING_PROBLEM_DONE',
    msg: '这份问题卷已由 数学组长 处理，请处理其他试卷',
  })
})
