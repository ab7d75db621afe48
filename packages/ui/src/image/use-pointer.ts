import { type RefObject, useEffect } from 'react'
import type { ViewChange } from './use-view.ts'
import { type Point, moved, zoomAt } from './view-transform.ts'

/** Wheel steps of a mouse are about 100 px, of a trackpad a few; this makes both pleasant. */
const ZOOM_PER_WHEEL_PX = 0.0016

/** Drag to pan, wheel or two fingers to zoom at the pointer, Shift+wheel to pan sideways. */
export function usePointer(frame: RefObject<HTMLDivElement | null>, change: ViewChange): void {
  // React registers wheel handlers as passive; this one must keep the page from scrolling.
  useEffect(() => (frame.current ? listen(frame.current, change) : undefined), [change, frame])
}

/** Returns how to stop listening. */
function listen(element: HTMLElement, change: ViewChange): () => void {
  /** Where each finger, or the pressed mouse, was last; window pixels. */
  const held = new Map<number, Point>()
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
      held.set(event.pointerId, { x: event.clientX, y: event.clientY })
      element.setPointerCapture(event.pointerId)
    },
    on,
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      const before = [...held.values()]
      if (!held.has(event.pointerId)) return
      held.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const { left, top } = element.getBoundingClientRect()
      const after = [...held.values()]
      change((view) => moved(view, before, after, { x: left, y: top }))
    },
    on,
  )
  for (const end of ['pointerup', 'pointercancel'] as const)
    element.addEventListener(end, ({ pointerId }) => void held.delete(pointerId), on)
  return () => done.abort()
}
