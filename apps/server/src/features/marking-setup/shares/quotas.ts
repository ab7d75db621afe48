import type { BlockRow } from '../../marking-core/index.ts'

/** Quotas that follow from average allocation are balanced like it. */
export const quotasOf = ({ alloc_mode, was_average }: BlockRow) => ({
  alloc_mode: 3,
  was_average: alloc_mode === 2 ? 1 : was_average,
})
