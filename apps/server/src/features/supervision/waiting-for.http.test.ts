import { supervisedSubjects } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openMarking } from './testing/open-marking.ts'

const LEADER = '题组长数学组长'

/** What lies in the pool and in hand has its mark; what waits for a decision is left. */
const finish = async (
  db: Db,
  blockId: number,
  states: readonly string[] = ['READY', 'MARKING'],
) => {
  await db
    .updateTable('unit')
    .set({ state: 'FINAL', free_role: null, final_milli: 9000, final_source: 'SINGLE' })
    .where('block_id', '=', blockId)
    .where('state', 'in', states)
    .execute()
}
const setBlock = (db: Db, id: number, columns: { status?: string; settings?: string }) =>
  db.updateTable('block').set(columns).where('id', '=', id).execute()

const disable = (db: Db, id: number, duty: string) =>
  db
    .updateTable('user')
    .set({ disabled_at: '2026-11-20T00:00:00.000Z' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('block_marker')
        .where('block_id', '=', id)
        .where('duty', '=', duty)
        .select('user_id'),
    )
    .execute()

type Change = (db: Db, blockId: number, heldId: number) => Promise<unknown>

const CASES: [string, string | null, Change][] = [
  ['papers can be marked', null, async () => {}],
  ['only decisions are left', `待仲裁 1 份、问题卷 1 份，等${LEADER}`, (db, id) => finish(db, id)],
  [
    'paused',
    `已暂停（剩 2 份），等${LEADER}恢复；待仲裁 1 份、问题卷 1 份，等${LEADER}`,
    (db, id) => setBlock(db, id, { status: 'paused' }),
  ],
  [
    'nobody marks',
    `还没有在评教师（剩 2 份），等教务主任安排；待仲裁 1 份、问题卷 1 份，等${LEADER}`,
    (db, id) =>
      db
        .updateTable('block_marker')
        .set({ suspended_at: '2026-11-20T00:00:00.000Z' })
        .where('block_id', '=', id)
        .where('duty', '=', 'marker')
        .execute(),
  ],
  [
    'all who mark have left',
    `还没有在评教师（剩 2 份），等教务主任安排；待仲裁 1 份、问题卷 1 份，等${LEADER}`,
    (db, id) => disable(db, id, 'marker'),
  ],
  [
    'all who lead have left',
    '待仲裁 1 份、问题卷 1 份，等题组长（尚未指定）',
    async (db, id) => {
      await finish(db, id)
      await disable(db, id, 'leader')
    },
  ],
  [
    'nobody has qualified',
    `待定标 1 份，等阅卷教师通过定标；待仲裁 1 份、问题卷 1 份，等${LEADER}`,
    async (db, id, heldId) => {
      await setBlock(db, id, { settings: JSON.stringify({ qualify: true }) })
      await db.deleteFrom('reading').where('unit_id', '=', heldId).execute()
      await db.updateTable('unit').set({ state: 'FINAL' }).where('id', '=', heldId).execute()
    },
  ],
  [
    'nobody leads',
    '待仲裁 1 份、问题卷 1 份，等题组长（尚未指定）',
    async (db, id) => {
      await finish(db, id)
      await db
        .deleteFrom('block_marker')
        .where('block_id', '=', id)
        .where('duty', '=', 'leader')
        .execute()
    },
  ],
]

everyDatabase('what the rest of a block waits for, on %s', (kind) => {
  test.for(CASES)('%s: %s', async ([, text, change]) => {
    const { app, examId, block } = await openMarking(kind)
    const { db } = app.services
    const { unit_id } = await db
      .selectFrom('reading')
      .select('unit_id')
      .where('block_id', '=', block)
      .where('state', '=', 'claimed')
      .executeTakeFirstOrThrow()
    await change(db, block, unit_id)
    const director = await app.signIn('director')
    const { data } = await director.send(supervisedSubjects, { query: { exam_id: examId } })
    const row = data.blocks.find(({ block_id }) => block_id === block)
    expect(row).toMatchObject({ eta: null, waiting_for: text })
    expect(data.subjects[0]?.waiting_for).toBe(text && `阅读：${text}`)
    // What is done waits for nothing.
    expect(data.blocks.find(({ subject_name }) => subject_name === '数学')?.waiting_for).toBeNull()
  })
})
