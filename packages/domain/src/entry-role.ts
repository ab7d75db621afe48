import { isRegionalRole, type Role } from './role.ts'

/** Which door of the sign-in page somebody comes through. */
export type EntryKind = 'school' | 'region'
/** Providers have one door for everybody: roles of a school come first. */
export type Door = EntryKind | 'either'

interface HeldRole {
  id: number
  role: Role
  /** Does it say of which school or bureau? */
  isBound: boolean
}

const WARNINGS = {
  school: { nothing: 'NO_SCHOOL_PERMISSION', unbound: 'NO_SCHOOL_BOUND' },
  region: { nothing: 'NO_REGION_PERMISSION', unbound: 'NO_REGION_BOUND' },
} as const

export type EntryWarning = 'NO_ROLE' | (typeof WARNINGS)[EntryKind]['nothing' | 'unbound']

/**
 * The role with which somebody enters: the one asked for, or the first that may use this door. Regional roles have a
 * door of their own.
 *
 * @source specification, section 5; platform 3.2 (the three warnings)
 */
export function enteredRole(
  held: readonly HeldRole[],
  entry: Door,
  wanted?: number,
): { id: number } | { warning: EntryWarning } {
  if (entry === 'either') {
    const entered = enteredRole(held, 'school', wanted)
    const isRegional = 'warning' in entered && entered.warning === 'NO_SCHOOL_PERMISSION'
    return isRegional ? enteredRole(held, 'region', wanted) : entered
  }
  if (held.length === 0) return { warning: 'NO_ROLE' }
  const fitting = held.filter(({ role }) => isRegionalRole(role) === (entry === 'region'))
  if (fitting.length === 0) return { warning: WARNINGS[entry].nothing }
  const bound = fitting.filter(({ isBound }) => isBound)
  const entered = wanted === undefined ? bound[0] : bound.find(({ id }) => id === wanted)
  return entered ? { id: entered.id } : { warning: WARNINGS[entry].unbound }
}
