import type { ImportKind } from '@hengjuan/domain'
import type { ImportDefinition } from '../../import/define-import.ts'
import { candidateRows } from '../roster/index.ts'
import { staffRows, studentRows } from '../school/index.ts'

/** The engine hands lines from `plan` to `write` and looks at none. */
const known = {
  student: studentRows,
  staff: staffRows,
  candidate: candidateRows,
} as unknown as Record<ImportKind, ImportDefinition>

export const importOf = (kind: string): ImportDefinition => known[kind as ImportKind]
