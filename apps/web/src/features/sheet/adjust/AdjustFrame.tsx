import type { PointerEvent } from 'react'
import type { ElementKey, PageElement } from './elements.ts'
import css from './adjust.module.css'
import { HANDLES, type Handle } from './adjust-boxes.ts'

export function AdjustFrame(props: {
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
