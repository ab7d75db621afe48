import type { AppliedSettings } from './settings.ts'

/** Images that one sheet gives. */
export const sidesOf = (source: AppliedSettings['source']): 1 | 2 => (source === 'duplex' ? 2 : 1)
