import { avoidedPairSet, blockMasterDetail, supervisedBlocks } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openMarking } from './testing/open-marking.ts'

type Opened = Awaited<ReturnType<typeof openMarking>>

const leaderOf = async ({ app, block }: Opened) =>
  (
    await app.services.db
      .selectFrom('block_marker')
      .select('user_id')
      .where('block_id', '=', block)
      .where('duty', '=', 'leader')
      .executeTakeFirstOrThrow()
  ).user_id

/** The only leader is kept from the paper of this candidate. */
const relativeOf = (examNo: string) => async (opened: Opened) => {
  const { app, examId, candidateIds } = opened
  const admin = await app.signIn('admin')
  await admin.send(avoidedPairSet, {
    body: {
      exam_id: examId,
      action: 'add',
      marker_id: await leaderOf(opened),
      candidate_id: candidateIds[examNo] ?? 0,
    },
  })
}

const CASES: [string, string[], [number, number], (opened: Opened) => Promise<unknown>][] = [
  ['nothing keeps the leader', ['待仲裁 1 份', '问题卷 1 份'], [0, 0], async () => {}],
  [
    'a relative’s problem paper',
    ['待仲裁 1 份', '问题卷 1 份（无人可处理 1 份）'],
    [0, 1],
    relativeOf('104'),
  ],
  [
    'a relative’s arbitration',
    ['待仲裁 1 份（无人可仲裁 1 份）', '问题卷 1 份'],
    [1, 0],
    relativeOf('103'),
  ],
  [
    'an account that is out of use',
    ['待仲裁 1 份（无人可仲裁 1 份）', '问题卷 1 份（无人可处理 1 份）'],
    [1, 1],
    async (opened) =>
      opened.app.services.db
        .updateTable('user')
        .set({ disabled_at: '2026-11-20T00:00:00.000Z' })
        .where('id', '=', await leaderOf(opened))
        .execute(),
  ],
]

everyDatabase('papers that wait for a leader and that none may decide about, on %s', (kind) => {
  test.for(CASES)('%s', async ([, reasons, [arbitrations, problems], change]) => {
    const opened = await openMarking(kind)
    const { app, examId, block } = opened
    await change(opened)
    const director = await app.signIn('director')
    const { data } = await director.send(supervisedBlocks, { query: { exam_id: examId } })
    const row = data.list.find(({ block_id }) => block_id === block)
    expect(row?.reasons).toEqual(expect.arrayContaining(reasons))
    const detail = await director.send(blockMasterDetail, {
      query: { exam_id: examId, block_id: block },
    })
    expect(detail.data).toMatchObject({
      unarbitrated_total: arbitrations,
      unhandled_problems: problems,
    })
  })
})
