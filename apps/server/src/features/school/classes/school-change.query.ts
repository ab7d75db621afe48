import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Session } from '../../../http/session.ts'
import type { Services } from '../../../services.ts'

export interface Act {
  services: Services
  session: Session
  schoolId: number
}

export interface NewChange {
  kind: 'split' | 'promotion'
  year?: number
  before: unknown
  after: { summary: string } & Record<string, unknown>
}

/** Keeps what an act on many people changed, so that it can be taken back. */
export async function insertChange(db: Db, act: Act, change: NewChange): Promise<number> {
  const { id } = await db
    .insertInto('school_change')
    .values({
      school_id: act.schoolId,
      kind: change.kind,
      year: change.year ?? null,
      before: JSON.stringify(change.before),
      after: JSON.stringify(change.after),
      by_id: act.session.userId,
      at: isoNow(act.services.clock),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws AppError NOT_FOUND, CHANGE_UNDONE */
export async function takeChange(
  db: Db,
  act: Act,
  kind: NewChange['kind'],
  id: number | undefined,
): Promise<{ before: unknown; after: unknown; at: string; year: number | null }> {
  const row = await db
    .selectFrom('school_change')
    .where('id', '=', id ?? 0)
    .where('school_id', '=', act.schoolId)
    .where('kind', '=', kind)
    .selectAll()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', { what: '这次操作' })
  const marked = await db
    .updateTable('school_change')
    .set({ undone_at: isoNow(act.services.clock) })
    .where('id', '=', row.id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (Number(marked.numUpdatedRows) === 0)
    throw new AppError('CHANGE_UNDONE', { state: '已经撤销' })
  return {
    before: JSON.parse(row.before) as unknown,
    after: JSON.parse(row.after) as unknown,
    at: row.at,
    year: row.year,
  }
}

export async function selectChanges(db: Db, schoolId: number, kind: string) {
  const rows = await db
    .selectFrom('school_change')
    .innerJoin('user', 'user.id', 'school_change.by_id')
    .where('school_change.school_id', '=', schoolId)
    .where('school_change.kind', '=', kind)
    .select([
      'school_change.id as change_id',
      'school_change.kind',
      'school_change.year',
      'school_change.at',
      'school_change.undone_at',
      'school_change.after',
      'user.name as by_name',
    ])
    .orderBy('school_change.id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ after, ...row }) => ({
    ...row,
    summary: (JSON.parse(after) as { summary: string }).summary,
  }))
}
