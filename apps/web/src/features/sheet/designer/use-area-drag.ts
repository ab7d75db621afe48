import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Draft } from '../draft.ts'
import type { DropPlace } from './move-area.ts'
import { type DropTarget, dropTargetAt } from './drop-place.ts'
import type { PlacedArea } from './sheet-layout.ts'

/** What a person holds: an area on its way, or the lower edge of one. */
export type Drag =
  | { kind: 'move'; area: PlacedArea; dxMm: number; dyMm: number; target: DropTarget | null }
  | { kind: 'resize'; area: PlacedArea; heightMm: number }

/** Less than this is a click, not a drag. Screen pixels. */
const THRESHOLD_PX = 4
const LEAST_MM = 12

interface DragOptions {
  scale: number
  design: Draft
  areas: readonly PlacedArea[]
  /** Holds an element with `data-page` for every page. */
  root: RefObject<Element | null>
  onMove: (area: PlacedArea, place: DropPlace) => void
  onResize: (area: PlacedArea, heightMm: number) => void
}

/** What areas do with the pointer; the same object all along, so that a drag draws no area anew. */
export interface AreaHold {
  begin: (event: ReactPointerEvent, area: PlacedArea, isResize: boolean) => void
  move: (event: ReactPointerEvent) => void
  finish: () => void
  cancel: () => void
}

/** Taking hold of areas with mouse, pen or finger. Nothing is laid out before the area is let go. */
export function useAreaDrag(options: DragOptions): { drag: Drag | null; hold: AreaHold } {
  const [drag, setDrag] = useState<Drag | null>(null)
  const latest = useRef(options)
  // Read only when a pointer moves, by then the areas are on screen.
  useEffect(() => {
    latest.current = options
  })
  const [hold] = useState((): AreaHold => {
    const holder = areaHold(setDrag)
    return {
      ...holder,
      move: (event) => holder.move(event, latest.current),
      finish: () => holder.finish(latest.current),
    }
  })
  return { drag, hold }
}

function areaHold(show: (drag: Drag | null) => void) {
  let start: { x: number; y: number; area: PlacedArea; isResize: boolean } | null = null
  let drag: Drag | null = null
  const set = (next: Drag | null) => {
    drag = next
    show(next)
  }
  const cancel = () => {
    start = null
    set(null)
  }
  return {
    begin: (event: ReactPointerEvent, area: PlacedArea, isResize: boolean) => {
      if (event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      start = { x: event.clientX, y: event.clientY, area, isResize }
    },
    move: (event: ReactPointerEvent, { scale, design, areas, root }: DragOptions) => {
      if (!start) return
      const { area } = start
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
      if (!drag && Math.hypot(dx, dy) < THRESHOLD_PX) return
      if (start.isResize) {
        const heightMm = Math.max(LEAST_MM, Math.round((area.heightMm + dy / scale) * 2) / 2)
        if (drag?.kind !== 'resize' || drag.heightMm !== heightMm)
          set({ kind: 'resize', area, heightMm })
        return
      }
      const at = pointUnder(event, root.current, scale)
      const target = at && dropTargetAt(design, areas, at)
      set({ kind: 'move', area, dxMm: dx / scale, dyMm: dy / scale, target })
    },
    finish: ({ onResize, onMove }: DragOptions) => {
      if (drag?.kind === 'resize') onResize(drag.area, drag.heightMm)
      if (drag?.kind === 'move' && drag.target) onMove(drag.area, drag.target.place)
      cancel()
    },
    cancel,
  }
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
