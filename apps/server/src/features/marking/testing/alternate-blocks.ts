import type { Db } from '@hengjuan/db'
import type { openMarkedSubject } from './marked-subject.ts'

type World = Pick<
  Awaited<ReturnType<typeof openMarkedSubject>>,
  'services' | 'blockId' | 'advance' | 'mark'
>

/**
 * Somebody marks for some six hours without a pause, every second paper of another block: in either alone there is a
 * pause before each paper.
 *
 * @returns the other block
 */
export async function alternateBlocks(world: World, markerId: number): Promise<number> {
  const { db } = world.services
  for (let paper = 0; paper < 100; paper++) {
    world.advance(paper % 6 < 3 ? 165_000 : 290_000)
    await world.mark(markerId, paper % 5)
  }
  const otherId = await copyBlock(db, world.blockId)
  await db
    .insertInto('block_marker')
    .values({ block_id: otherId, user_id: markerId, duty: 'marker', weight: 1 })
    .execute()
  const given = await db.selectFrom('reading').select(['id', 'unit_id']).orderBy('id').execute()
  for (const { id, unit_id } of given.filter((_, index) => index % 2 === 1)) {
    await db.updateTable('unit').set({ block_id: otherId }).where('id', '=', unit_id).execute()
    await db.updateTable('reading').set({ block_id: otherId }).where('id', '=', id).execute()
  }
  return otherId
}

async function copyBlock(db: Db, blockId: number): Promise<number> {
  const { id: _, ...columns } = await db
    .selectFrom('block')
    .selectAll()
    .where('id', '=', blockId)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('block')
    .values({ ...columns, block_key: '18', name: '第18题', sort: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
