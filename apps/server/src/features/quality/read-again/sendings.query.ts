import { type Db, isOneOf } from '@hengjuan/db'

type Table = 'read_again_paper' | 'near_line_paper'

/** How a paper came to be read by a second person: sent by a leader, or by a run for candidates near a line. */
export interface Sending {
  table: Table
  id: number
  unitId: number
  byName: string
  at: string
  finalBefore: number
  withdrawnAt: string | null
}

const SENDING = [
  'paper.id',
  'paper.unit_id as unitId',
  'user.name as byName',
  'paper.final_before as finalBefore',
  'paper.withdrawn_at as withdrawnAt',
] as const

/** Every sending of some papers, the first first. */
export async function selectSendings(db: Db, unitIds: readonly number[]): Promise<Sending[]> {
  if (unitIds.length === 0) return []
  const own = await db
    .selectFrom('read_again_paper as paper')
    .innerJoin('user', 'user.id', 'paper.by_id')
    .where(isOneOf(db, 'paper.unit_id', unitIds))
    .select([...SENDING, 'paper.at'])
    .execute()
  const near = await db
    .selectFrom('near_line_paper as paper')
    .innerJoin('near_line_run as run', 'run.id', 'paper.run_id')
    .innerJoin('user', 'user.id', 'run.by_id')
    .where(isOneOf(db, 'paper.unit_id', unitIds))
    .select([...SENDING, 'run.at'])
    .execute()
  return [
    ...near.map((row) => ({ ...row, table: 'near_line_paper' as const })),
    ...own.map((row) => ({ ...row, table: 'read_again_paper' as const })),
  ].sort((a, b) => a.at.localeCompare(b.at) || a.id - b.id)
}

/** The last sending of each of some papers, by the table that it stands in. */
export async function selectLastSendings(
  db: Db,
  unitIds: readonly number[],
): Promise<{ table: Table; ids: number[] }[]> {
  const last = new Map((await selectSendings(db, unitIds)).map((one) => [one.unitId, one]))
  return [...Map.groupBy(last.values(), ({ table }) => table)].map(([table, rows]) => ({
    table,
    ids: rows.map(({ id }) => id),
  }))
}
