import { blockStatusSet, markNext, markSubmit } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openSeedWorld } from '../../marking/testing/seed-world.ts'

everyDatabase('a seed that was in hand when the papers were taken back, on %s', (kind) => {
  /** A marker with a seed and other papers in hand. */
  async function openHand() {
    const world = await openSeedWorld({ candidates: 30, mode: 0 }, kind)
    const { agree, set, on, marker, leader, submit } = world
    const seeds = [await agree(12), await agree(12)]
    await set({ seed_every: 2 })
    const isSeed = ({ unit_id }: { unit_id: number }) => seeds.includes(unit_id)
    const hand = async () => (await marker.send(markNext, { query: { ...on, n: 6 } })).data.tasks
    let tasks = await hand()
    while (!tasks.some(isSeed)) {
      await submit(tasks[0]?.reading_id ?? 0, 8)
      tasks = await hand()
    }
    const passOn = async ({ reading_id }: { reading_id: number }) => {
      const problem = { reason: 'unclear_image' as const }
      const body = { ...on, reading_id, idem_key: `problem-of-${reading_id}`, problem }
      const { status, data, error } = await marker.send(markSubmit, { body })
      return status === 200 ? data.outcome : error.msg
    }
    const take = (action: 'close' | 'recall') =>
      leader.send(blockStatusSet, { body: { ...on, action } })
    return {
      passOn,
      take,
      seed: tasks.filter(isSeed),
      others: tasks.filter((task) => !isSeed(task)),
    }
  }

  test.for(['close', 'recall'] as const)(
    'is refused as a problem in the words of any other paper: %s',
    async (action) => {
      const { passOn, take, seed, others } = await openHand()
      const [first, second] = others
      const [held] = seed
      if (!first || !second || !held) throw new Error('a seed among other papers')
      // What was passed on before is, however often it is sent.
      expect([await passOn(first), await passOn(first)]).toEqual(['problem', 'repeat'])
      expect((await take(action)).status).toBe(200)
      const refused = await passOn(second)
      expect(refused).toMatch(action === 'close' ? /已结束/ : /的领取已超时/)
      expect(await passOn(held)).toBe(refused)
      expect(await passOn(first)).toBe('repeat')
    },
  )

  test('is passed on once, and known as that after the block was closed', async () => {
    const { passOn, take, seed } = await openHand()
    const [held] = seed
    if (!held) throw new Error('a seed in hand')
    expect([await passOn(held), await passOn(held)]).toEqual(['problem', 'repeat'])
    await take('close')
    expect(await passOn(held)).toBe('repeat')
  })
})
