import type { ImageViewerHandle } from '@hengjuan/ui'
import type { RefObject } from 'react'
import type { Tool } from '../../marking-core/annotate/tool.ts'
import { flagOf } from '../../marking-desk/desk/FlagButtons.tsx'
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
  viewer: RefObject<ImageViewerHandle | null>
  actions: ReadonlyMap<string, DeskAction>
  lettersOff: boolean
  tool: Tool
  /** Does the whole sheet lie over the paper? */
  isWhole: boolean
  onTool: (tool: Tool) => void
  /** Presses the entry of the rubric that has the key. @returns whether there is one */
  onSlot: (action: DeskAction) => boolean
  onPage: (action: LeaderPageAction) => void
  onUndo: () => void
}

/** The keys of the leader's page: those of the marking page, and those for taking what was given before. */
export function useLeaderKeys(options: LeaderKeysOptions): void {
  const { work, viewer, actions, lettersOff, tool, onTool, onPage } = options
  usePageKeys(actions, (key) => {
    if (lettersOff && isLetterKey(key)) return false
    if (options.isWhole) return actBesideWhole(key, options)
    if (isScoreKey(key)) {
      work.edit((entry) => typeKey(entry, key, work.rules))
      return true
    }
    const action = actions.get(key)
    if (!action || !isOnPage(action, 'leader')) return false
    if (isSlot(action)) return options.onSlot(action)
    if (isPageAction(action)) {
      onPage(action)
      return true
    }
    // While drawing, the key that is held moves the paper under the pen.
    if (action === 'scrollDown' && tool !== 'select') return true
    if (moveImage(action, viewer.current)) return true
    const next = toolAfter(action, tool)
    if (next !== null) onTool(next)
    return next !== null || give(action, options)
  })
}

function actBesideWhole(key: string, { actions, work, onPage }: LeaderKeysOptions): boolean {
  const action = actions.get(key)
  const meaning = wholeKey(key, action && isOnPage(action, 'leader') ? action : undefined)
  if (meaning === 'score') work.say('正在看整卷，这个键没有生效；返回试卷后再给分')
  else if (meaning !== null && isPageAction(meaning)) onPage(meaning)
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
