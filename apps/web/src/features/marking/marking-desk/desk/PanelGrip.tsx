import { useRef } from 'react'
import { keepPanelPlace, type PanelPlace } from '../../marking-core/paper/kept-view.ts'
import css from './desk.module.css'

const STEP_PX = 24
/** So much of its height at least: the rest of the scores scrolls in it. */
const LEAST_HIGH_PX = 320

/** To the right edge and down, by arrow key. */
const MOVES: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves the floating panel: dragged, or by arrow keys. */
export function PanelGrip(props: { onPlace: (place: PanelPlace) => void }) {
  const { onPlace } = props
  const grip = useRef<HTMLButtonElement>(null)
  const grabbed = useRef<{ x: number; y: number } | null>(null)
  const panelBox = () => grip.current?.parentElement?.getBoundingClientRect() ?? new DOMRect()
  /** Where it is, which is not where it was put if the window has become smaller. */
  const placeNow = (): PanelPlace => {
    const { right, top } = panelBox()
    return { right: window.innerWidth - right, top }
  }
  const move = (right: number, top: number) => {
    const most = {
      right: window.innerWidth - panelBox().width,
      top: window.innerHeight - LEAST_HIGH_PX,
    }
    const next = {
      right: Math.round(Math.max(0, Math.min(most.right, right))),
      top: Math.round(Math.max(0, Math.min(most.top, top))),
    }
    keepPanelPlace(next)
    onPlace(next)
  }
  return (
    <button
      ref={grip}
      type="button"
      className={css['grip']}
      aria-label="移动给分面板：拖动，或按方向键"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        const { right, top } = placeNow()
        grabbed.current = { x: event.clientX + right, y: event.clientY - top }
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
        const { right, top } = placeNow()
        move(right + by[0] * STEP_PX, top + by[1] * STEP_PX)
      }}
    >
      ⠿
    </button>
  )
}
