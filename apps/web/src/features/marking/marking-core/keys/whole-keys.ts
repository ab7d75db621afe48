import { isEntryAction } from '../entry/entry-actions.ts'
import { type DeskAction, isSlot } from './desk-actions.ts'
import { isScoreKey } from './key-name.ts'

/** What may be opened while the whole sheet lies over the paper. */
const BESIDE = ['help', 'message', 'problem', 'rubric', 'contrast'] as const

/** What a key means there: back to the paper, something beside it, a score that is not taken, or nothing. */
export type WholeKey = (typeof BESIDE)[number] | 'whole' | 'score' | null

/**
 * A key while the whole sheet lies over the paper in hand. Nothing is scored behind it: what the key would
 * change is out of sight. Keys that mean nothing here are the browser's, which scrolls the sheet.
 */
export function wholeKey(name: string, action: DeskAction | undefined): WholeKey {
  if (name === 'Esc' || action === 'whole') return 'whole'
  if (isScoreKey(name)) return 'score'
  if (action === undefined || action === 'clearAll') return null
  const beside = BESIDE.find((one) => one === action)
  if (beside) return beside
  const isScore =
    action === 'submit' ||
    action === 'submitExcellent' ||
    action === 'blank' ||
    isSlot(action) ||
    isEntryAction(action)
  return isScore ? 'score' : null
}
