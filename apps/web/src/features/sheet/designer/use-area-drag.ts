import { type PointerEvent as ReactPointerEvent, type RefObject, useRef, useState } from 'react'
import type { Draft } from '../draft.ts'
import type { DropPlace } from './edit-areas.ts'
import { type DropTarget, dropTargetAt } from './drop-place.ts'
import type { PlacedArea } from './sheet-layout.ts'

/** What a person holds: an area on its way, or the lower edge of one. */
export type Drag =
  | { kind: 'move'; area: PlacedArea; dxMm: number; dyMm: number; target: DropTarget | null }
  | { kind: 'resize'; area: PlacedArea; heightMm: number }

/** Less than this is a click, not a drag. Screen pixels. */
const THRESHOLD_PX = 4
const LEAST_MM = 12

/** Taking hold of areas with mouse, pen or finger. Nothing is laid out before the area is let go. */
export function useAreaDrag(options: {
  scale: number
  design: Draft
  areas: readonly PlacedArea[]
  /** Holds an element with `data-page` for every page. */
  root: RefObject<Element | null>
  onMove: (area: PlacedArea, place: DropPlace) => void
  onResize: (area: PlacedArea, heightMm: number) => void
}) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const start = useRef<{ x: number; y: number; area: PlacedArea; isResize: boolean } | null>(null)
  const { scale } = options

  const begin = (event: ReactPointerEvent, area: PlacedArea, isResize: boolean) => {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, y: event.clientY, area, isResize }
  }
  const move = (event: ReactPointerEvent) => {
    const from = start.current
    if (!from) return
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    if (!drag && Math.hypot(dx, dy) < THRESHOLD_PX) return
    if (from.isResize) {
      const heightMm = Math.max(LEAST_MM, Math.round((from.area.heightMm + dy / scale) * 2) / 2)
      setDrag({ kind: 'resize', area: from.area, heightMm })
      return
    }
    const at = pointUnder(event, options.root.current, scale)
    const target = at && dropTargetAt(options.design, options.areas, at)
    setDrag({ kind: 'move', area: from.area, dxMm: dx / scale, dyMm: dy / scale, target })
  }
  const finish = () => {
    if (drag?.kind === 'resize') options.onResize(drag.area, drag.heightMm)
    if (drag?.kind === 'move' && drag.target) options.onMove(drag.area, drag.target.place)
    cancel()
  }
  const cancel = () => {
    start.current = null
    setDrag(null)
  }
  return { drag, begin, move, finish, cancel }
}

function pointUnder(
  event: { clientX: number; clientY: number },
  root: Element | null,
  scale: number,
): { page: number; xMm: number; yMm: number } | null {
  for (const element of root?.querySelectorAll('[data-page]') ?? []) {
    const page = Number(element.getAttribute('data-page'))
    const box = element.getBoundingClientRect()
    if (event.clientY < box.top || event.clientY > box.bottom) continue
    return { page, xMm: (event.clientX - box.left) / scale, yMm: (event.clientY - box.top) / scale }
  }
  return null
}
