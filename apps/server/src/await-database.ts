import { setTimeout } from 'node:timers/promises'
import { type Database, troubleOf } from '@hengjuan/db'
import { sql } from 'kysely'

const EVERY_MS = 2_000

/**
 * Waits for a database that comes up later than this server, as after a power cut. What waiting does not mend (a
 * wrong password, a name that is not there) is thrown.
 *
 * @param note what to tell whoever starts it; told once
 */
export async function awaitDatabase(
  db: Database,
  note: (text: string) => void,
  everyMs = EVERY_MS,
): Promise<void> {
  let isTold = false
  for (;;) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (troubleOf(error) !== 'away') throw error
      if (!isTold)
        note(
          `还连不上数据库（${(error as Error).message}），连上后自动继续启动。数据库没有启动的，请先启动；地址不对的，请改正 DATABASE_URL 后重新启动。`,
        )
      isTold = true
    }
    await setTimeout(everyMs)
  }
}
