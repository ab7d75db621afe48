import type { MouseEvent } from 'react'

/** After a click with the mouse the keys belong to the page again: Enter hands in, whatever was clicked before. */
export function freeKeys(event: MouseEvent<HTMLElement>): void {
  const isOwn = event.target instanceof Element && event.currentTarget.contains(event.target)
  const focused = document.activeElement
  if (isOwn && event.detail > 0 && focused instanceof HTMLElement && focused.matches(CLICKED))
    focused.blur()
}

const CLICKED = 'button, [type="radio"], [type="checkbox"]'
