import {
  abnormalBlocks,
  abnormalSheets,
  leaderDecide,
  leaderList,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import type { DatabaseKind } from '@hengjuan/db/testing'
import { ulid } from 'ulid'
import { loadRealTemplate, packRealSheet, REAL_EXAM_NO } from './real-sheet.ts'
import { SUBJECT } from './scan-exam.ts'
import { openStation } from './station.ts'

/** Keys of the answer areas on the second page of the real sheet. */
export const [FIRST_KEY, SECOND_KEY] = ['66-67', '68'] as const

/**
 * An exam with a real sheet of one candidate, whose two blocks on the second page are marked: by marker1,
 * and led by the subject leader.
 */
export async function openAbnormal(kind: DatabaseKind) {
  const station = await openStation(kind, await loadRealTemplate())
  const { app, exam, at, send } = station
  const { db } = app.services
  for (const [index, candidateId] of exam.candidateIds.entries())
    await db
      .updateTable('candidate')
      .set({ exam_no: index === 0 ? REAL_EXAM_NO : `9900000${index}` })
      .where('id', '=', candidateId)
      .execute()
  const blockIds: number[] = []
  for (const [sort, key] of [FIRST_KEY, SECOND_KEY].entries())
    blockIds.push(await addBlock(station, { key, sort }))
  const [blockId = 0, otherId = 0] = blockIds
  const sheetId = await send(await packRealSheet(exam))
  const marker = await app.signIn('marker1')
  const leader = await app.signIn('leader')
  const candidate_id = exam.candidateIds[0] ?? 0
  const person = { ...at, candidate_id }
  const part = { ...person, block_id: blockId, part: 0 }
  const claim = async (block_id = blockId) =>
    (await marker.send(markNext, { query: { block_id, n: 1 } })).data.tasks[0]
  const score = async (block_id = blockId) => {
    const task = await claim(block_id)
    await marker.send(markSubmit, {
      body: {
        block_id,
        reading_id: task?.reading_id ?? 0,
        idem_key: ulid(),
        scores: [7000],
        refill: 0,
      },
    })
  }
  const unit = (block_id = blockId) =>
    db
      .selectFrom('unit')
      .selectAll()
      .where('block_id', '=', block_id)
      .where('candidate_id', '=', candidate_id)
      .executeTakeFirstOrThrow()
  /** The marker cannot read the answer, and the leader sends it to whoever handles sheets. */
  const sendToImage = async (note = '下半部分看不清') => {
    const task = await claim()
    await marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: task?.reading_id ?? 0,
        idem_key: ulid(),
        problem: { reason: 'unclear_image', note },
      },
    })
    const waiting = await leader.send(leaderList, { query: { mode: 'problem' } })
    return leader.send(leaderDecide, {
      body: {
        mode: 'problem',
        unit_id: waiting.data.list[0]?.unit_id ?? 0,
        idem_key: ulid(),
        outcome: 'to_image',
      },
    })
  }
  const shown = async () => (await station.scanner.send(abnormalBlocks, { query: person })).data
  const blockOf = async (id = blockId) => {
    const block = (await shown()).blocks.find(({ block_id }) => block_id === id)
    if (!block) throw new Error(`block ${id} is on the sheet`)
    return block
  }
  const waiting = async (query: { state?: 'open' | 'done' } = {}) =>
    (await station.scanner.send(abnormalSheets, { query: { ...at, ...query } })).data.list
  const readings = async (block_id = blockId) =>
    (
      await db
        .selectFrom('reading')
        .select(['state', 'superseded_by'])
        .where('block_id', '=', block_id)
        .orderBy('id')
        .execute()
    ).map(({ state, superseded_by }) => superseded_by ?? state)
  return {
    ...station,
    db,
    admin: await app.signIn('admin'),
    marker,
    leader,
    blockId,
    otherId,
    sheetId,
    person,
    part,
    claim,
    score,
    unit,
    sendToImage,
    shown,
    blockOf,
    waiting,
    readings,
  }
}

async function addBlock(
  { app, exam }: Awaited<ReturnType<typeof openStation>>,
  { key, sort }: { key: string; sort: number },
): Promise<number> {
  const { db } = app.services
  const { id: blockId } = await db
    .insertInto('block')
    .values({
      exam_id: exam.examId,
      subject_id: SUBJECT,
      block_key: key,
      name: `第 ${key} 题`,
      sort,
      full_milli: 10_000,
      mark_mode: 0,
      alloc_mode: 1,
      tolerance_milli: 0,
      compare_scope: 'total',
      combine: 'mean',
      round_step_milli: 0,
      round_mode: 'half_up',
      double_ratio: 100,
      salt: `salt-${key}`,
      status: 'open',
      avoid_own_class: 0,
      blind_third: 1,
      settings: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: questionId } = await db
    .insertInto('question')
    .values({
      exam_id: exam.examId,
      subject_id: SUBJECT,
      no: key,
      sort: 66 + sort,
      type: 6,
      full_milli: 10_000,
      block_id: blockId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('score_point')
    .values({
      block_id: blockId,
      question_id: questionId,
      name: key,
      sort: 0,
      full_milli: 10_000,
      step_milli: 500,
    })
    .execute()
  for (const [account, duty] of [
    ['marker1', 'marker'],
    ['leader', 'leader'],
  ] as const)
    await db
      .insertInto('block_marker')
      .values({
        block_id: blockId,
        user_id: app.school.userIds[account] ?? 0,
        duty,
        weight: 100,
        allow_exceed: 0,
      })
      .execute()
  return blockId
}
