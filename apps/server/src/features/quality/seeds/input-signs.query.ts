import type { Db } from '@hengjuan/db'
import type { InputSign } from '@hengjuan/domain'
import { updateMarkerPlace } from '../../marking-core/index.ts'

/** Keeps what a marking page saw; a sign stays once it was seen. */
export async function addInputSigns(
  db: Db,
  blockId: number,
  markerId: number,
  signs: readonly InputSign[],
): Promise<void> {
  if (signs.length === 0) return
  const known = (await selectInputSigns(db, blockId)).get(markerId) ?? []
  const all = [...new Set([...known, ...signs])]
  if (all.length === known.length) return
  const input_signs = JSON.stringify(all.toSorted())
  await updateMarkerPlace(db, { blockId, markerId }, { input_signs })
}

/** The signs of those in a block whose pages saw any. */
export async function selectInputSigns(db: Db, blockId: number): Promise<Map<number, InputSign[]>> {
  const rows = await db
    .selectFrom('block_marker')
    .select(['user_id', 'input_signs'])
    .where('block_id', '=', blockId)
    .where('duty', '=', 'marker')
    .where('input_signs', '<>', '[]')
    .execute()
  return new Map(rows.map((row) => [row.user_id, JSON.parse(row.input_signs) as InputSign[]]))
}
