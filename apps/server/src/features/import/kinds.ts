import type { ImportKind } from '@hengjuan/domain'
import type { Db } from '@hengjuan/db'
import type { ImportDefinition, ImportPlace } from '../../import/define-import.ts'
import { candidateRows } from '../roster/index.ts'
import { staffRows, studentRows } from '../school/index.ts'
import { scoreRows } from '../score-import/index.ts'

/** The engine hands lines from `plan` to `write` and looks at none. */
const known = {
  student: studentRows,
  staff: staffRows,
  candidate: candidateRows,
  score: scoreRows,
} as unknown as Record<ImportKind, ImportDefinition>

export const importOf = (kind: string): ImportDefinition => known[kind as ImportKind]

/** The same with the columns that it has at a place. */
export async function importAt(
  db: Db,
  kind: string,
  place: ImportPlace,
): Promise<ImportDefinition> {
  const definition = importOf(kind)
  return definition.fieldsAt
    ? { ...definition, fields: await definition.fieldsAt(db, place) }
    : definition
}
