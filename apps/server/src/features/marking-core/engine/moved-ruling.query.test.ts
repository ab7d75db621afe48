import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openMovedSheets } from '../../marking/testing/moved-sheets.ts'
import { applyEvent } from './apply-event.ts'
import { withRetry } from './with-retry.ts'

/** Two candidates; the paper of the first is registered as misconduct on the sheet that was taken for theirs. */
async function open(kind: DatabaseKind, outcome: 'misconduct' | 'void' = 'misconduct') {
  const moved = await openMovedSheets(kind)
  const { services, leaderId, first, unitOf } = moved
  const { id } = await unitOf(first)
  for (const event of [
    { type: 'raise_problem', by: leaderId, readingId: null, reason: 'identical', note: '整段相同' },
    { type: 'resolve_problem', by: leaderId, outcome: { kind: outcome, note: '查实' } },
  ] as const)
    await withRetry(services, (trx) => applyEvent(trx, services, id, event, { userId: leaderId }))
  return {
    ...moved,
    flags: async () =>
      (
        await services.db
          .selectFrom('candidate_subject')
          .select('special_flag')
          .orderBy('candidate_id')
          .execute()
      ).map(({ special_flag }) => special_flag),
  }
}

const NOTE = '这张答题卡原归另一名考生，已按违纪处理（整段相同）；现改归这名考生，请核对后重新处理'

everyDatabase(
  'a paper registered as misconduct whose sheet is another candidate’s on %s',
  (kind) => {
    test.for([['forwards'], ['backwards']] as const)(
      'takes the registration along, to be judged by its leader anew (%s)',
      async ([direction]) => {
        const opened = await open(kind)
        const { first, second, sheet, other, unitOf, assign, flags, services, leaderId } = opened
        expect(await flags()).toEqual(['misconduct', null])
        const order = direction === 'forwards' ? [first, second] : [second, first]
        await assign({ [other]: null, [sheet]: second }, order)
        expect(await flags()).toEqual([null, null])
        expect(await unitOf(first)).toMatchObject({ state: 'WAIT_IMAGE', final_milli: null })
        const moved = await unitOf(second)
        expect(moved).toMatchObject({ state: 'PROBLEM', final_milli: null })
        expect(JSON.parse(moved.facts)).toMatchObject({ problem: { reason: 'other', note: NOTE } })
        // Who looked at it is not asked again.
        const outcome = { kind: 'return', to: 'anyone' } as const
        const looked = { type: 'resolve_problem', by: leaderId, outcome } as const
        await withRetry(services, (db) =>
          applyEvent(db, services, moved.id, looked, { userId: leaderId }),
        )
        await assign({}, order)
        expect((await unitOf(second)).state).toBe('READY')
      },
    )

    test('is registered again once the sheet is found to be the first one’s after all', async () => {
      const { first, second, sheet, other, unitOf, assign, flags } = await open(kind)
      // Whose it is was not known for a while.
      await assign({ [sheet]: null })
      expect([await flags(), (await unitOf(first)).state]).toEqual([[null, null], 'WAIT_IMAGE'])
      await assign({ [sheet]: first })
      expect(await unitOf(first)).toMatchObject({ state: 'FINAL', final_reason: 'MISCONDUCT' })
      expect(await flags()).toEqual(['misconduct', null])
      // The two sheets were taken for each other's.
      await assign({ [sheet]: second, [other]: first })
      expect(await flags()).toEqual([null, null])
      expect([(await unitOf(first)).state, (await unitOf(second)).state]).toEqual([
        'READY',
        'PROBLEM',
      ])
    })

    test('is left as it is where the sheet stays the candidate’s, or does not count any more', async () => {
      const { sheet, first, unitOf, assign, flags, services } = await open(kind, 'void')
      await services.db
        .updateTable('scan_sheet')
        .set({ state: 'void' })
        .where('id', '=', sheet)
        .execute()
      await assign({})
      expect(await unitOf(first)).toMatchObject({ state: 'FINAL', final_reason: 'VOID' })
      expect(await flags()).toEqual([null, null])
    })
  },
)
