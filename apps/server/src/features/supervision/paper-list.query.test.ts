import { isPostgres } from '@hengjuan/db'
import { everyDatabase } from '@hengjuan/db/testing'
import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openMarkedSubject } from '../marking/testing/marked-subject.ts'
import { papersIn } from './paper-list.query.ts'

everyDatabase('papers behind a figure, on %s', (kind) => {
  test('that wait for somebody, or are in hand, are found among those that do', async () => {
    const { services, blockId } = await openMarkedSubject(kind, { candidates: 6, markers: 2 })
    const { db } = services
    const planOf = async (waitsFor: 'blank' | 'third' | 'waiting' | 'claimed' | 'held') => {
      const { sql: text, parameters } = papersIn(db, { blockIds: [blockId], waitsFor })
        .select('unit.id')
        .compile()
      const plan = await db.transaction().execute(async (db) => {
        // Of a few rows PostgreSQL reads all; whether it could do without is the question.
        if (isPostgres(db)) await sql`set local enable_seqscan = off`.execute(db)
        const how = isPostgres(db) ? 'explain' : 'explain query plan'
        return db.executeQuery(CompiledQuery.raw(`${how} ${text}`, [...parameters]))
      })
      return JSON.stringify(plan.rows)
    }
    const byQueue = isPostgres(db) ? /unit_queue_pkey/ : /SEARCH place USING PRIMARY KEY/
    for (const waitsFor of ['blank', 'third', 'waiting'] as const)
      expect(await planOf(waitsFor)).toMatch(byQueue)
    for (const waitsFor of ['claimed', 'held'] as const)
      expect(await planOf(waitsFor)).toMatch(/reading_in_hand_idx/)
    expect(await planOf('blank')).not.toMatch(/unit_block_id/)
  })
})
