import { isFading } from '@hengjuan/ui'
import { useLayoutEffect, useRef } from 'react'

/** Is the person typing text? */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  !isFading(target) &&
  (target.isContentEditable ||
    ['TEXTAREA', 'SELECT'].includes(target.tagName) ||
    (target instanceof HTMLInputElement && !['radio', 'checkbox', 'button'].includes(target.type)))

/** An open dialog has the keys. */
const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('.bp6-dialog')].some((dialog) => !isFading(dialog))

/** Nothing was typed into the field that could be taken back: the key is for the page. */
const isUndoOfPage = (event: KeyboardEvent): boolean =>
  nameOf(event) === 'Ctrl+z' &&
  event.target instanceof HTMLElement &&
  event.target.dataset['untouched'] !== undefined

/** Name of a pressed key: `j`, `Ctrl+z`, `Enter`, ` `. */
const nameOf = (event: KeyboardEvent): string =>
  `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`

export type KeyAction = (event: KeyboardEvent) => void
export type PageKeys = Readonly<Record<string, KeyAction | undefined>>

/** Keys of the whole page, by name; not while text is typed. `up:x` is the release of a held key. */
export function usePageKeys(keys: PageKeys): void {
  const latest = useRef(keys)
  // The handlers close over the state of the last render.
  useLayoutEffect(() => {
    latest.current = keys
  })
  // Keys reach the page wherever the focus is, so the listener is on the window.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || isDialogOpen()) return
      if (isTyping(event.target) && !isUndoOfPage(event)) return
      const action = latest.current[nameOf(event)]
      if (!action || (event.repeat && event.key === 'Enter')) return
      event.preventDefault()
      action(event)
    }
    const release = (event: KeyboardEvent) =>
      latest.current[`up:${event.key.toLowerCase()}`]?.(event)
    window.addEventListener('keydown', press)
    window.addEventListener('keyup', release)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener('keyup', release)
    }
  }, [])
}
