import { everyDatabase } from '@hengjuan/db/testing'
import { AppError } from '@hengjuan/domain'
import fc from 'fast-check'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { applyEvent } from '../engine/apply-event.ts'
import { selectBlockRules } from '../block/block-rules.query.ts'
import { playRound } from './play-round.ts'
import { queuesOf, type Queue } from './queue-view.ts'
import { releaseClaims } from './release-claims.ts'
import { openMarkedSubject } from '../testing/marked-subject.ts'
import { withRetry } from '../engine/with-retry.ts'

/** A step of a day: everybody hands in what they have and asks for more, or something happens to a paper. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('round' as const), seed: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('reject' as const, 'release' as const),
      seed: fc.nat(),
    }),
  },
)

const shown = (queue: Queue) => ({
  ...queue,
  // Addresses of images are signed anew at each look.
  tasks: queue.tasks.map((task) => ({ ...task, images: task.images.length })),
})

everyDatabase('what a round says is in the hands of its markers, on %s', (kind) => {
  test('is what a look into the database says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const subject = await openMarkedSubject(kind, {
          candidates: 9,
          markers: 4,
          mode: 2,
          toleranceMilli: 1000,
        })
        const { services, blockId, markerIds, leaderId } = subject
        const { db } = services
        const rules = await selectBlockRules(db, blockId)
        const inHand = new Map<number, number[]>()
        for (const { kind: what, seed } of steps) {
          if (what === 'round') {
            const wishes = markerIds.map((markerId, index) => {
              const [readingId] = inHand.get(markerId) ?? []
              const milli = 4000 + ((seed >> index) % 3) * 1000
              const judgement =
                readingId === undefined || (seed + index) % 5 === 0
                  ? null
                  : { markerId, blockId, readingId, idemKey: ulid(), scores: [milli] }
              return { blockId, markerId, judgement, want: 1 + ((seed + index) % 3) }
            })
            const granted = await playRound(services, wishes)
            for (const [index, answer] of granted.entries()) {
              const markerId = markerIds[index] ?? 0
              if (answer instanceof AppError) {
                inHand.delete(markerId)
                continue
              }
              const { queue } = answer
              if (!queue) throw new Error('papers were asked for and none shown')
              const hand = { rules, markerId, reason: queue.reason, seen: {} }
              const [read] = await queuesOf(services, [hand], [], null)
              expect(shown(queue)).toEqual(read && shown(read))
              inHand.set(
                markerId,
                queue.tasks.map(({ reading_id }) => reading_id),
              )
            }
            continue
          }
          const state = what === 'reject' ? 'submitted' : 'claimed'
          const rows = await db
            .selectFrom('reading')
            .innerJoin('unit', 'unit.id', 'reading.unit_id')
            .selectAll('reading')
            .where('reading.state', '=', state)
            .orderBy('reading.id')
            .execute()
          const reading = rows[seed % Math.max(1, rows.length)]
          if (!reading) continue
          if (what === 'release') await releaseClaims(services, [reading], 'recalled', leaderId)
          else
            await withRetry(services, (tx) =>
              applyEvent(
                tx,
                services,
                reading.unit_id,
                { type: 'reject', readingId: reading.id, checkerId: leaderId },
                { userId: leaderId },
              ),
            ).catch((error: unknown) => {
              if (!(error instanceof AppError)) throw error
            })
        }
        await db.destroy()
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})
