import { isPostgres } from '@hengjuan/db'
import { everyDatabase } from '@hengjuan/db/testing'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { countReadByAll, readByAll, selectFreeGroups } from './stuck.query.ts'

everyDatabase('papers that everybody able has read, on %s', (kind) => {
  test('are found by going through the block once, however many groups it has', async () => {
    const subject = await openMarkedSubject(kind, {
      candidates: 6,
      markers: 2,
      mode: 1,
    })
    const { services, blockId, examId, markerIds } = subject
    const { db } = services
    const [first = 0, second = 0] = markerIds
    for (const points of [4, 5, 6]) await subject.mark(first, points)
    const groups = await selectFreeGroups(db, { examId, blockId }, [])
    const asked = (able: number[]) => groups.map((group) => ({ ...group, able }))
    const count = async (able: number[]) => {
      const [found] = await countReadByAll(db, asked(able), [])
      return Number(found?.count ?? 0)
    }
    expect([await count([first]), await count([first, second]), await count([])]).toEqual([3, 0, 6])
    if (isPostgres(db)) return
    const { sql: text, parameters } = readByAll(db, asked([first]), [])
      .select('unit.id')
      .compile()
    const plan = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    )
    const steps = plan.rows.map(({ detail }) => detail)
    expect(steps).toContainEqual(expect.stringMatching(/^SEARCH v USING AUTOMATIC .*class_id=\?/))
  })
})
