import { useRef } from 'react'
import { keepPanelPlace, type PanelPlace } from './kept-view.ts'
import css from './desk.module.css'

const STEP_PX = 24
/** So much of the grip stays inside the window, so that it can be caught again. */
const SEEN_PX = 80

/** To the right edge and down, by arrow key. */
const MOVES: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves the floating panel: dragged, or by arrow keys. */
export function PanelGrip(props: { place: PanelPlace; onPlace: (place: PanelPlace) => void }) {
  const { place, onPlace } = props
  const grabbed = useRef<{ x: number; y: number } | null>(null)
  const move = (right: number, top: number) => {
    const next = {
      right: Math.round(Math.min(window.innerWidth - SEEN_PX, Math.max(0, right))),
      top: Math.round(Math.min(window.innerHeight - SEEN_PX, Math.max(0, top))),
    }
    keepPanelPlace(next)
    onPlace(next)
  }
  return (
    <button
      type="button"
      className={css['grip']}
      aria-label="移动给分面板：拖动，或按方向键"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        grabbed.current = { x: event.clientX + place.right, y: event.clientY - place.top }
      }}
      onPointerMove={(event) => {
        const from = grabbed.current
        if (from) move(from.x - event.clientX, event.clientY - from.y)
      }}
      onPointerUp={() => {
        grabbed.current = null
      }}
      onKeyDown={(event) => {
        const by = MOVES[event.key]
        if (!by) return
        event.preventDefault()
        event.stopPropagation()
        move(place.right + by[0] * STEP_PX, place.top + by[1] * STEP_PX)
      }}
    >
      ⠿
    </button>
  )
}
