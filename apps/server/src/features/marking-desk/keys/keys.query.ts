import type { InputOf, markingKeysSet } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'

type KeyChoice = InputOf<typeof markingKeysSet>['body']

/** The keys that a person chose; null before anything was chosen. */
export async function findKeyChoice(db: Db, userId: number): Promise<KeyChoice | null> {
  const row = await db
    .selectFrom('marking_keys')
    .select('choice')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? (JSON.parse(row.choice) as KeyChoice) : null
}

/** Keeps a choice in place of the one before. */
export async function storeKeyChoice(
  db: Db,
  userId: number,
  choice: KeyChoice,
  at: string,
): Promise<void> {
  const row = { choice: JSON.stringify(choice), changed_at: at }
  await db
    .insertInto('marking_keys')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}
