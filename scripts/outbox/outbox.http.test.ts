import { type CallError, createCaller } from '@hengjuan/client'
import { currentUser, markNext, markSubmit, type ReplyOf } from '@hengjuan/contracts'
import type { Role } from '@hengjuan/domain'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { lockUnits } from '../../apps/server/src/features/marking-core/engine/lock-units.ts'
import { sweepLeases } from '../../apps/server/src/features/marking-core/claims/release-claims.ts'
import { seedMarking } from '../../apps/server/src/features/marking/testing/seed-marking.ts'
import { openTestApp, type TestClient } from '../../apps/server/src/testing/index.ts'
import { markerSession } from '../../apps/web/src/features/marking/marking-core/queue/marker-session.ts'
import type { OutboxItem } from '../../apps/web/src/features/marking/marking-core/queue/outbox-store.ts'
import {
  Outbox,
  type OutboxState,
} from '../../apps/web/src/features/marking/marking-core/queue/outbox.ts'
import { renewedToken } from '../../apps/web/src/session/own-session.ts'
import { enterSession, useSessionStore } from '../../apps/web/src/session/session-store.ts'

// The outbox of the marking page against the server itself: nothing that a marker gave goes astray, whatever
// happens to the session, to the paper or to the server before it arrives.

type SessionUser = ReplyOf<typeof currentUser>

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  useSessionStore.setState({ user: null, absence: 'none', isReplaced: false })
})

/** A browser with one tab that marks; signing in elsewhere in it changes the cookie of both. */
async function openBrowser(wanted: Parameters<typeof seedMarking>[2] = {}) {
  const app = await openTestApp()
  const { db } = app.services
  const marked = await seedMarking(app.services, app.school, {
    candidates: 8,
    markers: 2,
    ...wanted,
  })
  const { blockId } = marked
  await db
    .insertInto('user_role')
    .values({
      user_id: app.school.userIds['marker1'] ?? 0,
      role: 'principal',
      scope_level: 4,
      school_id: app.school.schoolId,
      grade_ids: '[]',
      class_ids: '[]',
      subject_ids: '[]',
    })
    .execute()
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' })

  let cookie = ''
  const fetchWithCookie: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } })
  const caller = createCaller({
    baseUrl: address,
    fetch: fetchWithCookie,
    csrfToken: () => useSessionStore.getState().user?.csrf_token ?? '',
    tokenRenewal: () => {
      const { user } = useSessionStore.getState()
      return () => renewedToken(caller, user)
    },
  })

  /** Another tab signs in; this one does not hear of it. */
  async function elsewhere(account: string, role?: Role): Promise<TestClient> {
    const client = await app.signIn(account, role)
    cookie = client.headers['cookie'] ?? ''
    return client
  }
  /** This tab signs in. */
  async function here(account: string, role?: Role): Promise<SessionUser> {
    const client = await elsewhere(account, role)
    const user = (await client.send(currentUser, {})).data
    enterSession(user)
    return user
  }

  const { user_id: userId } = await here('marker1', 'marking_teacher')
  const kept = new Map<string, OutboxItem>()
  const told = { sent: [] as string[], refused: [] as string[] }
  let state: OutboxState = { pending: 0, awaySince: null, trouble: null, hold: null }
  const outbox = new Outbox(
    {
      caller,
      session: markerSession(caller, userId),
      store: {
        put: async (item) => {
          kept.set(item.key, item)
          return true
        },
        remove: async (key) => void kept.delete(key),
        ofUser: async () => [...kept.values()],
      },
      userId,
      refill: () => 0,
    },
    {
      onSent: ({ key }) => void told.sent.push(key),
      onRefused: (_item, { code }: CallError) => void told.refused.push(code),
      onState: (now) => void (state = now),
    },
  )
  onTestFinished(() => outbox.stop())

  const on = { block_id: blockId }
  const { tasks } = await caller.call(markNext, { query: { ...on, n: 3 } })
  const [first = 0, second = 0] = tasks.map(({ reading_id }) => reading_id)
  const items = { count: 0 }
  const itemOf = (body: object, kind: 'submit' | 'correct' = 'submit') => {
    const key = `key-of-item-${++items.count}`
    return {
      kind,
      key,
      userId,
      at: items.count,
      secretCode: 'ABCD',
      body: { ...on, reading_id: first, idem_key: key, scores: [8000], ...body },
    } as OutboxItem
  }
  return {
    ...app,
    ...marked,
    db,
    caller,
    elsewhere,
    here,
    outbox,
    kept,
    told,
    state: () => state,
    first,
    second,
    itemOf,
    give: (body: object = {}, kind?: 'submit' | 'correct') => outbox.add(itemOf(body, kind)),
    /** Who handed in readings, in the order of the readings. */
    handedIn: async () =>
      (
        await db
          .selectFrom('reading')
          .where('state', '=', 'submitted')
          .orderBy('id')
          .select('marker_id')
          .execute()
      ).map(({ marker_id }) => marker_id),
  }
}

