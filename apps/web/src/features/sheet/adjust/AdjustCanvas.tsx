import { memo, type PointerEvent, useRef, useState } from 'react'
import { type Box, type ElementKey, moved, type PageElement, resized, snapOf } from './elements.ts'
import css from './adjust.module.css'
import type { AdjustWork } from './use-adjust-work.ts'

/** Corners and edges that an element is stretched by. */
const HANDLES = ['nw', 'ne', 'se', 'sw'] as const
type Handle = (typeof HANDLES)[number]

type Drag =
  | { kind: 'move'; x: number; y: number; dx: number; dy: number; keys: ReadonlySet<ElementKey> }
  | { kind: 'resize'; key: ElementKey; handle: Handle; from: Box; to: Box }
  | { kind: 'band'; from: { x: number; y: number }; to: { x: number; y: number } }

/** The page's picture with everything that was proposed on it; taken hold of by mouse or pen. */
export function AdjustCanvas(props: {
  work: AdjustWork
  picture: string
  /** Screen pixels of a millimetre. */
  scale: number
  /** Elements that a person should look at. */
  doubtful: ReadonlySet<string>
}) {
  const { work, scale } = props
  const { page, elements, chosen } = work
  const [drag, setDrag] = useState<Drag | null>(null)
  const svg = useRef<SVGSVGElement>(null)

  const pointOf = (event: PointerEvent) => {
    const frame = svg.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return { x: (event.clientX - frame.left) / scale, y: (event.clientY - frame.top) / scale }
  }
  const take = (event: PointerEvent, key: ElementKey) => {
    event.stopPropagation()
    svg.current?.setPointerCapture(event.pointerId)
    const isMore = event.shiftKey || event.ctrlKey
    const keys = isMore ? toggled(chosen, key) : chosen.has(key) ? chosen : new Set([key])
    work.choose(keys)
    setDrag({ kind: 'move', ...pointOf(event), dx: 0, dy: 0, keys })
  }
  const onMove = (event: PointerEvent) => {
    if (!drag) return
    const at = pointOf(event)
    if (drag.kind === 'band') setDrag({ ...drag, to: at })
    else if (drag.kind === 'resize') setDrag({ ...drag, to: stretchedBox(drag, at) })
    else {
      const [dx, dy] = [at.x - drag.x, at.y - drag.y]
      const first = elements.find(({ key }) => drag.keys.has(key))
      // Alt places freely.
      const snap =
        first && !event.altKey
          ? snapOf(
              shifted(first.box, dx, dy),
              elements.filter(({ key }) => !drag.keys.has(key)).map(({ box }) => box),
            )
          : { dx: 0, dy: 0 }
      setDrag({ ...drag, dx: dx + snap.dx, dy: dy + snap.dy })
    }
  }
  const onUp = () => {
    if (drag?.kind === 'move' && Math.hypot(drag.dx, drag.dy) > 0.05)
      work.change((one) => moved(one, drag.keys, drag.dx, drag.dy))
    if (drag?.kind === 'resize') work.change((one) => resized(one, drag.key, drag.to))
    if (drag?.kind === 'band') {
      const band = boxBetween(drag.from, drag.to)
      work.choose(new Set(elements.filter(({ box }) => isWithin(box, band)).map(({ key }) => key)))
    }
    setDrag(null)
  }

  const shown = drag?.kind === 'resize' ? resized(page, drag.key, drag.to) : page
  return (
    <div
      className={css['paper']}
      style={{ width: page.widthMm * scale, height: page.heightMm * scale }}
    >
      <img src={props.picture} alt={`第 ${page.page} 页`} draggable={false} />
      <svg
        ref={svg}
        className={css['overlay']}
        viewBox={`0 0 ${page.widthMm} ${page.heightMm}`}
        role="application"
        aria-label="答题卡坐标"
        onPointerDown={(event) => {
          svg.current?.setPointerCapture(event.pointerId)
          const at = pointOf(event)
          setDrag({ kind: 'band', from: at, to: at })
        }}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={() => setDrag(null)}
      >
        <Bubbles fields={shown.fields} />
        {elements.map((element) => {
          const isMoving = drag?.kind === 'move' && drag.keys.has(element.key)
          const isStretching = drag?.kind === 'resize' && drag.key === element.key
          const box = isMoving
            ? shifted(element.box, drag.dx, drag.dy)
            : isStretching
              ? drag.to
              : element.box
          return (
            <Frame
              key={element.key}
              element={{ ...element, box }}
              isChosen={chosen.has(element.key)}
              isOnly={chosen.size === 1 && chosen.has(element.key)}
              isDoubtful={props.doubtful.has(element.key)}
              scale={scale}
              onTake={take}
              onStretch={(event, handle) => {
                event.stopPropagation()
                svg.current?.setPointerCapture(event.pointerId)
                setDrag({ kind: 'resize', key: element.key, handle, from: box, to: box })
              }}
            />
          )
        })}
        {drag?.kind === 'band' && (
          <rect className={css['band']} {...boxBetween(drag.from, drag.to)} />
        )}
      </svg>
    </div>
  )
}

