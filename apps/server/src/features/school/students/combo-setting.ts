import { schoolCombos } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  COMBO_SUBJECTS,
  type ComboScheme,
  type ComboSubject,
  comboText,
  readCombo,
} from '@hengjuan/domain'
import { settingAt } from '../../setting/index.ts'

/** How the school lets students choose, and among what. */
export async function combosAt(
  db: Db,
  schoolId: number,
): Promise<{ scheme: ComboScheme; offered: ComboSubject[] }> {
  const { value } = await settingAt(db, schoolCombos, { schoolId })
  const known = COMBO_SUBJECTS.filter(({ id }) => value.subject_ids.includes(id))
  return { scheme: value.scheme, offered: known }
}

/**
 * What was typed as the column has it; null for none.
 *
 * @throws AppError COMBO_INVALID
 */
export async function readComboOf(
  db: Db,
  schoolId: number,
  name: string,
  typed: string | null,
): Promise<string | null> {
  if (typed === null || typed.trim() === '') return null
  const { scheme, offered } = await combosAt(db, schoolId)
  const read = readCombo(typed, scheme, offered)
  if ('problem' in read) throw new AppError('COMBO_INVALID', { name, reason: read.problem })
  return comboText(read.ids)
}

/** A filter by combination: ids, or an empty text for none chosen. What is none finds nobody. */
export function comboFilter(typed: string): string {
  if (typed === 'none') return ''
  const read = readCombo(typed, 'free')
  return 'ids' in read ? comboText(read.ids) : '0'
}
