import { useLayoutEffect } from 'react'
import { type Box, movedBox, sizedBox } from './dialog-frame.ts'

/** As large as the corner that the style sheet draws. */
const CORNER_PX = 14

/** Where dialogs were put, by their title, as long as the page stands. */
const kept = new Map<string, Box>()

/**
 * Every dialog can be dragged by its title, and its size by its lower right corner; opened again it is as it was left,
 * and a double click on the title puts it back. Stands once, beside the screens.
 */
export function DialogFrames() {
  useLayoutEffect(() => {
    const done = new AbortController()
    const on = { signal: done.signal }
    document.addEventListener('pointerdown', begin, on)
    document.addEventListener(
      'dblclick',
      ({ clientX, clientY }) => {
        // The dialog took the pointer, and the click with it.
        const under = document.elementFromPoint(clientX, clientY)
        const dialog = titleOf(under)?.closest<HTMLElement>('.bp6-dialog')
        if (dialog) putBack(dialog)
      },
      on,
    )
    const watch = watchPortals()
    return () => {
      done.abort()
      watch.disconnect()
    }
  }, [])
  return null
}

/** Puts every dialog that comes where it was left, before it is painted. */
function watchPortals(): MutationObserver {
  const added = (changes: readonly MutationRecord[]): Element[] =>
    changes.flatMap(({ addedNodes }) =>
      [...addedNodes].filter((node): node is Element => node instanceof Element),
    )
  // A dialog lies in an element at the end of the page, which is empty at first, and stays when it closes.
  const contents = new MutationObserver((changes) => {
    for (const element of added(changes)) reopen(element)
  })
  const portals = new MutationObserver((changes) => {
    for (const portal of added(changes)) {
      reopen(portal)
      contents.observe(portal, { childList: true, subtree: true })
    }
  })
  portals.observe(document.body, { childList: true })
  return portals
}

/** The title that a press takes hold of; null for its buttons, and elsewhere. */
const titleOf = (target: EventTarget | null): Element | null =>
  target instanceof Element && !target.closest('button')
    ? target.closest('.bp6-dialog-header')
    : null

function begin(event: PointerEvent): void {
  if (event.button !== 0 || !(event.target instanceof Element)) return
  const dialog = event.target.closest<HTMLElement>('.bp6-dialog')
  if (!dialog) return
  const { right, bottom } = dialog.getBoundingClientRect()
  const isCorner =
    event.target === dialog &&
    right - event.clientX <= CORNER_PX &&
    bottom - event.clientY <= CORNER_PX
  if (isCorner) follow(event, dialog, sizedBox)
  else if (titleOf(event.target)) follow(event, dialog, movedBox)
}

/** The dialog goes with the pointer until that is let go. */
function follow(from: PointerEvent, dialog: HTMLElement, change: typeof movedBox): void {
  const [box, room] = boxesOf(dialog)
  if (!box || !room) return
  from.preventDefault()
  dialog.setPointerCapture(from.pointerId)
  const done = new AbortController()
  const move = ({ clientX, clientY }: PointerEvent) => {
    const next = change(box, { x: clientX - from.clientX, y: clientY - from.clientY }, room)
    kept.set(nameOf(dialog), next)
    place(dialog, next)
  }
  const end = () => done.abort()
  dialog.addEventListener('pointermove', move, { signal: done.signal })
  dialog.addEventListener('pointerup', end, { signal: done.signal })
  dialog.addEventListener('pointercancel', end, { signal: done.signal })
}

/** The dialog and the window, both from the corner of what the dialog lies in. */
function boxesOf(dialog: HTMLElement): readonly [Box, Box] | readonly [] {
  const around = dialog.parentElement?.getBoundingClientRect()
  if (!around) return []
  const { left, top, width, height } = dialog.getBoundingClientRect()
  return [
    { left: left - around.left, top: top - around.top, width, height },
    {
      left: 0 - around.left,
      top: 0 - around.top,
      width: document.documentElement.clientWidth,
      height: document.documentElement.clientHeight,
    },
  ]
}

function place(dialog: HTMLElement, { left, top, width, height }: Box): void {
  dialog.dataset['placed'] = ''
  for (const [name, px] of Object.entries({ left, top, width, height }))
    dialog.style.setProperty(`--hj-dialog-${name}`, `${Math.round(px)}px`)
}

function putBack(dialog: HTMLElement): void {
  kept.delete(nameOf(dialog))
  delete dialog.dataset['placed']
}

/** What was opened again is where it was left, as far as the window has room. */
function reopen(element: Element): void {
  for (const dialog of element.querySelectorAll<HTMLElement>('.bp6-dialog')) {
    const box = kept.get(nameOf(dialog))
    const [, room] = boxesOf(dialog)
    if (box && room && dialog.dataset['placed'] === undefined)
      place(dialog, sizedBox(movedBox(box, { x: 0, y: 0 }, room), { x: 0, y: 0 }, room))
  }
}

/** Dialogs about one thing or another are the same dialog. */
const nameOf = (dialog: HTMLElement): string =>
  (dialog.querySelector('.bp6-dialog-header')?.textContent ?? '').replaceAll(/「.*?」/g, '')
