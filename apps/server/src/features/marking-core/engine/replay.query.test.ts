import type { Db } from '@hengjuan/db'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import {
  AppError,
  applyEvent as decide,
  hash32,
  type MarkEvent,
  type MarkMode,
  newUnit,
  type UnitState,
} from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { NEW_READING } from './unit-of-work.ts'
import { applyEvent } from './apply-event.ts'
import { policyOf, selectBlockRules } from '../block/block-rules.query.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { factsOf, unitStateOf } from './unit-facts.ts'
import { selectUnitReadings } from './unit.query.ts'
import { withRetry } from './with-retry.ts'

/** Numbers from 0 to below `most`, the same for one seed. */
function numbers(seed: number) {
  let drawn = 0
  return (most: number): number => hash32(drawn++, `seed ${seed}`) % most
}

interface Step {
  who: number
  /** The person's own reading, else a claim that ended, else somebody else's. */
  reading: number
  mayHandIn: boolean
  points: number
  key: string
}

/** Ordinary work and every exception; what the rules refuse is passed over. */
const STEPS: readonly ((step: Step) => MarkEvent)[] = [
  ...Array.from({ length: 4 }, () => ({ who }: Step): MarkEvent => ({
    type: 'claim',
    readingId: NEW_READING,
    markerId: who,
  })),
  ...Array.from(
    { length: 4 },
    () =>
      ({ who, reading, mayHandIn, points, key }: Step): MarkEvent =>
        mayHandIn
          ? { type: 'submit', readingId: reading, markerId: who, scores: [points], idemKey: key }
          : { type: 'claim', readingId: NEW_READING, markerId: who },
  ),
  ...(['revise', 'remark'] as const).map((type) => ({ who, reading, points, key }: Step) => ({
    type,
    readingId: reading,
    newReadingId: NEW_READING,
    markerId: who,
    scores: [points],
    idemKey: key,
  })),
  ({ who, reading }) => ({ type: 'take_back', readingId: reading, markerId: who }),
  ({ who }) => ({ type: 'claim', readingId: NEW_READING, markerId: who, slot: 'ARB' }),
  ({ who, points, key }) => ({
    type: 'arbitrate',
    readingId: NEW_READING,
    markerId: who,
    scores: [points],
    idemKey: key,
  }),
  ({ who }) => ({ type: 'allow_arbitrator', by: 1, markerId: who, reason: '没有其他人' }),
  ({ reading }) => ({ type: 'release', readingId: reading, cause: 'expired' }),
  ({ who, reading }) => ({ type: 'reject', readingId: reading, checkerId: who }),
  ({ who, reading }) => ({ type: 'reject_withdrawn', readingId: reading, by: who }),
  ({ who, reading, points }) => ({
    type: 'spot_correct',
    readingId: reading,
    checkerId: who,
    scores: [points],
    isRejection: points > 10_000,
  }),
  ({ who, points }) => ({ type: 'inspect', by: who, scores: [points] }),
  ({ who, points }) => ({
    type: 'raise_problem',
    by: who,
    readingId: null,
    reason: 'identical',
    note: '',
    ...(points < 10_000 && { keepsDecision: true }),
  }),
  ({ who, reading }) => ({
    type: 'raise_problem',
    by: who,
    readingId: reading,
    reason: 'unclear_image',
    note: '',
  }),
  ({ who, points }) => ({
    type: 'resolve_problem',
    by: who,
    readingId: NEW_READING,
    outcome: {
      kind: 'return',
      to: (['raiser', 'others', 'anyone'] as const)[points % 3] ?? 'anyone',
    },
  }),
  // As it was logged once.
  ({ who }) => ({
    type: 'resolve_problem',
    by: who,
    outcome: { kind: 'return', excludeRaiser: true },
  }),
  ({ who, reading }) => ({ type: 'hand_on', by: who, readingId: reading }),
  ({ who, points }) => ({
    type: 'resolve_problem',
    by: who,
    outcome: { kind: points < 10_000 ? 'misconduct' : 'void', note: '夹带纸条' },
  }),
  () => ({ type: 'image_withdrawn' }),
  ({ points }) => ({
    type: 'images_ready',
    looksBlank: points === 0,
    cropChanged: points > 15_000,
  }),
  ({ who }) => ({ type: 'blank_confirm', by: who }),
  ({ who }) => ({ type: 'blank_reject', by: who }),
  ({ who }) => ({ type: 'escalate', by: who }),
  ({ who }) => ({ type: 'reopen', by: who }),
  ({ points }) => ({ type: points < 2_000 ? 'reset' : 'unlock' }),
  ({ points }) => ({ type: points < 4_000 ? 'lock' : 'unlock' }),
]

