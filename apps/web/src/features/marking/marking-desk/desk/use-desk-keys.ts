import type { ImageViewerHandle } from '@hengjuan/ui'
import type { RefObject } from 'react'
import { ENTRY_ACTIONS, isEntryAction } from '../../marking-core/entry/entry-actions.ts'
import { move, typeKey } from '../../marking-core/entry/score-entry.ts'
import { type DeskAction, isOnPage, isSlot } from '../../marking-core/keys/desk-actions.ts'
import { isLetterKey, isScoreKey } from '../../marking-core/keys/key-name.ts'
import type { KeyChoiceState } from '../../marking-core/keys/use-key-choice.ts'
import { usePageKeys } from '../../marking-core/keys/use-page-keys.ts'
import { moveImage, toolAfter } from '../../marking-core/keys/viewer-actions.ts'
import { wholeKey } from '../../marking-core/keys/whole-keys.ts'
import { columnsOf } from './GridView.tsx'
import { currentOf, type DeskState } from './desk-state.ts'
import type { Desk } from './desk-store.ts'
import { flagOf } from './FlagButtons.tsx'
import { BY_MOUSE, keyRefusal, ONE_PAPER } from './key-refusals.ts'
import type { DeskWindowsChoice } from './use-desk-windows.ts'
import type { Tools } from './use-tools.ts'
import { isChanged } from '../../marking-core/paper/paper.ts'

/** What opens and closes things on the page. */
export type DeskPageAction =
  | 'problem'
  | 'takeBack'
  | 'message'
  | 'flagNote'
  | 'rubric'
  | 'whole'
  | 'view'
  | 'search'
  | 'help'
  | 'beside'
  | 'words'
  | 'contrast'

interface DeskKeysOptions {
  desk: Desk
  state: DeskState
  keys: KeyChoiceState
  viewer: RefObject<ImageViewerHandle | null>
  /** The tiles of the grid, while it is shown. */
  grid: RefObject<HTMLOListElement | null>
  tools: Tools
  windows: DeskWindowsChoice
  /** The whole sheet lies over the paper. */
  isWhole: boolean
  acts: Record<DeskPageAction, () => void>
}

/** The keys of the marking page. */
export function useDeskKeys(options: DeskKeysOptions): void {
  usePageKeys(options.keys.actions, (key) => act(key, options))
}

/** 键盘给分 switched off: scores are not typed, moving and looking still work. */
const mayType = ({ state }: DeskKeysOptions): boolean => state.info.settings.score_type !== 1

/** Opens, closes or turns something on the page, or says why that does nothing here. */
function actOnPage(action: DeskPageAction, { desk, state, acts }: DeskKeysOptions): void {
  const isBack = state.back !== null
  const refusal = keyRefusal(action, {
    paper: currentOf(state),
    isBack,
    isSmall: state.view !== 'single' && !isBack,
    hasWords: state.info.has_words,
  })
  if (refusal === null) acts[action]()
  else desk.say(refusal)
}

/** @returns whether the key meant something here */
function act(name: string, options: DeskKeysOptions): boolean {
  const { desk, keys, windows } = options
  desk.attend()
  // From the moment the problem key was pressed: the menu may not have the focus yet.
  if (windows.opened === 'problem' && /^[1-9]$/.test(name)) {
    windows.raiseAt(Number(name))
    return true
  }
  if (keys.choice.lettersOff && isLetterKey(name)) return false
  if (options.isWhole) return actBesideWhole(name, options)
  if (isScoreKey(name)) {
    if (mayType(options)) desk.edit((entry, { rules }) => typeKey(entry, name, rules))
    else desk.say(BY_MOUSE)
    return true
  }
  const action = keys.actions.get(name)
  if (!action || !isOnPage(action, 'marking')) return false
  return (
    look(action, options) ||
    walk(action, options) ||
    draw(action, options) ||
    score(action, options)
  )
}

