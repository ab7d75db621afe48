import { isIPv6 } from 'node:net'
import type { Db } from '@hengjuan/db'
import { sql } from 'kysely'
import { isoNow, minutesFrom } from '../clock.ts'
import type { Services } from '../services.ts'

/** How often something secret may be guessed. */
interface TryLimit {
  /** What is counted together. */
  bucket: string
  /** Whose secret it is: an administrator's reset takes its buckets away. */
  account?: string
  /** Tries that need not wait. */
  free: number
  /** Minutes after the last free try, the next one, and so on; the last one stands for all that follow. */
  waits: readonly number[]
  /** After so long without a first try all is forgotten. */
  windowMinutes: number
}

/**
 * Counts a try before it is looked at, in one statement: of any number at the same moment no more get through than may.
 *
 * @returns null when it may be made; otherwise the minutes to wait, which this try does not make longer
 */
export async function takeTry(
  services: Services,
  { bucket, account, free, waits, windowMinutes }: TryLimit,
): Promise<number | null> {
  const { db, clock } = services
  const now = isoNow(clock)
  const oldest = minutesFrom(clock, -windowMinutes)
  const isOld = sql`rate_limit.window_start <= ${oldest}`
  const hits = sql<number>`case when ${isOld} then 1 else rate_limit.hits + 1 end`
  const until = (minutes: number) => sql`${minutesFrom(clock, minutes)}`
  const steps = waits.map((minutes, at) =>
    at === waits.length - 1
      ? sql`else ${until(minutes)}`
      : sql`when (${hits}) = ${sql.lit(free + at)} then ${until(minutes)}`,
  )
  const taken = await db
    .insertInto('rate_limit')
    .values({
      bucket,
      account: account ?? null,
      window_start: now,
      hits: 1,
      blocked_until: free <= 1 ? minutesFrom(clock, waits[0] ?? 0) : null,
    })
    .onConflict((conflict) =>
      conflict
        .column('bucket')
        .doUpdateSet({
          hits,
          window_start: sql<string>`case when ${isOld} then ${now} else rate_limit.window_start end`,
          blocked_until: sql<
            string | null
          >`case when (${hits}) < ${sql.lit(free)} then null ${sql.join(steps, sql` `)} end`,
        })
        .where(
          sql<boolean>`rate_limit.blocked_until is null or rate_limit.blocked_until <= ${now}`,
        ),
    )
    .returning('hits')
    .executeTakeFirst()
  if (taken) return null
  const row = await db
    .selectFrom('rate_limit')
    .select('blocked_until')
    .where('bucket', '=', bucket)
    .executeTakeFirst()
  const waitMs = Date.parse(row?.blocked_until ?? now) - Date.parse(now)
  return Math.max(1, Math.ceil(waitMs / 60_000))
}

/** The try was right: nothing was guessed. */
export async function forgetTries(services: Services, bucket: string): Promise<void> {
  await services.db.deleteFrom('rate_limit').where('bucket', '=', bucket).execute()
}

/** Takes one try back of a bucket that others are counted in, too. */
export async function giveTryBack(services: Services, bucket: string): Promise<void> {
  await services.db
    .updateTable('rate_limit')
    .set({ hits: sql<number>`case when rate_limit.hits > 1 then rate_limit.hits - 1 else 0 end` })
    .set({ blocked_until: null })
    .where('bucket', '=', bucket)
    .execute()
}

/** Whoever has a new password, or is to try again, waits no longer, wherever they were refused. */
export async function unlockAccount(db: Db, account: string): Promise<void> {
  await db.deleteFrom('rate_limit').where('account', '=', accountKey(account)).execute()
}

/** An account as it is counted. */
export const accountKey = (account: string): string => account.toLowerCase()

/** An address as it is counted: whoever has an IPv6 address has all of its network. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (plain?.[1]) return plain[1]
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`
}
