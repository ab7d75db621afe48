import type { Db } from '@hengjuan/db'
import type { Editor } from './define-import.ts'

/** An act as the audit keeps it. */
export interface HandEdit {
  action: string
  object: string
  before: string | null
  after: string | null
}

/**
 * Who last changed each row by hand since then.
 *
 * @param on whose acts: a school's, or one object's
 * @param idsOf the rows that an act was about
 */
export async function selectHandEditors(
  db: Db,
  on: { schoolId: number } | { object: string },
  since: string,
  actions: readonly string[],
  idsOf: (edit: HandEdit) => readonly number[],
): Promise<Map<number, Editor>> {
  const rows = await db
    .selectFrom('audit')
    .innerJoin('user', 'user.id', 'audit.user_id')
    .where((where) =>
      'object' in on
        ? where('audit.object', '=', on.object)
        : where('audit.school_id', '=', on.schoolId),
    )
    .where('audit.at', '>=', since)
    .where('audit.action', 'in', [...actions])
    .select([
      'audit.at',
      'audit.action',
      'audit.object',
      'audit.before',
      'audit.after',
      'user.name',
    ])
    .orderBy('audit.id')
    .execute()
  return new Map(
    rows.flatMap((row) =>
      idsOf(row).map((id): [number, Editor] => [id, { name: row.name, at: row.at }]),
    ),
  )
}
