import type { ImageViewerHandle } from '@hengjuan/ui'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Tool } from '../annotate/tool.ts'
import { clearPoint, emptyEntry, giveAll, move, typeKey } from '../entry/score-entry.ts'
import type { DeskAction } from '../keys/desk-actions.ts'
import { isLetterKey, isScoreKey, keyName } from '../keys/key-name.ts'
import type { Desk } from './desk-store.ts'

const SCROLL_PX = 320
const ZOOM = 1.25

interface DeskKeysOptions {
  desk: Desk
  viewer: RefObject<ImageViewerHandle | null>
  actions: ReadonlyMap<string, DeskAction>
  /** Single letters do nothing. */
  lettersOff: boolean
  /** 键盘给分 switched off: scores are not typed, moving and looking still work. */
  mayType: boolean
  tool: Tool
  onTool: (tool: Tool) => void
  /** What opens and closes things on the page. */
  onPage: (action: 'problem' | 'rubric' | 'whole' | 'view' | 'search' | 'help') => void
  onBlank: () => void
}

/** The keys of the marking page, while no field, menu or dialog has them. */
export function useDeskKeys(options: DeskKeysOptions): void {
  const latest = useRef(options)
  // Keys come between renders; they go by the latest one.
  useLayoutEffect(() => {
    latest.current = options
  })
  // Keys go to the page wherever the focus is, so they are heard at the document.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing && event.key !== 'Process') return
      if (isElsewhere(event.target)) return
      // A button that has the focus is pressed by Enter and space as everywhere.
      const isPress = event.key === 'Enter' || event.key === ' '
      if (isPress && event.target instanceof Element && event.target.closest('button, a, label'))
        return
      // Tab walks the points only while nothing has the focus; otherwise it walks the page as everywhere.
      if (event.key === 'Tab' && document.activeElement !== document.body) return
      if (act(event, latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Where typing belongs to a field, or a list of choices is open. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !==
    null

/** @returns whether the key meant something here */
function act(event: KeyboardEvent, options: DeskKeysOptions): boolean {
  const { desk, actions, lettersOff, mayType } = options
  desk.attend()
  const name = keyName(event)
  if (name === null || (lettersOff && isLetterKey(name))) return false
  if (isScoreKey(name)) {
    if (mayType) desk.edit((entry, { rules }) => typeKey(entry, name, rules))
    return mayType
  }
  const action = actions.get(name)
  if (!action) return false
  return (
    look(action, options) ||
    walk(action, options) ||
    draw(action, options) ||
    score(action, options)
  )
}

function look(action: DeskAction, { viewer, desk, tool }: DeskKeysOptions): boolean {
  const image = viewer.current
  switch (action) {
    case 'zoomIn':
      image?.zoomBy(ZOOM)
      return true
    case 'zoomOut':
      image?.zoomBy(1 / ZOOM)
      return true
    case 'fitWidth':
      image?.fitWidth()
      return true
    case 'rotate':
      image?.rotate()
      return true
    case 'scrollDown': {
      const { view, focus } = desk.store.getState()
      if (view === 'grid' && focus !== null) desk.toggleTick(focus)
      // While drawing, the key that is held moves the paper under the pen.
      else if (tool === 'select') image?.panBy(0, -SCROLL_PX)
      return true
    }
    case 'scrollUp':
      image?.panBy(0, SCROLL_PX)
      return true
    default:
      return false
  }
}

function walk(action: DeskAction, { desk, onPage }: DeskKeysOptions): boolean {
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
    case 'excellent':
    case 'typical':
    case 'doubtful':
      desk.toggleFlag(action)
      return true
    case 'typicalMistake':
      desk.toggleFlag('typical_mistake')
      return true
    case 'problem':
    case 'rubric':
    case 'whole':
    case 'view':
    case 'search':
    case 'help':
      onPage(action)
      return true
    default:
      return false
  }
}

function draw(action: DeskAction, { tool, onTool }: DeskKeysOptions): boolean {
  switch (action) {
    case 'pen':
    case 'tick':
    case 'cross':
    case 'half':
    case 'text':
    case 'stamp':
    case 'eraser':
      // The same key again puts the tool down.
      onTool(tool === action ? 'select' : action)
      return true
    case 'clearAll':
      if (tool === 'select') return false
      onTool('select')
      return true
    default:
      return false
  }
}

function score(action: DeskAction, { desk, mayType, onBlank }: DeskKeysOptions): boolean {
  switch (action) {
    case 'submit':
      desk.pressEnter()
      return true
    case 'submitExcellent':
      desk.pressEnter('excellent')
      return true
    case 'up':
    case 'down':
      movePoint(desk, action === 'down' ? 1 : -1)
      return true
    default:
      return mayType && typeWhole(action, desk, onBlank)
  }
}

function typeWhole(action: DeskAction, desk: Desk, onBlank: () => void): boolean {
  switch (action) {
    case 'full':
    case 'fullAll':
      desk.edit((entry, { rules }) => giveAll(entry, 'full', action === 'fullAll', rules))
      return true
    case 'zero':
    case 'zeroAll':
      desk.edit((entry, { rules }) => giveAll(entry, 'zero', action === 'zeroAll', rules))
      return true
    case 'clear':
      desk.edit((entry, { rules }) => clearPoint(entry, rules))
      return true
    case 'clearAll':
      desk.edit((_, { rules }) => emptyEntry(rules))
      return true
    case 'blank':
      onBlank()
      return true
    default:
      return false
  }
}

/** Up and down walk the points; in a strip, past the last one, the papers. */
function movePoint(desk: Desk, by: 1 | -1): void {
  const { view } = desk.store.getState()
  let isAtEnd = false
  desk.edit((entry, { rules }) => {
    isAtEnd = by === 1 ? entry.at === rules.points.length - 1 : entry.at === 0
    return move(entry, by, rules)
  })
  if (isAtEnd && view !== 'single') desk.step(by)
}
