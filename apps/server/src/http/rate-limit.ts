import type { Db } from '@hengjuan/db'
import { sql } from 'kysely'
import { isoNow, minutesFrom } from '../clock.ts'
import type { Services } from '../services.ts'

/** Hits counted in the current window of a bucket; 0 when the window has passed. */
export async function hitsOf(services: Services, bucket: string, minutes: number): Promise<number> {
  const row = await services.db
    .selectFrom('rate_limit')
    .select(['hits', 'window_start'])
    .where('bucket', '=', bucket)
    .executeTakeFirst()
  return row && row.window_start > minutesFrom(services.clock, -minutes) ? row.hits : 0
}

/** Counts a hit, beginning a new window when the old one has passed. */
export async function countHit(
  services: Services,
  bucket: string,
  minutes: number,
  db: Db = services.db,
): Promise<void> {
  const now = isoNow(services.clock)
  const oldest = minutesFrom(services.clock, -minutes)
  await db
    .insertInto('rate_limit')
    .values({ bucket, window_start: now, hits: 1 })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        hits: sql<number>`case when rate_limit.window_start > ${oldest} then rate_limit.hits + 1 else 1 end`,
        window_start: sql<string>`case when rate_limit.window_start > ${oldest} then rate_limit.window_start else ${now} end`,
      }),
    )
    .execute()
}