type Browser = Awaited<ReturnType<typeof openBrowser>>

const arrives = (expected: () => unknown, value: unknown) =>
  expect.poll(expected, { timeout: 20_000, interval: 20 }).toEqual(value)

test('after the same person signed in anew in another tab, marks of this one arrive all the same', async () => {
  const { elsewhere, give, told, kept, handedIn, markerIds } = await openBrowser()
  await elsewhere('marker1', 'marking_teacher')
  give()
  await arrives(() => told.sent.length, 1)
  expect([told.refused, kept.size, await handedIn()]).toEqual([[], 0, [markerIds[0]]])
})

test('in a role that does not mark nothing is lost, and the way back is told; then the marks arrive', async () => {
  const { elsewhere, here, give, second, told, kept, state, outbox, handedIn } = await openBrowser()
  await elsewhere('marker1', 'principal')
  give()
  give({ reading_id: second })
  await arrives(() => state().hold, { kind: 'otherRole', roleName: '校长' })
  expect([told, kept.size, state().pending]).toEqual([{ sent: [], refused: [] }, 2, 2])
  // The page loads anew as the principal: it does not even try.
  await here('marker1', 'principal')
  expect(await outbox.look()).toBe(false)
  await here('marker1', 'marking_teacher')
  expect(await outbox.look()).toBe(true)
  await arrives(() => told.sent.length, 2)
  expect([kept.size, (await handedIn()).length]).toEqual([0, 2])
})

test('a mark of one person is never sent as another who signed in on the same computer', async () => {
  const { elsewhere, here, give, told, kept, state, outbox, handedIn, markerIds } =
    await openBrowser()
  await elsewhere('marker2')
  give()
  await arrives(() => state().hold, { kind: 'otherPerson' })
  expect([told, kept.size, await handedIn()]).toEqual([{ sent: [], refused: [] }, 1, []])
  // Also where this very tab is the other one's by now, and has a token that the server would take.
  await here('marker2')
  outbox.retryNow()
  expect(await outbox.look()).toBe(false)
  expect([told.sent, await handedIn()]).toEqual([[], []])
  await here('marker1', 'marking_teacher')
  await outbox.look()
  await arrives(() => told.sent.length, 1)
  expect([kept.size, await handedIn()]).toEqual([0, [markerIds[0]]])
})

test('after the end of the session marks wait for the next one', async () => {
  const { db, elsewhere, here, give, kept, state, outbox, told } = await openBrowser()
  await db.deleteFrom('session').execute()
  give()
  await arrives(() => state().hold, { kind: 'signedOut' })
  expect([kept.size, told]).toEqual([1, { sent: [], refused: [] }])
  await elsewhere('marker1', 'marking_teacher')
  expect(await outbox.look()).toBe(true)
  await arrives(() => told.sent.length, 1)
  expect(useSessionStore.getState().user?.csrf_token).not.toBe('')
  await here('marker1', 'marking_teacher')
  expect(kept.size).toBe(0)
})

test('a server that stumbles, or ends, gets the mark later', async () => {
  const { app, db, give, kept, told, state } = await openBrowser()
  // Whatever it does, it can not store the event.
  await db.schema.alterTable('mark_event').renameTo('mark_event_away').execute()
  give()
  await arrives(() => state().awaySince !== null, true)
  expect([kept.size, told]).toEqual([1, { sent: [], refused: [] }])
  await db.schema.alterTable('mark_event_away').renameTo('mark_event').execute()
  await arrives(() => told.sent.length, 1)
  await app.close()
  give({ reading_id: 1 })
  await arrives(() => state().awaySince !== null, true)
  expect([kept.size, told.refused]).toEqual([1, []])
})

interface Case {
  /** The answer of the server. */
  code: string
  /** What happens before the mark arrives. */
  before?: (browser: Browser) => Promise<unknown>
  /** What is different about the mark. */
  body?: (browser: Browser) => object | Promise<object>
  kind?: 'correct'
  wanted?: Parameters<typeof seedMarking>[2]
}

const blockIs =
  (status: string) =>
  ({ db }: Browser) =>
    db.updateTable('block').set({ status }).execute()

/** The mark is with the server before the one of the case arrives. */
async function isGiven({ give, told }: Browser): Promise<void> {
  give()
  await arrives(() => told.sent.length, 1)
}

/** Its claim ran out, and somebody else has marked the paper. */
async function isLost({ advance, services, signIn, blockId }: Browser): Promise<void> {
  advance(60 * 60_000)
  await sweepLeases(services)
  const other = await signIn('marker2')
  const on = { block_id: blockId }
  for (;;) {
    const [task] = (await other.send(markNext, { query: { ...on, n: 1 } })).data.tasks
    if (!task) break
    const body = { ...on, reading_id: task.reading_id, scores: [1000] }
    await other.send(markSubmit, { body: { ...body, idem_key: `key-of-other-${task.reading_id}` } })
  }
}

const problem = (more: object) => () => ({ scores: undefined, problem: more })