function actBesideWhole(name: string, options: DeskKeysOptions): boolean {
  const action = options.keys.actions.get(name)
  const meaning = wholeKey(name, action && isOnPage(action, 'marking') ? action : undefined)
  if (meaning === 'score') options.desk.say('正在看整卷，这个键没有生效；返回试卷后再给分')
  else if (meaning !== null) actOnPage(meaning, options)
  return meaning !== null
}

function look(action: DeskAction, { viewer, desk, tools }: DeskKeysOptions): boolean {
  if (action === 'scrollDown') {
    const { view, focus } = desk.store.getState()
    if (view === 'grid' && focus !== null) {
      desk.toggleTick(focus)
      return true
    }
    // While drawing, the key that is held moves the paper under the pen.
    if (tools.tool !== 'select') return true
  }
  const isLook = moveImage(action, viewer.current)
  if (isLook && viewer.current === null && desk.store.getState().view !== 'single')
    desk.say(ONE_PAPER)
  return isLook
}

function walk(action: DeskAction, options: DeskKeysOptions): boolean {
  const { desk } = options
  switch (action) {
    case 'previous':
      void desk.previous()
      return true
    case 'next':
      desk.next()
      return true
    case 'left':
    case 'right':
      if (desk.store.getState().view === 'single') return false
      desk.step(action === 'left' ? -1 : 1)
      return true
    case 'undo':
      desk.undo()
      return true
    case 'redo':
      desk.redo()
      return true
    case 'problem':
    case 'takeBack':
    case 'message':
    case 'flagNote':
    case 'rubric':
    case 'whole':
    case 'view':
    case 'search':
    case 'beside':
    case 'words':
    case 'contrast':
    case 'help':
      actOnPage(action, options)
      return true
    default:
      return flag(action, desk)
  }
}

function flag(action: DeskAction, desk: Desk): boolean {
  const name = flagOf(action)
  if (name !== null) desk.toggleFlag(name)
  return name !== null
}

function draw(action: DeskAction, { tools }: DeskKeysOptions): boolean {
  const next = toolAfter(action, tools.tool)
  if (next !== null) tools.choose(next)
  return next !== null
}

function score(action: DeskAction, options: DeskKeysOptions): boolean {
  const { desk, grid } = options
  switch (action) {
    case 'submit':
      desk.pressEnter()
      return true
    case 'submitExcellent':
      desk.pressEnter('excellent')
      return true
    case 'up':
    case 'down':
      movePoint(desk, action === 'down' ? 1 : -1, grid.current)
      return true
    case 'blank':
      desk.reportBlank()
      return true
    default:
      if (mayType(options)) return typeWhole(action, desk)
      if (isEntryAction(action)) desk.say(BY_MOUSE)
      return isEntryAction(action)
  }
}

function typeWhole(action: DeskAction, desk: Desk): boolean {
  if (isSlot(action)) return desk.pressSlot(action)
  if (!isEntryAction(action)) return false
  desk.edit((entry, { rules }) => ENTRY_ACTIONS[action](entry, rules))
  return true
}

/**
 * Up and down walk the points; in a strip, past the last one, the papers, and in a grid its rows. A change of a paper that
 * was handed in is not left behind by them: down is what confirms a score that was typed.
 */
export function movePoint(
  desk: Pick<Desk, 'store' | 'edit' | 'step'>,
  by: 1 | -1,
  grid: HTMLElement | null,
): void {
  let isAtEnd = false
  desk.edit((entry, { rules }) => {
    isAtEnd = by === 1 ? entry.at === rules.points.length - 1 : entry.at === 0
    return move(entry, by, rules)
  })
  const { view, back, done } = desk.store.getState()
  const shown = back === null ? undefined : done[back]
  const isBegun = shown !== undefined && isChanged(shown, shown.flags)
  if (isAtEnd && view !== 'single' && !isBegun)
    desk.step(by * (view === 'grid' ? columnsOf(grid) : 1))
}
