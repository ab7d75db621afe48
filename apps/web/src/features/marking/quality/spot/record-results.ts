import { SPOT_RESULTS } from '@hengjuan/contracts'

/** Results as the address of the page names them; empty for whatever came. */
export const RECORD_RESULTS = ['', ...SPOT_RESULTS] as const

export type RecordResult = (typeof RECORD_RESULTS)[number]

/** More than a person looks through at a time. */
export const PAGE_ROWS = 500
