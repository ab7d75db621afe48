import { blockSettingsGet, blockSettingsSet, type InputOf } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTwoBlocks } from '../../marking-setup/allocation/testing/two-blocks.ts'

everyDatabase('settings that two leaders change at once, on %s', (kind) => {
  test('the second does not take back what the first set, in any of the blocks', async () => {
    const { director, blockId, otherId, on, signIn } = await openTwoBlocks({ kind })
    const admin = await signIn('admin')
    const minutes = async () =>
      (await director.send(blockSettingsGet, { query: on })).data.blocks.map(
        ({ min_ms, daily_cap }) => [min_ms, daily_cap],
      )
    const save = (client: typeof admin, block_id: number, patch: object, seen?: object) =>
      client.send(blockSettingsSet, {
        body: {
          ...on,
          blocks: [
            { block_id: blockId, daily_cap: 400, seen: { daily_cap: 0 } },
            { block_id, ...patch, ...(seen ? { seen } : {}) },
          ],
        },
      })
    const [before] = await minutes()
    expect(before).toEqual([0, 0])
    await admin.send(blockSettingsSet, {
      body: { ...on, blocks: [{ block_id: otherId, min_ms: 5000 }] },
    })
    // The first block of the batch is not saved either.
    const refused = await save(director, otherId, { min_ms: 2000 }, { min_ms: 0 })
    expect([refused.status, refused.error.error]).toEqual([409, 'MARKING_SETTINGS_CHANGED'])
    expect(refused.error.msg).toContain('第18题')
    expect(await minutes()).toEqual([
      [0, 0],
      [5000, 0],
    ])
    // What the other wanted as well, or set elsewhere in the block, is no matter.
    expect((await save(director, otherId, { min_ms: 5000 }, { min_ms: 0 })).status).toBe(200)
    expect((await save(director, otherId, { min_ms: 3000 }, { min_ms: 0 })).status).toBe(409)
    const known = { block_id: otherId, min_ms: 3000, seen: { min_ms: 5000 } }
    const saved = await director.send(blockSettingsSet, { body: { ...on, blocks: [known] } })
    expect(saved.status).toBe(200)
    expect(await minutes()).toEqual([
      [0, 400],
      [3000, 0],
    ])
  })
  test('nor the deadline and the rounding of the subject', async () => {
    const { director, on, signIn } = await openTwoBlocks({ kind })
    const admin = await signIn('admin')
    type Body = Partial<InputOf<typeof blockSettingsSet>['body']>
    const save = (client: typeof admin, body: Body) =>
      client.send(blockSettingsSet, { body: { ...on, blocks: [], ...body } })
    const now = async () => {
      const { data } = await director.send(blockSettingsGet, { query: on })
      return [data.marking_deadline, data.subject_round.step_milli]
    }
    const none = { step_milli: 0, mode: 'half_up' } as const
    const [half, whole] = [
      { ...none, step_milli: 500 },
      { ...none, step_milli: 1000 },
    ] as const
    const [ten, noon] = ['2026-11-20T10:00:00.000Z', '2026-11-20T12:00:00.000Z']
    expect(
      (await save(admin, { subject_round: half, subject_seen: { subject_round: none } })).status,
    ).toBe(200)
    expect(
      (await save(admin, { marking_deadline: ten, subject_seen: { marking_deadline: null } }))
        .status,
    ).toBe(200)
    const rounded = await save(director, {
      subject_round: whole,
      subject_seen: { subject_round: none },
    })
    expect([rounded.status, rounded.error.error]).toEqual([409, 'SUBJECT_SETTINGS_CHANGED'])
    expect(rounded.error.msg).toContain('科目总分取整')
    const late = await save(director, {
      marking_deadline: noon,
      subject_seen: { marking_deadline: null },
    })
    expect([late.status, late.error.error]).toEqual([409, 'SUBJECT_SETTINGS_CHANGED'])
    expect(late.error.msg).toContain('科目阅卷期限')
    expect(await now()).toEqual([ten, 500])
    // The same is no matter; and who knows saves.
    expect(
      (
        await save(director, {
          marking_deadline: ten,
          subject_round: half,
          subject_seen: { marking_deadline: null, subject_round: none },
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await save(director, {
          marking_deadline: noon,
          subject_round: whole,
          subject_seen: { marking_deadline: ten, subject_round: half },
        })
      ).status,
    ).toBe(200)
    expect(await now()).toEqual([noon, 1000])
  })
})
