import { type Db, type Tables, whereGiven } from '@hengjuan/db'
import type { QualificationEvent } from '@hengjuan/domain'
import type { Selectable } from 'kysely'

export type QualificationRow = Selectable<Tables['qualification_event']> & {
  kind: QualificationEvent
}

/** Sets passed and failed and what leaders decided, in order; of one marker when named. */
export async function selectQualificationEvents(
  db: Db,
  filter: { blockId: number; markerId?: number | undefined },
): Promise<QualificationRow[]> {
  const rows = await db
    .selectFrom('qualification_event')
    .selectAll()
    .where('block_id', '=', filter.blockId)
    .where((eb) => whereGiven(eb, { marker_id: filter.markerId }))
    .orderBy('id')
    .execute()
  return rows as QualificationRow[]
}
