import type { Db } from '@hengjuan/db'
import { everyDatabase } from '@hengjuan/db/testing'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { releaseClaims } from '../claims/release-claims.ts'
import { correctMark, submitMark } from '../../marking-desk/desk/submit-mark.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { selectClaimIds } from './unit.query.ts'

const kept = (db: Db) =>
  db
    .selectFrom('reading_tally')
    .where('count', '<>', 0)
    .select(['block_id', 'marker_id', 'role', 'state', 'total_milli', 'count'])
    .orderBy('block_id')
    .orderBy('marker_id')
    .orderBy('role')
    .orderBy('state')
    .orderBy('total_milli')
    .execute()

const counted = async (db: Db) => {
  const rows = await db
    .selectFrom('reading')
    .where('state', 'in', ['submitted', 'rejected', 'given'])
    .groupBy(['block_id', 'marker_id', 'role', 'state', 'total_milli'])
    .select(['block_id', 'marker_id', 'role', 'state', 'total_milli'])
    .select(({ fn }) => fn.countAll().as('count'))
    .orderBy('block_id')
    .orderBy('marker_id')
    .orderBy('role')
    .orderBy('state')
    .orderBy((eb) => eb.fn.coalesce('total_milli', eb.lit(-1)))
    .execute()
  return rows.map((row) => ({
    ...row,
    total_milli: row.total_milli ?? -1,
    count: Number(row.count),
  }))
}

everyDatabase('kept counts of readings on %s', (kind) => {
  test('follow marks, corrections, claims that end, and whatever else writes readings', async () => {
    const { services, blockId, markerIds } = await openMarkedSubject(kind, {
      candidates: 12,
      markers: 3,
      mode: 1,
    })
    const { db } = services
    const [first = 0, second = 0] = markerIds
    const marked: number[] = []
    for (const [no, markerId] of [first, second, first, second, first].entries()) {
      const { tasks } = await nextPapers(services, blockId, markerId, 2)
      const readingId = tasks[0]?.reading_id ?? 0
      const scores = [no * 1000]
      await submitMark(services, { blockId, markerId, readingId, idemKey: ulid(), scores })
      marked.push(readingId)
    }
    expect(await kept(db)).toEqual(await counted(db))

    await correctMark(services, {
      blockId,
      markerId: first,
      readingId: marked[4] ?? 0,
      idemKey: ulid(),
      scores: [9000],
    })
    const claims = await selectClaimIds(db, { blockId, markerId: second })
    expect(claims).not.toEqual([])
    await releaseClaims(services, claims, 'recalled', null)
    expect(await kept(db)).toEqual(await counted(db))

    await db.updateTable('reading').set({ total_milli: 500 }).where('role', '=', 'R1').execute()
    await db
      .updateTable('reading')
      .set({ state: 'superseded' })
      .where('id', '=', marked[0] ?? 0)
      .execute()
    expect(await kept(db)).toEqual(await counted(db))
    await db.deleteFrom('reading').where('marker_id', '=', first).execute()
    const left = await kept(db)
    expect(left).toEqual(await counted(db))
    expect(new Set(left.map(({ marker_id }) => marker_id))).toEqual(new Set([second]))
  })
})

everyDatabase('readings and their papers on %s', (kind) => {
  test('a reading of a paper that is not there is refused, and a paper that has readings stays', async () => {
    const { services, markerIds } = await openMarkedSubject(kind, { candidates: 2, markers: 1 })
    const { db } = services
    const [unread, read] = await db.selectFrom('unit').selectAll().orderBy('id').execute()
    if (!unread || !read) throw new Error('two papers')
    const reading = (unit_id: number) => ({
      unit_id,
      block_id: read.block_id,
      marker_id: markerIds[0] ?? 0,
      role: 'R1',
      state: 'claimed',
      rev: 1,
      claimed_at: '2026-11-20T01:00:00.000Z',
      flags: '[]',
    })
    const insert = (ids: readonly number[]) =>
      db
        .insertInto('reading')
        .values(ids.map((id) => ({ ...reading(id), rejections: 0 })) as never)
        .execute()
    const remove = (id: number) => db.deleteFrom('unit').where('id', '=', id).execute()
    await insert([read.id])
    await expect(insert([unread.id, read.id + 999])).rejects.toMatchObject({
      code: kind === 'postgres' ? '23503' : 'SQLITE_CONSTRAINT_FOREIGNKEY',
    })
    await expect(remove(read.id)).rejects.toMatchObject({
      code: kind === 'postgres' ? '23503' : 'SQLITE_CONSTRAINT_FOREIGNKEY',
    })
    expect(await db.selectFrom('reading').select('unit_id').execute()).toEqual([
      { unit_id: read.id },
    ])
  })
})
