import { markNext, markSubmit } from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'

/** A marker with three papers in hand who has just handed one in, so that the server knows their session. */
async function open(kind: DatabaseKind) {
  const app = await openTestApp(kind)
  const { db } = app.services
  const marked = await seedMarking(app.services, app.school, { candidates: 4 })
  const marker = await app.signIn('marker1')
  const { blockId, examId } = marked
  const { tasks } = (await marker.send(markNext, { query: { block_id: blockId, n: 3 } })).data
  const ids = tasks.map(({ reading_id }) => reading_id)
  const submit = (no: number) =>
    marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: ids[no] ?? 0,
        idem_key: `paper-number-${no}`,
        scores: [8000],
        refill: 1,
      },
    })
  expect((await submit(0)).data.outcome).toBe('submitted')
  const stateOf = async (no: number) =>
    db
      .selectFrom('reading')
      .where('id', '=', ids[no] ?? 0)
      .select('state')
      .executeTakeFirstOrThrow()
  const user = await db
    .selectFrom('user')
    .where('account', '=', 'marker1')
    .select('id')
    .executeTakeFirstOrThrow()
  return { ...app, db, examId, blockId, submit, stateOf, userId: user.id }
}

type Opened = Awaited<ReturnType<typeof open>>

const setRole = ({ db, userId }: Opened, role: string) =>
  db.updateTable('user_role').set({ role }).where('user_id', '=', userId).execute()

/** What happens to a marker between two marks, and how the second one is answered. */
const CHANGES: readonly [string, (world: Opened) => Promise<unknown>, number, string][] = [
  [
    'was signed out',
    ({ db, userId }) => db.deleteFrom('session').where('user_id', '=', userId).execute(),
    401,
    'LOGIN_EXPIRED',
  ],
  [
    'was disabled',
    ({ db, userId }) =>
      db
        .updateTable('user')
        .set({ disabled_at: '2026-11-20T01:00:00.000Z' })
        .where('id', '=', userId)
        .execute(),
    401,
    'LOGIN_EXPIRED',
  ],
  ['has another role', (world) => setRole(world, 'scan_operator'), 403, 'NOT_ALLOWED'],
  [
    'has another token against cross-site calls',
    ({ db, userId }) =>
      db.updateTable('session').set({ csrf_token: 'new' }).where('user_id', '=', userId).execute(),
    403,
    'CSRF_FAILED',
  ],
  [
    'is not assigned any more',
    ({ db, userId }) => db.deleteFrom('block_marker').where('user_id', '=', userId).execute(),
    403,
    'MARKING_NOT_ASSIGNED',
  ],
  [
    'lost the exam',
    ({ db, examId }) =>
      db
        .updateTable('exam')
        .set({ deleted_at: '2026-11-20T01:00:00.000Z' })
        .where('id', '=', examId)
        .execute(),
    404,
    'EXAM_NOT_FOUND',
  ],
]

describe('marks of a session that the server knows', () => {
  everyDatabase('on %s are refused as soon as their marker', (kind) => {
    test.for(CHANGES)('%s', async ([, change, status, code]) => {
      const world = await open(kind)
      await change(world)
      const refused = await world.submit(1)
      expect([refused.status, refused.error.error]).toEqual([status, code])
      expect((await world.stateOf(1)).state).toBe('claimed')
    })
  })

  test('are taken as soon as their marker may mark again', async () => {
    const world = await open('sqlite')
    await setRole(world, 'scan_operator')
    expect((await world.submit(1)).error.error).toBe('NOT_ALLOWED')
    await setRole(world, 'marking_teacher')
    expect((await world.submit(1)).data.outcome).toBe('submitted')
  })

  test('are taken after a minute, and the session is not idle then', async () => {
    const world = await open('sqlite')
    const seenAt = (): Promise<string> => lastSeen(world, world.userId)
    const before = await seenAt()
    world.advance(61_000)
    expect((await world.submit(1)).data.outcome).toBe('submitted')
    expect(Date.parse(await seenAt()) - Date.parse(before)).toBe(61_000)
  })

  test('are refused after the session ran out', async () => {
    const world = await open('sqlite')
    world.advance(world.services.config.sessionHours * 3_600_000 + 1000)
    expect((await world.submit(1)).error.error).toBe('LOGIN_EXPIRED')
  })
})

const lastSeen = async ({ services }: TestApp, userId: number): Promise<string> =>
  (
    await services.db
      .selectFrom('session')
      .where('user_id', '=', userId)
      .select('last_seen_at')
      .executeTakeFirstOrThrow()
  ).last_seen_at
