import { type MouseEvent, type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'
import { toast } from './toast.ts'

/** Longer than a key bounces or a hand repeats itself, shorter than anybody needs to see what came and decide. */
export const GLANCE_MS = 300

/** Why a key did nothing. */
export const JUST_CAME = '刚换了一份，看过后再按一次'

/** The browser presses a button again and again while its key is held. */
const PRESSES = ['Enter', ' ']

/** Where keys of the page mean something else. */
const isElsewhere = (target: Element): boolean =>
  isField(target) || target.closest('[role="dialog"], [role="menu"]') !== null

const isField = (target: Element): boolean =>
  target.closest('textarea, select, input:not([type="checkbox"], [type="radio"])') !== null

interface Options {
  /** Keys of the page that decide, beside Enter and Ctrl+Backspace; absent where only buttons do. */
  keys?: readonly string[]
  /** How long an item has to be on the screen before it takes a decision. */
  glanceMs?: number
  /** Says why a key did nothing. */
  onEarly?: (words: string) => void
}

/**
 * For what decides about one item, where the next one comes up under the same buttons and keys: a press that was
 * meant for the one before decides nothing about one that nobody has seen. Buttons and keys do nothing until the item
 * has been there for a moment, a held key acts once, and the second half of a double click belongs to its first.
 *
 * @param item another one where something else would be decided
 * @returns what the element around the buttons needs, and whether the item came just now
 */
export function useOneByOne(item: string | number, options: Options = {}) {
  const { glanceMs = GLANCE_MS } = options
  const root = useRef<HTMLElement | null>(null)
  const latest = useRef(options)
  /** The item under the first click of a series. */
  const begunOn = useRef<string | number | null>(null)
  const isEarly = useCallback(() => root.current?.dataset['new'] !== undefined, [])
  useLayoutEffect(() => {
    latest.current = options
  })
  // Kept in the document: it is over without anything to be drawn anew. Input goes before timers, so that presses
  // that waited while the page was busy come too early as well.
  useLayoutEffect(() => {
    const element = root.current
    if (!element) return undefined
    element.dataset['new'] = ''
    return afterPainting(() => {
      const timer = setTimeout(() => delete element.dataset['new'], glanceMs)
      return () => clearTimeout(timer)
    })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another item is looked at anew
  }, [item, glanceMs])
  // Before all others: pages hear their keys at the document or the window.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body
      const { keys, onEarly = toast.note } = latest.current
      const isHere = root.current?.contains(target) ?? false
      if (!isHere && (keys === undefined || isElsewhere(target))) return
      if (!isDecision(event, target, keys)) return
      if (!event.repeat && !isEarly()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (!event.repeat) onEarly(JUST_CAME)
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isEarly])
  const ref: RefCallback<HTMLElement> = useCallback((element) => {
    root.current = element
  }, [])
  const onClickCapture = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest('button')) return
    if (event.detail <= 1) begunOn.current = item
    if (!isEarly() && begunOn.current === item) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { here: { ref, onClickCapture }, isEarly }
}

/**
 * Begins in the frame after the next: what is in the document now has been painted by then, however busy the page is.
 *
 * @returns ends it, begun or not
 */
function afterPainting(begin: () => () => void): () => void {
  let end: (() => void) | undefined
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => (end = begin()))
  })
  return () => {
    cancelAnimationFrame(frame)
    end?.()
  }
}

function isDecision(event: KeyboardEvent, target: Element, keys: readonly string[] = []): boolean {
  if (event.key === 'Backspace') return event.ctrlKey
  if (event.key === 'Enter') return event.ctrlKey || target.closest('textarea') === null
  if (isField(target)) return false
  return keys.includes(event.key) || (PRESSES.includes(event.key) && isButton(target))
}

const isButton = (target: Element): boolean => target.closest('button') !== null
