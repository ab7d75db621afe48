import { everyDatabase } from '@hengjuan/db/testing'
import { AppError } from '@hengjuan/domain'
import fc from 'fast-check'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { isoNow } from '../../../clock.ts'
import { applyEvent } from '../../marking-core/engine/apply-event.ts'
import { selectBlockRules } from '../../marking-core/block/block-rules.query.ts'
import { runBatch } from './run-batch.ts'
import { queuesOf, type Queue } from './queue-view.ts'
import { releaseClaims } from '../../marking-core/claims/release-claims.ts'
import { defineScript, makeScript, markScript } from '../../quality/benchmark/benchmark-script.ts'
import { takeSeedBack } from '../../quality/seeds/take-seed-back.ts'
import { type MarkedSubject, openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'

/** A step of a day: everybody hands in what they have and asks for more, or something happens to a paper. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('batch' as const), seed: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('reject' as const, 'release' as const, 'measure' as const),
      seed: fc.nat(),
    }),
  },
)
const steps = fc.array(step, { minLength: 4, maxLength: 14 })
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const shown = (queue: Queue) => ({
  ...queue,
  // Addresses of images are signed anew at each look.
  tasks: queue.tasks.map((task) => ({ ...task, images: task.images.length })),
})

/** Lets a day pass, and after each batch compares what it said with what a look into the database says. */
async function live(subject: MarkedSubject, day: readonly Step[], onBatch = noLook): Promise<void> {
  const { services, blockId, markerIds } = subject
  const inHand = new Map<number, number[]>()
  for (const { kind, seed } of day) {
    if (kind !== 'batch') {
      await HAPPENINGS[kind](subject, seed)
      continue
    }
    const requests = markerIds.map((markerId, index) => {
      const [readingId] = inHand.get(markerId) ?? []
      const milli = 4000 + ((seed >> index) % 3) * 1000
      const judgement =
        readingId === undefined || (seed + index) % 5 === 0
          ? null
          : { markerId, blockId, readingId, idemKey: ulid(), scores: [milli] }
      return { blockId, markerId, judgement, want: 1 + ((seed + index) % 3) }
    })
    // Times are compared, so no two batches fall on one.
    subject.advance(1)
    const answers = await runBatch(services, requests)
    const rules = await selectBlockRules(services.db, blockId)
    for (const [index, answer] of answers.entries()) {
      const markerId = markerIds[index] ?? 0
      if (answer instanceof AppError) {
        inHand.delete(markerId)
        continue
      }
      const { queue } = answer
      if (!queue) throw new Error('papers were asked for and none shown')
      const hand = { rules, markerId, reason: queue.reason, seen: {} }
      const [read] = await queuesOf(services, [hand])
      expect(shown(queue)).toEqual(read && shown(read))
      inHand.set(
        markerId,
        queue.tasks.map(({ reading_id }) => reading_id),
      )
      await onBatch(markerId, queue)
    }
  }
}

const noLook = async (_markerId: number, _queue: Queue): Promise<void> => {}

type Happening = (subject: MarkedSubject, seed: number) => Promise<unknown>

const HAPPENINGS: Readonly<Record<Exclude<Step['kind'], 'batch'>, Happening>> = {
  release: async ({ services, leaderId, ...subject }, seed) => {
    const reading = await anyReading({ services, ...subject }, 'claimed', seed)
    if (reading) await releaseClaims(services, [reading], 'recalled', leaderId)
  },
  reject: async ({ services, leaderId, ...subject }, seed) => {
    const reading = await anyReading({ services, ...subject }, 'submitted', seed)
    if (!reading) return
    const event = { type: 'reject', readingId: reading.id, checkerId: leaderId } as const
    await withRetry(services, (tx) =>
      applyEvent(tx, services, reading.unit_id, event, { userId: leaderId }),
    ).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  },
  /** An own paper is served again, or a seed is taken back. */
  measure: async (subject, seed) => {
    const { services } = subject
    const given = await anyReading(subject, 'given', seed)
    if (given && seed % 2 === 0) return withRetry(services, (db) => takeSeedBack(db, given))
    const own = await anyReading(subject, 'submitted', seed)
    if (!own || own.role === 'SEED') return
    const { db, clock } = services
    const served = { unit_id: own.unit_id, marker_id: own.marker_id, role: 'SELF' } as const
    const before = await db
      .selectFrom('reading')
      .where('unit_id', '=', served.unit_id)
      .where('marker_id', '=', served.marker_id)
      .where('role', '=', 'SELF')
      .select('id')
      .executeTakeFirst()
    if (before) return
    const at = isoNow(clock)
    const fresh = { state: 'held', rev: 1, claimed_at: at, lease_until: at, flags: '[]' }
    return db
      .insertInto('reading')
      .values({ block_id: own.block_id, ...served, ...fresh })
      .execute()
  },
}

async function anyReading(
  { services }: Pick<MarkedSubject, 'services'>,
  state: string,
  seed: number,
) {
  const rows = await services.db
    .selectFrom('reading')
    .selectAll()
    .where('state', '=', state)
    .orderBy('id')
    .execute()
  return rows[seed % Math.max(1, rows.length)]
}

/** Makes seeds of the first papers of a block. */
async function plantSeeds(
  { services, blockId, leaderId, ...subject }: MarkedSubject,
  count: number,
) {
  for (const [no, { id: unitId }] of (await subject.units()).slice(0, count).entries()) {
    const scriptId = await makeScript(services, { blockId, unitId, leaderId, kind: 'seed' })
    const on = { blockId, scriptId, leaderId }
    const scores = [no % 2 === 0 ? 5000 : 9000]
    await markScript(services, on, { scores, comment: '' })
    await defineScript(services, on, { scores, comments: [], isAlone: true })
  }
}

everyDatabase('queue that a claim batch answers with, on %s', (kind) => {
  test('is what the database says is in hand', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (day) => {
        const wanted = { candidates: 9, markers: 4, mode: 2, toleranceMilli: 1000 } as const
        const subject = await openMarkedSubject(kind, wanted)
        await live(subject, day)
        await subject.services.db.destroy()
      }),
      { numRuns: 12 },
    )
  }, 120_000)

  test('is the same in blocks with seeds and a daily cap, which nobody exceeds', async () => {
    const dailyCap = 8
    await fc.assert(
      fc.asyncProperty(steps, async (day) => {
        const subject = await openMarkedSubject(kind, {
          candidates: 40,
          markers: 4,
          settings: { seedEvery: 2, daySeeds: 0, dailyCap },
        })
        const { db } = subject.services
        await plantSeeds(subject, 5)
        await live(subject, day, async (markerId, { reason }) => {
          const read = await db
            .selectFrom('reading')
            .where('marker_id', '=', markerId)
            .where('state', 'not in', ['released', 'superseded'])
            .select('id')
            .execute()
          if (reason === 'daily_cap') expect(read.length).toBeGreaterThanOrEqual(dailyCap)
          else expect(read.length).toBeLessThanOrEqual(dailyCap)
        })
        await db.destroy()
      }),
      { numRuns: 6 },
    )
  }, 120_000)
})
