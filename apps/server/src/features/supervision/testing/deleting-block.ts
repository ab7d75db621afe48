import { beside } from '../../../beside/beside.ts'

/** Work that does what none may. */
export const deletingBlock = beside(
  import.meta.url,
  'deletingBlock',
  async ({ db }, blockId: number) => {
    await db.deleteFrom('block').where('id', '=', blockId).execute()
  },
)
