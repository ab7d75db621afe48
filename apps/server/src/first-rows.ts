import { DEFAULT_SUBJECTS } from '@hengjuan/domain'
import type { Services } from './services.ts'

/** Rows without which nothing works: the default subjects. Safe to repeat. */
export async function ensureFirstRows({ db }: Services): Promise<void> {
  await db
    .insertInto('subject')
    .values(
      Object.entries(DEFAULT_SUBJECTS).map(([id, name], sort) => ({
        id: Number(id),
        name,
        short_name: name,
        sort,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
