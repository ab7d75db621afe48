import type { Drill } from './drill/ReadingDrawer.tsx'
import type { BlockRow } from './use-live-progress.ts'

/** Opens a block with the readings behind one of its figures. */
export type OnDrill = (row: BlockRow, drill: Drill) => void

export const share = ({ num, den }: { num: number; den: number }): number | null =>
  den === 0 ? null : num / den