const storedUnit = async (db: Db, unitId: number): Promise<UnitState> => {
  const row = await db
    .selectFrom('unit')
    .selectAll()
    .where('id', '=', unitId)
    .executeTakeFirstOrThrow()
  return unitStateOf(row, await selectUnitReadings(db, [unitId]))
}

const findEndedClaim = (db: Db, unitId: number, markerId: number) =>
  db
    .selectFrom('reading')
    .select('id')
    .where('unit_id', '=', unitId)
    .where('marker_id', '=', markerId)
    .where('state', '=', 'released')
    .executeTakeFirst()

/** Readings in the order of their numbers: a claim that ended and was handed in late keeps its own. */
const inOrder = (unit: UnitState): UnitState => ({
  ...unit,
  readings: unit.readings.toSorted((a, b) => Number(a.id) - Number(b.id)),
})

/** As it is after having been written and read again. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

async function liveThrough(kind: DatabaseKind, mode: MarkMode, seed: number) {
  const subject = await openMarkedSubject(kind, { candidates: 2, mode })
  const { services, blockId, markerIds, leaderId, school } = subject
  const { db } = services
  const people = [...markerIds, leaderId, school.userIds['director'] ?? 0]
  const next = numbers(seed)
  const units = (await subject.units()).map(({ id }) => id)
  const seen = new Set<string>()
  for (let index = 0; index < 400; index++) {
    const unitId = units[next(units.length)] ?? 0
    const who = people[next(people.length)] ?? 0
    const unit = await storedUnit(db, unitId)
    const own = unit.readings.find(
      ({ markerId, state }) => markerId === who && state !== 'superseded',
    )
    const any = unit.readings[next(Math.max(1, unit.readings.length))]
    const ended = own ? undefined : await findEndedClaim(db, unitId, who)
    const event = STEPS[next(STEPS.length)]?.({
      who,
      reading: Number(own?.id ?? ended?.id ?? any?.id ?? 0),
      mayHandIn: own !== undefined || ended !== undefined,
      points: next(41) * 500,
      key: `step-${index}`,
    })
    if (!event) continue
    try {
      const { effects } = await withRetry(services, (db) =>
        applyEvent(db, services, unitId, event, { userId: who }),
      )
      if (effects.length > 0) seen.add(event.type)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return { db, units, seen, rules: await selectBlockRules(db, blockId) }
}

everyDatabase('the log of marking on %s', (kind) => {
  test.for([
    [1, 7],
    [3, 11],
  ] as const)('gives each stored paper again, mode %i', async ([mode, seed]) => {
    const { db, units, seen, rules } = await liveThrough(kind, mode, seed)
    // Enough happened that this says something.
    expect([...seen]).toSatisfy(({ length }: string[]) => length > 7)
    for (const unitId of units) {
      const stored = await storedUnit(db, unitId)
      const events = await db
        .selectFrom('mark_event')
        .where('unit_id', '=', unitId)
        .select(['seq', 'payload'])
        .orderBy('seq')
        .execute()
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
      const row = await db
        .selectFrom('unit')
        .selectAll()
        .where('id', '=', unitId)
        .executeTakeFirstOrThrow()
      const policy = policyOf(rules, factsOf(row).choice)
      const replayed = events.reduce<UnitState>(
        (unit, { payload }) => {
          const { event } = JSON.parse(payload) as { event: MarkEvent }
          const outcome = decide(unit, event, policy)
          if (outcome.kind === 'refused') throw new Error(`${event.type}: ${outcome.code}`)
          return outcome.unit
        },
        newUnit(unitId, stored.double),
      )
      expect(plain(inOrder(replayed))).toEqual(plain(stored))
      expect([row.state, row.final_milli]).toEqual([
        replayed.status,
        replayed.final?.totalMilli ?? null,
      ])
    }
  })

  test('can not be changed, nor deleted once somebody had the paper', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 2 })
    const { db } = subject.services
    await subject.mark(subject.markerIds[0] ?? 0, 8)
    const read = (await subject.units()).find(({ state }) => state === 'FINAL')?.id ?? 0
    const refused = 'mark events are never changed'
    await expect(
      db.updateTable('mark_event').set({ actor_id: null }).where('unit_id', '=', read).execute(),
    ).rejects.toThrow(refused)
    await expect(db.deleteFrom('mark_event').where('unit_id', '=', read).execute()).rejects.toThrow(
      refused,
    )
    await db.deleteFrom('mark_event').where('unit_id', '<>', read).execute()
  })
})
