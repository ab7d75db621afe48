import { type RefObject, useEffect } from 'react'
import type { ViewChange } from './use-view.ts'
import { zoomAt } from './view-transform.ts'

/** Wheel steps of a mouse are about 100 px, of a trackpad a few; this makes both pleasant. */
const ZOOM_PER_WHEEL_PX = 0.0016

/** Drag to pan, wheel to zoom at the pointer, Shift+wheel to pan sideways. */
export function usePointer(frame: RefObject<HTMLDivElement | null>, change: ViewChange): void {
  // React registers wheel handlers as passive; this one must keep the page from scrolling.
  useEffect(() => (frame.current ? listen(frame.current, change) : undefined), [change, frame])
}

/** Returns how to stop listening. */
function listen(element: HTMLElement, change: ViewChange): () => void {
  let drag: { id: number; x: number; y: number } | null = null
  const done = new AbortController()
  const on = { signal: done.signal }

  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      if (event.shiftKey) {
        const by = event.deltaX || event.deltaY
        change((view) => ({ ...view, x: view.x - by }))
        return
      }
      const { left, top } = element.getBoundingClientRect()
      const pointer = { x: event.clientX - left, y: event.clientY - top }
      change((view) => zoomAt(view, Math.exp(-event.deltaY * ZOOM_PER_WHEEL_PX), pointer))
    },
    { ...on, passive: false },
  )
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button > 1 || (event.target as Element).closest('button, a, [data-no-pan]')) return
      drag = { id: event.pointerId, x: event.clientX, y: event.clientY }
      element.setPointerCapture(event.pointerId)
    },
    on,
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      if (drag?.id !== event.pointerId) return
      const by = { x: event.clientX - drag.x, y: event.clientY - drag.y }
      drag = { id: drag.id, x: event.clientX, y: event.clientY }
      change((view) => ({ ...view, x: view.x + by.x, y: view.y + by.y }))
    },
    on,
  )
  for (const end of ['pointerup', 'pointercancel'] as const)
    element.addEventListener(end, () => void (drag = null), on)
  return () => done.abort()
}
