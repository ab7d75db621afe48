import { homeTodos, markNext, markSubmit, ownTasks } from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking, type Wanted } from '../../marking/testing/seed-marking.ts'

const CANDIDATES = 12

async function open(kind: DatabaseKind, wanted: Wanted = {}) {
  const app = await openTestApp(kind)
  const { db } = app.services
  const marked = await seedMarking(app.services, app.school, {
    candidates: CANDIDATES,
    markers: 2,
    ...wanted,
  })
  const marker = await app.signIn('marker1')
  const on = { block_id: marked.blockId }
  return {
    ...marked,
    ...app,
    db,
    marker,
    own: async () => {
      const [row] = (await marker.send(ownTasks, { query: {} })).data
      return { count: row?.pool_count, reason: row?.pool_reason }
    },
    next: async (n: number) => (await marker.send(markNext, { query: { ...on, n } })).data,
    submit: (readingId: number) =>
      marker.send(markSubmit, {
        body: {
          ...on,
          reading_id: readingId,
          idem_key: `key-of-reading-${readingId}`,
          scores: [8000],
        },
      }),
    todos: async () => (await marker.send(homeTodos, {})).data.map(({ detail }) => detail),
    /** Changes the marker's assignment. */
    setOwn: (values: { seed_state?: string; suspended_at?: string; qualified?: string }) =>
      db
        .updateTable('block_marker')
        .set(values)
        .where('user_id', '=', marked.markerIds[0] ?? 0)
        .execute(),
    setBlock: (status: string) => db.updateTable('block').set({ status }).execute(),
  }
}

type Opened = Awaited<ReturnType<typeof open>>

interface Case {
  reason: string
  wanted?: Wanted
  before?: (world: Opened) => Promise<unknown>
}

/** Hands in so many papers. */
const markSome =
  (count: number) =>
  async ({ next, submit }: Opened) => {
    for (let no = 0; no < count; no++) {
      const [task] = (await next(1)).tasks
      expect((await submit(task?.reading_id ?? 0)).status).toBe(200)
    }
  }

const NOTHING: readonly Case[] = [
  { reason: 'daily_cap', wanted: { settings: { dailyCap: 2 } }, before: markSome(2) },
  { reason: 'warned', before: ({ setOwn }) => setOwn({ seed_state: 'warned' }) },
  { reason: 'paused', before: ({ setBlock }) => setBlock('paused') },
  { reason: 'closed', before: ({ setBlock }) => setBlock('closed') },
  { reason: 'setup', before: ({ setBlock }) => setBlock('setup') },
  {
    reason: 'suspended',
    before: ({ setOwn }) => setOwn({ suspended_at: '2026-11-20T01:00:00.000Z' }),
  },
  { reason: 'unqualified', wanted: { settings: { qualify: true } } },
  { reason: 'at_quota', wanted: { allocation: 3, quotas: [2, 10] }, before: markSome(2) },
  { reason: 'empty', before: markSome(CANDIDATES) },
]

everyDatabase('the own tasks on %s', (kind) => {
  test.for(NOTHING)(
    'a marker who is given nothing ($reason) reads so in the own tasks, and at home is told of nothing to do',
    async ({ reason, wanted, before }) => {
      const world = await open(kind, wanted)
      if (reason !== 'unqualified') {
        expect((await world.own()).reason).toBeNull()
        expect(await world.todos()).toHaveLength(1)
      }
      await before?.(world)
      expect(await world.own()).toEqual({ count: 0, reason })
      expect(await world.todos()).toEqual([])
      // The desk says the same.
      expect(await world.next(3)).toMatchObject({ tasks: [], reason })
    },
  )

  test('what the day leaves a marker limits what they are told, and what is in hand counts for it', async () => {
    const { own, next, submit, todos, advance, signIn } = await open(kind, {
      settings: { dailyCap: 5 },
    })
    expect(await own()).toEqual({ count: 5, reason: null })
    expect(await todos()).toEqual([expect.stringContaining('5 份待评')])
    const { tasks } = await next(2)
    expect(await own()).toEqual({ count: 3, reason: null })
    // At home, papers in hand are to be marked as well.
    expect(await todos()).toEqual([expect.stringContaining('5 份待评')])
    for (const { reading_id } of tasks) await submit(reading_id)
    expect(await own()).toEqual({ count: 3, reason: null })
    advance(24 * 60 * 60_000)
    const tomorrow = await signIn('marker1')
    const [row] = (await tomorrow.send(ownTasks, { query: {} })).data
    expect(row).toMatchObject({ pool_count: 5, pool_reason: null })
  })

  test('a task that is over is not among the unfinished ones, one with a paper in hand is', async () => {
    const { marker, next, submit, setBlock, blockId } = await open(kind)
    const unfinished = async () =>
      (await marker.send(ownTasks, { query: { state: 'unfinished' } })).data.map(
        ({ block_id }) => block_id,
      )
    expect(await unfinished()).toEqual([blockId])
    const [task] = (await next(1)).tasks
    await setBlock('closed')
    expect(await unfinished()).toEqual([blockId])
    await setBlock('open')
    expect((await submit(task?.reading_id ?? 0)).status).toBe(200)
    await setBlock('closed')
    expect(await unfinished()).toEqual([])
    expect((await marker.send(ownTasks, { query: {} })).data).toMatchObject([
      { block_id: blockId, status: 'closed', marking_count: 1 },
    ])
    await setBlock('open')
    expect(await unfinished()).toEqual([blockId])
  })
})
