import type { SeedState } from '@hengjuan/domain'

/** A marker of a block while its allocation is changed. */
export interface Marker {
  id: number
  name: string
  quota: number | null
  weight: number
  /** What is wrong with the number that is typed in place of these; null where it is one. */
  wrong: string | null
  allowExceed: boolean
  suspended: boolean
  /** Is the account in use, with a role for it? */
  mayMark: boolean
  /** Where seeds put them. */
  seedState: SeedState
  done: number
  /** Of these, what was done when the work was last shared anew. */
  base: number
  claimed: number
}
