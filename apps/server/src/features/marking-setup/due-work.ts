import { type Db, isOneOf, transact } from '@hengjuan/db'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { asOwnAct } from '../acts/index.ts'
import { type BlockRow, lockAllocation } from '../marking-core/index.ts'

/** What a change of rules may still have to bring to the papers of a block; see `DueWorkTable`. */
export type DueKind = 'blank' | 'draw' | 'order'

/** What it is called where a server takes it up by itself. */
const ACTS = { blank: 'screen', draw: 'draw', order: 'order' } as const satisfies Record<
  DueKind,
  string
>

/** Notes in the caller's transaction what is to be done behind it, by a `finishDue` of that kind. */
export const insertDue = (
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  kind: DueKind,
  { id, exam_id, subject_id }: Pick<BlockRow, 'id' | 'exam_id' | 'subject_id'>,
) =>
  db
    .insertInto('due_work')
    .values({ kind, exam_id, subject_id, block_id: id, at: isoNow(clock) })
    .execute()

/** Are there more papers of a block than so many? */
export const hasMore = async (db: Db, blockId: number, many: number): Promise<boolean> =>
  (
    await db
      .selectFrom('unit')
      .where('block_id', '=', blockId)
      .select('id')
      .limit(many + 1)
      .execute()
  ).length > many

/**
 * Does what is due of a kind, block by block; goes on where an earlier run ended. What is asked for meanwhile stays due.
 *
 * @param work repeatable: where it is ended in the middle it is done once more
 * @param settle in the transaction that ends it, unless the same is due again by now
 */
export async function finishDue(
  services: Services,
  kind: DueKind,
  work: (blockId: number) => Promise<void>,
  settle?: (db: Db, blockId: number) => Promise<unknown>,
): Promise<void> {
  const { db } = services
  const dueOf = (on: Db) =>
    on
      .selectFrom('due_work')
      .innerJoin('block', 'block.id', 'due_work.block_id')
      .where('due_work.kind', '=', kind)
      .select(['due_work.id', 'block.id as blockId', 'block.exam_id', 'block.subject_id'])
      .orderBy('due_work.id')
  for (const [blockId, rows] of Map.groupBy(await dueOf(db).execute(), (row) => row.blockId)) {
    const [first] = rows
    if (!first) continue
    const place = { examId: first.exam_id, subjectId: first.subject_id, blockId }
    await asOwnAct(services, { kind: ACTS[kind], ...place }, () => work(blockId))
    const ids = rows.map(({ id }) => id)
    await transact(db, async (trx) => {
      await lockAllocation(trx, blockId)
      await trx
        .deleteFrom('due_work')
        .where(isOneOf(trx, 'id', ids))
        .execute()
      const again = await dueOf(trx).where('block.id', '=', blockId).executeTakeFirst()
      if (!again) await settle?.(trx, blockId)
    })
  }
}