/** Bubbles are many and change only when the page does. */
const Bubbles = memo(function Bubbles({ fields }: { fields: AdjustWork['page']['fields'] }) {
  return fields.flatMap((field) =>
    field.bubbles.map((bubble) => (
      <rect
        key={`${field.id} ${bubble.column} ${bubble.value}`}
        className={css['bubble']}
        x={bubble.xMm - bubble.widthMm / 2}
        y={bubble.yMm - bubble.heightMm / 2}
        width={bubble.widthMm}
        height={bubble.heightMm}
        rx={field.shape === 'ellipse' ? Math.min(bubble.widthMm, bubble.heightMm) / 2 : 0.3}
      />
    )),
  )
})

function Frame(props: {
  element: PageElement
  isChosen: boolean
  isOnly: boolean
  isDoubtful: boolean
  scale: number
  onTake: (event: PointerEvent, key: ElementKey) => void
  onStretch: (event: PointerEvent, handle: Handle) => void
}) {
  const { element, scale } = props
  const { key, box, label } = element
  const size = Math.min(9 / scale, Math.max(4 / scale, box.width / 2))
  return (
    <g
      className={css['element']}
      data-element={key}
      data-kind={key.slice(0, key.indexOf(':'))}
      data-chosen={props.isChosen || undefined}
      data-doubtful={props.isDoubtful || undefined}
    >
      <rect
        x={box.x - 0.8}
        y={box.y - 0.8}
        width={box.width + 1.6}
        height={box.height + 1.6}
        onPointerDown={(event) => props.onTake(event, key)}
      >
        <title>{label}</title>
      </rect>
      <text x={box.x - 0.8} y={box.y - 1.6} fontSize={11.5 / scale}>
        {props.isDoubtful ? `？${label}` : label}
      </text>
      {props.isOnly &&
        HANDLES.map((handle) => (
          <rect
            key={handle}
            className={css['handle']}
            data-handle={handle}
            x={(handle.endsWith('w') ? box.x - 0.8 : box.x + box.width + 0.8) - size / 2}
            y={(handle.startsWith('n') ? box.y - 0.8 : box.y + box.height + 0.8) - size / 2}
            width={size}
            height={size}
            onPointerDown={(event) => props.onStretch(event, handle)}
          />
        ))}
    </g>
  )
}

function toggled(keys: ReadonlySet<ElementKey>, key: ElementKey): ReadonlySet<ElementKey> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

const shifted = (box: Box, dx: number, dy: number): Box => ({
  ...box,
  x: box.x + dx,
  y: box.y + dy,
})

function stretchedBox(
  { from, handle }: Extract<Drag, { kind: 'resize' }>,
  at: { x: number; y: number },
): Box {
  const left = handle.endsWith('w') ? Math.min(at.x, from.x + from.width - 1) : from.x
  const top = handle.startsWith('n') ? Math.min(at.y, from.y + from.height - 1) : from.y
  const right = handle.endsWith('w') ? from.x + from.width : Math.max(at.x, from.x + 1)
  const bottom = handle.startsWith('n') ? from.y + from.height : Math.max(at.y, from.y + 1)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function boxBetween(a: { x: number; y: number }, b: { x: number; y: number }): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  }
}

const isWithin = (box: Box, band: Box) =>
  box.x >= band.x &&
  box.y >= band.y &&
  box.x + box.width <= band.x + band.width &&
  box.y + box.height <= band.y + band.height
