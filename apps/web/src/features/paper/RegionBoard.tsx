import type { PaperRegion } from '@hengjuan/domain'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { type Paper, placeOf } from './PaperPages.tsx'
import css from './paper.module.css'

interface Point {
  x: number
  y: number
}
type Box = Omit<PaperRegion, 'no' | 'page'>

/** A rectangle that is smaller was a click. */
const LEAST = 0.01

const within = (share: number): number => Math.min(1, Math.max(0, share))
const boxOf = (a: Point, b: Point): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

/** A page of the original on which the current question is framed by dragging; Tab goes on to the next. */
export function RegionBoard(props: {
  page: Paper['pages'][number]
  /** Of this page. */
  regions: readonly Paper['regions'][number][]
  number: number
  current: string | null
  isLocked: boolean
  onPick: (no: string) => void
  onDraw: (box: Box) => void
  onNext: (step: 1 | -1) => void
  onRemove: () => void
}) {
  const { current, page, isLocked } = props
  const board = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<{ from: Point; to: Point } | null>(null)
  const pointOf = (event: PointerEvent): Point => {
    const { left, top, width, height } = board.current?.getBoundingClientRect() ?? new DOMRect()
    return {
      x: within((event.clientX - left) / Math.max(1, width)),
      y: within((event.clientY - top) / Math.max(1, height)),
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') props.onNext(event.shiftKey ? -1 : 1)
    else if (event.key === 'Delete' || event.key === 'Backspace') props.onRemove()
    else if (event.key === 'Escape') {
      setDrag(null)
      board.current?.blur()
      return
    } else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a page to draw on, an application by its role
    <div
      ref={board}
      className={css['board']}
      data-drawing={(!isLocked && current !== null) || undefined}
      // Tab goes from question to question while it has the focus; Escape gives it up.
      tabIndex={isLocked ? undefined : 0}
      role="application"
      aria-label={`原卷第 ${props.number} 页：拖动框出第 ${current ?? ''} 题，Tab 到下一题，Delete 清除，Esc 离开`}
      style={{ aspectRatio: page.width_px / page.height_px }}
      onKeyDown={isLocked ? undefined : onKeyDown}
      onPointerDown={(event) => {
        if (isLocked || current === null || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        event.currentTarget.focus()
        setDrag({ from: pointOf(event), to: pointOf(event) })
        event.preventDefault()
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: pointOf(event) })}
      onPointerUp={() => {
        if (!drag) return
        const box = boxOf(drag.from, drag.to)
        setDrag(null)
        if (box.width >= LEAST && box.height >= LEAST) return props.onDraw(box)
        // A click points at what is there.
        const { x, y } = drag.from
        const hit = props.regions.find(
          (one) => x >= one.x && y >= one.y && x <= one.x + one.width && y <= one.y + one.height,
        )
        if (hit) props.onPick(hit.no)
      }}
      onPointerCancel={() => setDrag(null)}
    >
      <img src={page.url} alt={`原卷第 ${props.number} 页`} draggable={false} />
      {props.regions.map((region) => (
        <span
          key={region.no}
          className={css['region']}
          data-current={region.no === current || undefined}
          style={placeOf(region)}
        >
          <b>{region.no}</b>
        </span>
      ))}
      {drag && (
        <span className={css['region']} data-current style={placeOf(boxOf(drag.from, drag.to))} />
      )}
    </div>
  )
}
