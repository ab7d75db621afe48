import { useRef } from 'react'
import { keepPanelWidth, PANEL } from '../../marking-core/paper/kept-view.ts'
import css from './desk.module.css'

/** The edge between paper and scores: dragged, or moved by arrow keys; double click gives the usual width back. */
export function PanelEdge(props: {
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
