import type { blankBlockChecked, InputOf, ReplyOf } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import type { Services } from '../../services.ts'
import { factsOf, listedImagesOf } from '../marking-core/index.ts'
import { selectInBlankReview } from './blank-batch.query.ts'
import { selectConfirmed, selectOfBatches, type Shown } from './blank-checked.query.ts'

type Query = InputOf<typeof blankBlockChecked>['query']
type Reply = ReplyOf<typeof blankBlockChecked>
type Checked = Omit<Reply['list'][number], 'secret_code' | 'images' | 'ink_ratio'>

/** What became of probably blank answers: the rows behind the figures of the check. @source ui D1 rule 3 */
export async function selectChecked(
  services: Services,
  blockId: number,
  { of, page = 1, limit = 20 }: Omit<Query, 'block_id'>,
  userId: number,
): Promise<Reply> {
  const { db } = services
  const { list: shown, total } = await checkedBlanks(
    services,
    { blockId, of, userId },
    { page, limit },
  )
  const units = await db
    .selectFrom('unit')
    .where(
      isOneOf(
        db,
        'unit.id',
        shown.map(({ unit_id }) => unit_id),
      ),
    )
    .select(['id', 'secret_code', 'images', 'ink_ratio'])
    .execute()
  const images = await listedImagesOf(db, services, units)
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  return {
    list: shown.map((row) => ({
      ...row,
      secret_code: byId.get(row.unit_id)?.secret_code ?? '',
      ink_ratio: byId.get(row.unit_id)?.ink_ratio ?? 0,
      images: images.get(row.unit_id) ?? [],
    })),
    total,
    page,
    page_size: limit,
  }
}

/** A page of them, away from those who mark. */
export const checkedBlanks = runInWorker(
  import.meta.url,
  'checkedBlanks',
  (
    { db },
    { blockId, of, userId }: { blockId: number; of: Query['of']; userId: number },
    page: Shown,
  ) => listOf(db, blockId, of, userId, page),
)

async function listOf(
  db: Db,
  blockId: number,
  of: Query['of'],
  userId: number,
  { page, limit }: Shown,
): Promise<{ list: Checked[]; total: number }> {
  if (of === 'second') {
    const waiting = await selectInBlankReview(db, blockId)
    const { name } = await db
      .selectFrom('user')
      .where('id', '=', userId)
      .select('name')
      .executeTakeFirstOrThrow()
    // Who confirmed is in the facts of a unit, which are read whole.
    const own = waiting.filter((unit) => factsOf(unit).blankConfirmedBy.includes(userId))
    const shown = own.slice((page - 1) * limit, page * limit)
    return {
      list: shown.map(({ id }) => ({ ...NO_BATCH, unit_id: id, confirmed_by: name })),
      total: own.length,
    }
  }
  if (of === 'confirmed') {
    const { list, total } = await selectConfirmed(db, blockId, { page, limit })
    return {
      list: list.map(({ unit_id, batch }) =>
        batch ? asChecked(batch) : { ...NO_BATCH, unit_id, confirmed_by: '' },
      ),
      total,
    }
  }
  const { list, total } = await selectOfBatches(db, blockId, of, { page, limit })
  return { list: list.map(asChecked), total }
}

const NO_BATCH = { batch_id: null, confirmed_at: null, is_check: 0, check_milli: null } as const

const asChecked = (row: Awaited<ReturnType<typeof selectOfBatches>>['list'][number]): Checked => ({
  ...row,
  is_check: row.is_check === 1 ? 1 : 0,
})
