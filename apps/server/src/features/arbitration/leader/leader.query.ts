import type { Services } from '../../../services.ts'

/** Seen within this time, a person is at work: `last_seen_at` is written once a minute. */
const ONLINE_MS = 5 * 60_000

/** A leader of a block, who may decide its arbitrations. */
export interface Leader {
  id: number
  name: string
  isOnline: boolean
}

/** The leaders of a block, and whether they are signed in and at work. */
export async function selectLeaders(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  blockId: number,
): Promise<readonly Leader[]> {
  const since = new Date(clock.now().getTime() - ONLINE_MS).toISOString()
  const rows = await db
    .selectFrom('block_marker')
    .innerJoin('user', 'user.id', 'block_marker.user_id')
    .leftJoin('session', (join) =>
      join
        .onRef('session.user_id', '=', 'block_marker.user_id')
        .on('session.last_seen_at', '>=', since),
    )
    .where('block_marker.block_id', '=', blockId)
    .where('block_marker.duty', '=', 'leader')
    .groupBy(['block_marker.user_id', 'user.name'])
    .select(['block_marker.user_id as id', 'user.name'])
    .orderBy('block_marker.user_id')
    .select((eb) => eb.fn.count<number>('session.id_hash').as('sessions'))
    .execute()
  return rows.map(({ id, name, sessions }) => ({ id, name, isOnline: sessions > 0 }))
}
