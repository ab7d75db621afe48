import type { ImageViewerHandle } from '@hengjuan/ui'
import type { RefObject } from 'react'
import { flagOf } from '../../marking-desk/desk/FlagButtons.tsx'
import { lookRefusal } from '../../marking-desk/desk/key-refusals.ts'
import type { Tools } from '../../marking-desk/desk/use-tools.ts'
import type { KeyChoiceState } from '../../marking-core/keys/use-key-choice.ts'
import { ENTRY_ACTIONS, isEntryAction } from '../../marking-core/entry/entry-actions.ts'
import { move, typeKey } from '../../marking-core/entry/score-entry.ts'
import { type DeskAction, isOnPage, isSlot } from '../../marking-core/keys/desk-actions.ts'
import { isLetterKey, isScoreKey } from '../../marking-core/keys/key-name.ts'
import { wholeKey } from '../../marking-core/keys/whole-keys.ts'
import { usePageKeys } from '../../marking-core/keys/use-page-keys.ts'
import { moveImage, toolAfter } from '../../marking-core/keys/viewer-actions.ts'
import type { LeaderPaperWork } from './use-leader-paper.ts'

const PAGE_ACTIONS = [
  'help',
  'next',
  'rubric',
  'whole',
  'beside',
  'benchmark',
  'flagNote',
  'words',
  'contrast',
  'handBack',
  'handBackSame',
  'noMark',
] as const
/** What opens, closes and turns things on the page, and where else than to a score the paper goes. */
export type LeaderPageAction = (typeof PAGE_ACTIONS)[number]

const isPageAction = (action: DeskAction): action is LeaderPageAction =>
  (PAGE_ACTIONS as readonly string[]).includes(action)

interface LeaderKeysOptions {
  work: LeaderPaperWork
  keys: Pick<KeyChoiceState, 'actions' | 'choice'>
  viewer: RefObject<ImageViewerHandle | null>
  tools: Tools
  /** Does the whole sheet lie over the paper? */
  isWhole: boolean
  /** How many images the paper has, and whether its words are counted. */
  on: Parameters<typeof lookRefusal>[1]
  /** Presses the entry of the rubric that has the key. @returns whether there is one */
  onSlot: (action: DeskAction) => boolean
  acts: Record<LeaderPageAction, () => void>
  onUndo: () => void
}

/** The keys of the leader's page: those of the marking page, and those for taking what was given before. */
export function useLeaderKeys(options: LeaderKeysOptions): void {
  const { work, viewer, keys, tools } = options
  usePageKeys(keys.actions, (key) => {
    if (keys.choice.lettersOff && isLetterKey(key)) return false
    if (options.isWhole) return actBesideWhole(key, options)
    if (isScoreKey(key)) {
      work.edit((entry) => typeKey(entry, key, work.rules))
      return true
    }
    const action = keys.actions.get(key)
    if (!action || !isOnPage(action, 'leader')) return false
    if (isSlot(action)) return options.onSlot(action)
    if (isPageAction(action)) {
      actOnPage(action, options)
      return true
    }
    // While drawing, the key that is held moves the paper under the pen.
    if (action === 'scrollDown' && tools.tool !== 'select') return true
    if (moveImage(action, viewer.current)) return true
    const next = toolAfter(action, tools.tool)
    if (next !== null) tools.choose(next)
    return next !== null || give(action, options)
  })
}

/** Opens, closes or turns something on the page, or says why that does nothing here. */
function actOnPage(action: LeaderPageAction, { on, acts, work }: LeaderKeysOptions): void {
  const refusal = lookRefusal(action, on)
  if (refusal === null) acts[action]()
  else work.say(refusal)
}

function actBesideWhole(key: string, options: LeaderKeysOptions): boolean {
  const action = options.keys.actions.get(key)
  const meaning = wholeKey(key, action && isOnPage(action, 'leader') ? action : undefined)
  if (meaning === 'score') options.work.say('正在看整卷，这个键没有生效；返回试卷后再给分')
  else if (meaning !== null && isPageAction(meaning)) actOnPage(meaning, options)
  return meaning !== null
}

function give(action: DeskAction, options: LeaderKeysOptions): boolean {
  const { work } = options
  const { rules } = work
  const flag = flagOf(action)
  if (flag !== null) work.toggleFlag(flag)
  else if (isEntryAction(action)) work.edit((entry) => ENTRY_ACTIONS[action](entry, rules))
  else if (action === 'up' || action === 'down')
    work.edit((entry) => move(entry, action === 'down' ? 1 : -1, rules))
  else return decide(action, options)
  return true
}

function decide(action: DeskAction, { work, onUndo }: LeaderKeysOptions): boolean {
  switch (action) {
    case 'submit':
      work.submit()
      return true
    case 'submitExcellent':
      work.submit('excellent')
      return true
    case 'undo':
      onUndo()
      return true
    case 'redo':
      work.redo()
      return true
    case 'takeFirst':
      work.takeReading(0)
      return true
    case 'takeSecond':
      work.takeReading(1)
      return true
    case 'takeThird':
      work.takeReading(2)
      return true
    case 'takeMean':
      work.takeMean()
      return true
    default:
      return false
  }
}
