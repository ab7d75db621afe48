import { isPostgres } from '@hengjuan/db'
import { everyDatabase } from '@hengjuan/db/testing'
import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { isoNow } from '../../../clock.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { atWork } from './self.query.ts'

everyDatabase('who is at work, on %s', (kind) => {
  test('is found among the papers in hand, however many were handed in', async () => {
    const subject = await openMarkedSubject(kind, { candidates: 6, markers: 2 })
    const { services, blockId, markerIds } = subject
    const [first = 0, second = 0] = markerIds
    await subject.mark(first, 5)
    await subject.claim(second, 1)
    const { sql: text, parameters } = atWork(services.db, isoNow(services.clock)).compile()
    const rows = await atWork(services.db, isoNow(services.clock)).execute()
    expect(rows).toContainEqual({ block_id: blockId, marker_id: second })
    const explained = await services.db.transaction().execute(async (db) => {
      // Of a few rows PostgreSQL reads all; whether it could do without is the question.
      if (isPostgres(db)) await sql`set local enable_seqscan = off`.execute(db)
      const how = isPostgres(db) ? 'explain' : 'explain query plan'
      return db.executeQuery(CompiledQuery.raw(`${how} ${text}`, [...parameters]))
    })
    expect(JSON.stringify(explained.rows)).toContain('reading_in_hand_idx')
  })
})
