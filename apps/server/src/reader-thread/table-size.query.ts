import type { Db } from '@hengjuan/db'

/** About how many rows the longest table of marking has, by its last id: two looks into indexes. */
export async function tableSize(db: Db): Promise<number> {
  const { readings, units } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('reading')
        .select(({ fn }) => fn.max('reading.id').as('id'))
        .as('readings'),
      eb
        .selectFrom('unit')
        .select(({ fn }) => fn.max('unit.id').as('id'))
        .as('units'),
    ])
    .executeTakeFirstOrThrow()
  return Math.max(readings ?? 0, units ?? 0)
}