const SETTLED: readonly Case[] = [
  { code: 'MARKING_OFF_GRID', body: () => ({ scores: [8100] }) },
  { code: 'MARKING_SCORE_OUT_OF_RANGE', body: () => ({ scores: [28_000] }) },
  { code: 'MARKING_EMPTY_POINT', body: () => ({ scores: [null] }) },
  { code: 'MARKING_POINT_COUNT', body: () => ({ scores: [1000, 1000] }) },
  {
    code: 'MARKING_TOO_FAST',
    wanted: { settings: { minMs: 5000 } },
    body: () => ({ active_ms: 100 }),
  },
  { code: 'MARKING_LEASE_LOST', before: isLost },
  {
    code: 'MARKING_NOT_ASSIGNED',
    before: ({ db, markerIds }) =>
      db
        .deleteFrom('block_marker')
        .where('user_id', '=', markerIds[0] ?? 0)
        .execute(),
  },
  {
    code: 'MARKING_NOT_YOUR_READING',
    body: async ({ signIn, blockId }) => {
      const other = await signIn('marker2')
      const { tasks } = (await other.send(markNext, { query: { block_id: blockId, n: 1 } })).data
      return { reading_id: tasks[0]?.reading_id ?? 0 }
    },
  },
  { code: 'MARKING_ALREADY_READ_BY_YOU', before: isGiven },
  { code: 'MARKING_READING_NOT_FOUND', body: () => ({ reading_id: 999_999 }) },
  {
    code: 'MARKING_UNIT_NOT_OPEN',
    // Somebody passed it on meanwhile, as from another tab.
    before: ({ db }) => db.updateTable('unit').set({ state: 'PROBLEM' }).execute(),
    body: problem({ reason: 'unclear_image' }),
  },
  {
    code: 'MARKING_UNIT_LOCKED',
    before: async (browser) => {
      await isGiven(browser)
      await lockUnits(browser.db, browser.services, browser.examId)
    },
    kind: 'correct',
    body: () => ({ scores: [9000] }),
  },
  { code: 'MARKING_BLOCK_CLOSED', before: blockIs('closed') },
  { code: 'MARKING_BLOCK_NOT_OPEN', before: blockIs('setup') },
  { code: 'MARKING_BLOCK_NOT_FOUND', body: () => ({ block_id: 999_999 }) },
  {
    code: 'MARKING_BACKMARK_CLOSED',
    wanted: { settings: { backmarkHours: 1 } },
    before: async (browser) => {
      await isGiven(browser)
      browser.advance(2 * 60 * 60_000)
      await browser.here('marker1', 'marking_teacher')
    },
    kind: 'correct',
    body: () => ({ scores: [9000] }),
  },
  {
    code: 'EXAM_NOT_FOUND',
    before: ({ db }) =>
      db.updateTable('exam').set({ deleted_at: '2026-11-20T01:00:00.000Z' }).execute(),
  },
  {
    code: 'SUBJECT_NOT_IN_EXAM',
    before: ({ db }) => db.deleteFrom('exam_subject').execute(),
  },
  {
    code: 'MARKING_IDEMPOTENCY_MISMATCH',
    before: isGiven,
    body: () => ({ idem_key: 'key-of-item-1', scores: [1000] }),
  },
  { code: 'MARKING_PROBLEM_REASON_MISSING', body: problem({ reason: 'no_such_reason' }) },
  {
    code: 'MARKING_PAIR_UNKNOWN',
    body: problem({ reason: 'identical', pair_code: 'ZZZZ99' }),
  },
  {
    code: 'MARKING_PAIR_SELF',
    body: async ({ db, first }) => {
      const { secret_code } = await db
        .selectFrom('unit')
        .innerJoin('reading', 'reading.unit_id', 'unit.id')
        .where('reading.id', '=', first)
        .select('secret_code')
        .executeTakeFirstOrThrow()
      return problem({ reason: 'identical', pair_code: secret_code })()
    },
  },
  { code: 'INPUT_INVALID', body: () => ({ active_ms: -1 }) },
  {
    code: 'PAYLOAD_TOO_LARGE',
    body: () => ({ flag_note: 'x'.repeat(9 * 2 ** 20) }),
  },
]

test.for(SETTLED)(
  '$code: kept for its marker with the reason, and the next goes on',
  async (one) => {
    const browser = await openBrowser(one.wanted)
    const { outbox, itemOf, kept, told, state } = browser
    await one.before?.(browser)
    const sentBefore = told.sent.length
    const item = itemOf((await one.body?.(browser)) ?? {}, one.kind)
    outbox.add(item)
    await arrives(() => told.refused, [one.code])
    expect(told.sent.length).toBe(sentBefore)
    expect(state()).toMatchObject({ pending: 0, hold: null })
    expect([...kept.values()]).toMatchObject([{ key: item.key, body: item.body }])
    // In words, for whoever gave it.
    expect([...kept.values()][0]?.refusal).toMatch(/\p{Script=Han}/u)
  },
)
