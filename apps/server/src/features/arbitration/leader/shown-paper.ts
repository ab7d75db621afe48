import { AppError } from '@hengjuan/domain'
import { factsOf, type ReadingRow, shortName, type UnitRow } from '../../marking-core/index.ts'
import type { LeaderMode } from './leader-papers.ts'

/** What a decision is about, as a leader's page says which of it changed. */
const PARTS = ['图像', '选做题号', '先前评阅'] as const

/**
 * Names what a leader is shown of a paper and decides by: its pictures, which optional questions it is marked for, and
 * in an arbitration the readings that disagree. Problem papers go on being read by others.
 *
 * @returns a short text, the same as long as nothing of it is another
 */
export function shownVersion(
  row: Pick<UnitRow, 'images' | 'facts'>,
  readings: readonly Pick<ReadingRow, 'id' | 'role' | 'state'>[],
  mode: LeaderMode,
): string {
  const given = readings.flatMap(({ id, role, state }) =>
    mode === 'arbitration' && role !== 'ARB' && state === 'submitted' ? [id] : [],
  )
  return [row.images, factsOf(row).choice, given].map(shortName).join('.')
}

/** Why a decision about what was shown then is none about the paper as it is now; null where it is the same. */
export function changedSince(shown: string | undefined, now: string): AppError | null {
  if (shown === undefined || shown === now) return null
  const before = shown.split('.')
  const what = now.split('.').flatMap((part, at) => (part === before[at] ? [] : [PARTS[at]]))
  return new AppError('MARKING_PAPER_CHANGED', { what: what.join('、') })
}
