import { clearPoint, emptyEntry, type EntryRules, giveAll, type ScoreEntry } from './score-entry.ts'

/** What a key other than a digit does to the scores. */
export const ENTRY_ACTIONS = {
  full: (entry, rules) => giveAll(entry, 'full', false, rules),
  fullAll: (entry, rules) => giveAll(entry, 'full', true, rules),
  zero: (entry, rules) => giveAll(entry, 'zero', false, rules),
  zeroAll: (entry, rules) => giveAll(entry, 'zero', true, rules),
  clear: clearPoint,
  clearAll: (_, rules) => emptyEntry(rules),
} as const satisfies Record<string, (entry: ScoreEntry, rules: EntryRules) => ScoreEntry>

type EntryAction = keyof typeof ENTRY_ACTIONS

export const isEntryAction = (action: string): action is EntryAction =>
  Object.hasOwn(ENTRY_ACTIONS, action)
