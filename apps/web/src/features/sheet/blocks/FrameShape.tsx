import type { KeyboardEvent, PointerEvent } from 'react'
import { edgesOf, type Region } from './block-draft.ts'
import css from './blocks.module.css'
import { type Grip, GRIP_MM } from './page-frames.ts'

export function FrameShape(props: {
  name: string
  colour: number
  part: number | null
  region: Region
  isCurrent: boolean
  isPicked: boolean
  onGrip: (event: PointerEvent, grip: Grip) => void
  onFocus: () => void
  onKey: (event: KeyboardEvent) => void
}) {
  const { region } = props
  const { left, top, right, bottom } = edgesOf(region)
  const label = props.part === null ? props.name : `${props.name} · ${props.part}`
  return (
    <g
      className={css['frame']}
      data-colour={props.colour % COLOURS}
      data-current={props.isCurrent || undefined}
      data-picked={props.isPicked || undefined}
    >
      <rect
        x={left}
        y={top}
        width={region.width_mm}
        height={region.height_mm}
        tabIndex={0}
        role="button"
        aria-label={`${label} 的框`}
        onPointerDown={(event) => props.onGrip(event, 'move')}
        onFocus={props.onFocus}
        onKeyDown={props.onKey}
      />
      <text x={left + 1.5} y={top + 5}>
        {label}
      </text>
      {props.isPicked &&
        (
          [
            ['nw', left, top],
            ['ne', right, top],
            ['sw', left, bottom],
            ['se', right, bottom],
          ] as const
        ).map(([grip, x, y]) => (
          <rect
            key={grip}
            className={css['grip']}
            data-grip={grip}
            x={x - GRIP_MM / 2}
            y={y - GRIP_MM / 2}
            width={GRIP_MM}
            height={GRIP_MM}
            onPointerDown={(event) => props.onGrip(event, grip)}
          />
        ))}
    </g>
  )
}

/** Colours that the style sheet knows. */
const COLOURS = 6
