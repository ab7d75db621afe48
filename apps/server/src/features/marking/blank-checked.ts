import type { blankBlockChecked, InputOf, ReplyOf } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import type { Services } from '../../services.ts'
import { selectInBlankReview } from './blank-check.query.ts'
import { selectConfirmed, selectOfBatches } from './blank-checked.query.ts'
import { listedImagesOf } from './mark-task.ts'
import { factsOf } from './unit-facts.ts'

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
  const all = await listOf(db, blockId, of, userId)
  const shown = all.slice((page - 1) * limit, page * limit)
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
    total: all.length,
    page,
    page_size: limit,
  }
}

async function listOf(
  db: Db,
  blockId: number,
  of: Query['of'],
  userId: number,
): Promise<Checked[]> {
  if (of === 'second') {
    const waiting = await selectInBlankReview(db, blockId)
    const { name } = await db
      .selectFrom('user')
      .where('id', '=', userId)
      .select('name')
      .executeTakeFirstOrThrow()
    return waiting
      .filter((unit) => factsOf(unit).blankConfirmedBy.includes(userId))
      .map(({ id }) => ({ ...NO_BATCH, unit_id: id, confirmed_by: name }))
  }
  if (of === 'confirmed') {
    const confirmed = await selectConfirmed(db, blockId)
    return confirmed.map(({ unit_id, batch }) =>
      batch ? asChecked(batch) : { ...NO_BATCH, unit_id, confirmed_by: '' },
    )
  }
  return (await selectOfBatches(db, blockId, of)).map(asChecked)
}

const NO_BATCH = { batch_id: null, confirmed_at: null, is_check: 0, check_milli: null } as const

const asChecked = (row: Awaited<ReturnType<typeof selectOfBatches>>[number]): Checked => ({
  ...row,
  is_check: row.is_check === 1 ? 1 : 0,
})
