import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { svgAddress } from '../SheetPreview.tsx'
import {
  type Area,
  type Block,
  edgesOf,
  moved,
  type Page,
  type Region,
  regionOf,
} from './block-draft.ts'
import css from './blocks.module.css'
import {
  type Frame,
  type Grip,
  type Drag,
  STEP_MM,
  FAST_MM,
  CLICK_MM,
  ARROWS,
  dragged,
} from './page-frames.ts'
import { FrameShape } from './FrameShape.tsx'

/**
 * A page of the sheet with the frames of the blocks on it. Dragging on paper draws a frame for the block in
 * hand; frames are moved and resized by mouse, or by arrow keys (Shift: in large steps, Alt: resize, Delete:
 * remove).
 */
export function PageBoard(props: {
  page: Page
  svg: string | undefined
  areas: readonly Area[]
  blocks: readonly Block[]
  currentKey: string | null
  frame: Frame | null
  mayEdit: boolean
  onPick: (frame: Frame) => void
  onDraw: (region: Region) => void
  onChange: (frame: Frame, region: Region | null) => void
}) {
  const { page, blocks, areas, mayEdit } = props
  const board = useRef<SVGSVGElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)

  const pointOf = (event: PointerEvent) => {
    const box = board.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    return {
      x: ((event.clientX - box.left) / box.width) * page.width_mm,
      y: ((event.clientY - box.top) / box.height) * page.height_mm,
    }
  }
  const begin = (event: PointerEvent, grip: Grip, frame: Frame | null, region: Region | null) => {
    if (!mayEdit || event.button !== 0) return
    event.stopPropagation()
    board.current?.setPointerCapture(event.pointerId)
    const start = pointOf(event)
    const from = region
      ? edgesOf(region)
      : { left: start.x, top: start.y, right: start.x, bottom: start.y }
    setDrag({ frame, grip, start, from, now: region ?? regionOf(page, from) })
    if (frame) props.onPick(frame)
  }
  const follow = (event: PointerEvent) => {
    if (!drag) return
    const at = pointOf(event)
    setDrag({ ...drag, now: dragged(page, areas, drag, at) })
  }
  const end = (event: PointerEvent) => {
    if (!drag) return
    setDrag(null)
    const at = pointOf(event)
    const far = Math.hypot(at.x - drag.start.x, at.y - drag.start.y) > CLICK_MM
    const region = dragged(page, areas, drag, at)
    if (drag.frame && far) props.onChange(drag.frame, region)
    else if (!drag.frame && far) props.onDraw(region)
  }
  const press = (event: KeyboardEvent, frame: Frame, region: Region) => {
    if (!mayEdit) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      props.onChange(frame, null)
      return
    }
    const way = ARROWS[event.key]
    if (!way) return
    event.preventDefault()
    const step = event.shiftKey ? FAST_MM : STEP_MM
    const [dx, dy] = [way[0] * step, way[1] * step]
    const edges = edgesOf(region)
    props.onChange(
      frame,
      event.altKey
        ? regionOf(page, { ...edges, right: edges.right + dx, bottom: edges.bottom + dy })
        : moved(page, region, dx, dy),
    )
  }

  return (
    <div className={css['board']}>
      {props.svg && <img src={svgAddress(props.svg)} alt={`答题卡第 ${page.page} 面`} />}
      <svg
        ref={board}
        viewBox={`0 0 ${page.width_mm} ${page.height_mm}`}
        data-editable={mayEdit || undefined}
        onPointerDown={(event) => begin(event, 'new', null, null)}
        onPointerMove={follow}
        onPointerUp={end}
        onPointerCancel={() => setDrag(null)}
        role="group"
        aria-label={`第 ${page.page} 面的框`}
      >
        {blocks.flatMap((block, at) =>
          block.regions.flatMap((region, index) => {
            if (region.page !== page.page) return []
            const frame = { key: block.block_key, index }
            const isHeld = drag?.frame?.key === frame.key && drag.frame.index === index
            return [
              <FrameShape
                key={`${block.block_key} ${index}`}
                name={block.name}
                colour={at}
                part={block.regions.length > 1 ? index + 1 : null}
                region={isHeld ? drag.now : region}
                isCurrent={block.block_key === props.currentKey}
                isPicked={props.frame?.key === frame.key && props.frame.index === index}
                onGrip={(event, grip) => begin(event, grip, frame, region)}
                onFocus={() => props.onPick(frame)}
                onKey={(event) => press(event, frame, region)}
              />,
            ]
          }),
        )}
        {drag && !drag.frame && (
          <rect
            className={css['drawn']}
            x={drag.now.x_mm}
            y={drag.now.y_mm}
            width={drag.now.width_mm}
            height={drag.now.height_mm}
          />
        )}
      </svg>
    </div>
  )
}
