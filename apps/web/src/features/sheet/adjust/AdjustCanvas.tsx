import { memo, type PointerEvent, useRef, useState } from 'react'
import { type ElementKey, moved, resized, snapOf } from './elements.ts'
import css from './adjust.module.css'
import type { AdjustWork } from './use-adjust-work.ts'
import { type Drag, toggled, shifted, stretchedBox, boxBetween, isWithin } from './adjust-boxes.ts'
import { AdjustFrame } from './AdjustFrame.tsx'

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
            <AdjustFrame
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
