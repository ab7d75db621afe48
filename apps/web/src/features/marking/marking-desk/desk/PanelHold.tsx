import { useRef } from 'react'
import type { PanelFrame } from './use-panel-frame.ts'
import {
  keepPanelPlace,
  keepPanelWidth,
  PANEL,
  type PanelPlace,
} from '../../marking-core/paper/kept-view.ts'
import css from './desk.module.css'

/** What the panel of scores is taken hold of by: its edge beside the paper, or a grip where it floats. */
export const PanelHold = ({ frame, blockId }: { frame: PanelFrame; blockId: number }) =>
  frame.side === 'float' ? (
    <PanelGrip onPlace={frame.setPlace} />
  ) : (
    <PanelEdge side={frame.side} blockId={blockId} width={frame.width} onWidth={frame.setWidth} />
  )

/** The edge between paper and scores: dragged, or moved by arrow keys; double click gives the usual width back. */
function PanelEdge(props: {
  side: 'left' | 'right'
  blockId: number
  width: number | null
  onWidth: (width: number | null) => void
}) {
  const { side, blockId, onWidth } = props
  const edge = useRef<HTMLDivElement>(null)
  const now = () => props.width ?? edge.current?.parentElement?.offsetWidth ?? PANEL.least
  const set = (width: number | null) => {
    const most = Math.max(PANEL.least, Math.floor(window.innerWidth * PANEL.mostShare))
    const next = width === null ? null : Math.round(Math.min(most, Math.max(PANEL.least, width)))
    keepPanelWidth(blockId, next)
    onWidth(next)
  }
  return (
    <div
      ref={edge}
      className={css['edge']}
      role="separator"
      aria-orientation="vertical"
      aria-label="给分面板宽度"
      aria-valuenow={props.width ?? PANEL.usual}
      aria-valuemin={PANEL.least}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        set(side === 'right' ? window.innerWidth - event.clientX : event.clientX)
      }}
      onDoubleClick={() => set(null)}
      onKeyDown={(event) => {
        const wider = side === 'right' ? 'ArrowLeft' : 'ArrowRight'
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        event.preventDefault()
        event.stopPropagation()
        set(now() + (event.key === wider ? PANEL.step : -PANEL.step))
      }}
    />
  )
}

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
function PanelGrip(props: { onPlace: (place: PanelPlace) => void }) {
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
