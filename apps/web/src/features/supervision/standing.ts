import type { BlockRow } from './use-live-progress.ts'

/** What the caller is in a block. */
type Standing = Pick<BlockRow, 'is_supervised' | 'is_led'>

/** Does the caller see all of a block? Otherwise only the own work in it. */
export const isWhole = (row: Standing): boolean => row.is_supervised || row.is_led

/** As what the caller acts on papers of a block: leaders who do not supervise it have calls of their own. */
export type ActsAs = 'leader' | 'supervisor'

export const actsAs = (row: Standing): ActsAs => (row.is_supervised ? 'supervisor' : 'leader')
