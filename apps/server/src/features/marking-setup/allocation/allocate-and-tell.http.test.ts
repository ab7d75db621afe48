import {
  allocationCopy,
  allocationSet,
  markNext,
  markSubmit,
  messagesGet,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTwoBlocks } from './testing/two-blocks.ts'

everyDatabase('what is said of an allocation that was changed on %s', (kind) => {
  const open = async () => {
    const opened = await openTwoBlocks({ kind, markers: 3, allocation: 2 })
    const { director, signIn, markerIds, school, blockId } = opened
    const heard = async (account: string, block_id = blockId) => {
      const { data } = await (await signIn(account)).send(messagesGet, { query: { block_id } })
      return data.list.map(({ author_name, text }) => `${author_name}：${text}`)
    }
    /** Saves the three markers and their leader, some of them stopped. */
    const save = async (stopped: readonly number[], more: object = {}) => {
      const { status } = await director.send(allocationSet, {
        body: {
          block_id: blockId,
          markers: [
            ...markerIds.map((marker_id) => ({
              marker_id,
              suspended: stopped.includes(marker_id) ? (1 as const) : (0 as const),
            })),
            { marker_id: school.userIds['leader'] ?? 0, duty: 'leader' as const },
          ],
          ...more,
        },
      })
      expect(status).toBe(200)
    }
    return { ...opened, heard, save }
  }

  test('goes to who is stopped and who does their work instead, and again to who goes on', async () => {
    const { blockId, markerIds, signIn, heard, save } = await open()
    const [one = 0] = markerIds
    const marker = await signIn('marker1')
    const { data: queue } = await marker.send(markNext, { query: { block_id: blockId, n: 2 } })
    await save([one])
    expect(await heard('marker1')).toEqual([
      '系统：已停止向您分配本题块的试卷，手中的 2 份请评完提交。如需继续请联系题组长。',
    ])
    for (const account of ['marker2', 'marker3'])
      expect(await heard(account)).toEqual([
        '系统：剩余任务已重新分配：您的任务量由 4 份改为 6 份，增加 2 份。',
      ])
    // As it was told: what is in hand is still taken.
    for (const [index, { reading_id }] of queue.tasks.entries()) {
      const { data } = await marker.send(markSubmit, {
        body: { block_id: blockId, reading_id, idem_key: `in-hand-${index}`, scores: [8000] },
      })
      expect(data.outcome).toBe('submitted')
    }
    // Saved as it is, nobody hears anything.
    await save([one])
    expect(await heard('marker1')).toHaveLength(1)
    await save([])
    expect((await heard('marker1')).at(-1)).toMatch(
      /^系统：已恢复向您分配本题块的试卷，任务量 \d+ 份。$/,
    )
    expect((await heard('marker2')).at(-1)).toMatch(/其余由其他教师评阅/)
  })

  test('says that targets are given or taken away', async () => {
    const { heard, save } = await open()
    await save([], { alloc_mode: 1 })
    expect(await heard('marker2')).toEqual(['系统：本题块改为不限任务量，评完为止。'])
    await save([], { alloc_mode: 2 })
    expect((await heard('marker2')).at(-1)).toBe(
      '系统：本题块改为按任务量分配：您的任务量 4 份，已评 0 份。',
    )
  })

  test('goes to the people of the other block when settings are copied, not when they are shown', async () => {
    const { director, blockId, otherId, on, heard } = await open()
    const body = {
      ...on,
      from_block_id: blockId,
      block_ids: [otherId],
      parts: ['markers' as const],
    }
    const { data: shown } = await director.send(allocationCopy, { body: { ...body, preview: 1 } })
    expect(shown.applied).toBe(0)
    const { data } = await director.send(allocationCopy, { body: { ...body, stamp: shown.stamp } })
    expect(data.applied).toBe(1)
    for (const account of ['marker1', 'marker2', 'marker3'])
      expect(await heard(account, otherId)).toEqual(['系统：您已加入本题块的阅卷，任务量 4 份。'])
    expect(await heard('marker1')).toEqual([])
  })

  test('is nothing before the block is opened', async () => {
    const { services, blockId, markerIds, heard, save } = await open()
    await services.db
      .updateTable('block')
      .set({ status: 'setup' })
      .where('id', '=', blockId)
      .execute()
    await save(markerIds.slice(0, 1))
    expect(await heard('marker2')).toEqual([])
  })
})
