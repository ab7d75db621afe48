import type { InputOf, ReplyOf, termSave } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, termName } from '@hengjuan/domain'

/** Terms of a school, the newest first. */
export async function selectTerms(
  db: Db,
  schoolId: number,
  today: string,
): Promise<ReplyOf<typeof termSave>> {
  const rows = await db
    .selectFrom('term')
    .where('school_id', '=', schoolId)
    .select(['id', 'year', 'half', 'starts_on', 'ends_on'])
    .orderBy('starts_on', 'desc')
    .execute()
  return rows.map(({ id, half, ...row }) => ({
    term_id: id,
    ...row,
    half: half === 1 ? (1 as const) : (2 as const),
    name: termName(row.year, half),
    current: row.starts_on <= today && today <= row.ends_on,
  }))
}

/** @throws AppError INPUT_INVALID, TERM_OVERLAP naming the term in the way */
export async function saveTerm(
  db: Db,
  schoolId: number,
  { year, half, starts_on: from, ends_on: to, remove }: InputOf<typeof termSave>['body'],
): Promise<void> {
  const own = db
    .deleteFrom('term')
    .where('school_id', '=', schoolId)
    .where('year', '=', year)
    .where('half', '=', half)
  if (remove) return void (await own.execute())
  if (from === undefined || to === undefined || from >= to)
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'ends_on', message: '请填写开始和结束日期，结束在开始之后' },
    ])
  const other = await db
    .selectFrom('term')
    .where('school_id', '=', schoolId)
    .where((eb) => eb.not(eb.and([eb('year', '=', year), eb('half', '=', half)])))
    .where('starts_on', '<=', to)
    .where('ends_on', '>=', from)
    .select(['year', 'half'])
    .executeTakeFirst()
  if (other) throw new AppError('TERM_OVERLAP', { name: termName(other.year, other.half) })
  await db
    .insertInto('term')
    .values({ school_id: schoolId, year, half, starts_on: from, ends_on: to })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'year', 'half']).doUpdateSet({ starts_on: from, ends_on: to }),
    )
    .execute()
}
