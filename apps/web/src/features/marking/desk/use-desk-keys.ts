import type { ImageViewerHandle } from '@hengjuan/ui'
import { type RefObject, useEffect } from 'react'
import { clearPoint, emptyEntry, giveAll, move, typeKey } from '../entry/score-entry.ts'
import type { Desk } from './desk-store.ts'

const FLAG_KEYS: Readonly<Record<string, string>> = {
  e: 'excellent',
  t: 'typical',
  d: 'doubtful',
}
const SCROLL_PX = 320
const ZOOM = 1.25

/** Where typing belongs to a field, or a list of choices is open. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !==
    null

export interface DeskKeysOptions {
  desk: Desk
  viewer: RefObject<ImageViewerHandle | null>
  /** 键盘给分 switched off: letters and digits do nothing, moving and looking still work. */
  mayType: boolean
  onProblem: () => void
  onRubric: () => void
  onHelp: () => void
}

/** The keys of the marking page, while no field, menu or dialog has them. */
export function useDeskKeys(options: DeskKeysOptions): void {
  // Keys go to the page wherever the focus is, so they are heard at the document.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || isElsewhere(event.target)) return
      // A button that has the focus is pressed by Enter and space as everywhere.
      const isPress = event.key === 'Enter' || event.key === ' '
      if (isPress && event.target instanceof Element && event.target.closest('button, a')) return
      if (act(event, options)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [options])
}

/** @returns whether the key meant something here */
function act(event: KeyboardEvent, options: DeskKeysOptions): boolean {
  options.desk.attend()
  const control = event.ctrlKey || event.metaKey
  if (event.altKey) return false
  return control ? actWithControl(event, options) : look(event, options) || score(event, options)
}

function actWithControl({ key }: KeyboardEvent, { desk, viewer }: DeskKeysOptions): boolean {
  if (key === 'Enter') desk.pressEnter('excellent')
  else if (key.toLowerCase() === 'z') desk.undo()
  else if (key === '0') viewer.current?.fitWidth()
  else return false
  return true
}

function look({ key, shiftKey }: KeyboardEvent, options: DeskKeysOptions): boolean {
  const { desk, viewer } = options
  const image = viewer.current
  switch (key) {
    case '[':
    case 'PageUp':
      void desk.previous()
      return true
    case ']':
    case 'PageDown':
      desk.next()
      return true
    case ' ':
      image?.panBy(0, shiftKey ? SCROLL_PX : -SCROLL_PX)
      return true
    case '+':
    case '=':
      image?.zoomBy(ZOOM)
      return true
    case '-':
      image?.zoomBy(1 / ZOOM)
      return true
    case '?':
    case '？':
      options.onHelp()
      return true
    default:
      return false
  }
}

function score({ key, shiftKey }: KeyboardEvent, options: DeskKeysOptions): boolean {
  const { desk, viewer } = options
  if (key === 'Enter') {
    desk.pressEnter()
    return true
  }
  // Tab walks the points only while nothing has the focus; otherwise it walks the page as everywhere.
  const isTab = key === 'Tab' && !shiftKey && document.activeElement === document.body
  if (key === 'ArrowDown' || isTab) {
    desk.edit((entry, { rules }) => move(entry, 1, rules))
    return true
  }
  if (key === 'ArrowUp') {
    desk.edit((entry, { rules }) => move(entry, -1, rules))
    return true
  }
  const letter = key.toLowerCase()
  if (letter === 'r') viewer.current?.rotate()
  else if (letter === 's') options.onRubric()
  else if (letter === 'q') options.onProblem()
  else if (FLAG_KEYS[letter]) desk.toggleFlag(FLAG_KEYS[letter])
  else if (options.mayType) return typeScore(key, letter, shiftKey, desk)
  else return false
  return true
}

function typeScore(key: string, letter: string, isWhole: boolean, desk: Desk): boolean {
  if (/^[\d.;]$/.test(key) || key === '；' || key === '。')
    desk.edit((entry, { rules }) =>
      typeKey(entry, key === '；' ? ';' : key === '。' ? '.' : key, rules),
    )
  else if (letter === 'f') desk.edit((entry, { rules }) => giveAll(entry, 'full', isWhole, rules))
  else if (letter === 'x') desk.edit((entry, { rules }) => giveAll(entry, 'zero', isWhole, rules))
  else if (key === 'Backspace') desk.edit((entry) => clearPoint(entry))
  else if (key === 'Escape') desk.edit((_, { rules }) => emptyEntry(rules))
  else return false
  return true
}
