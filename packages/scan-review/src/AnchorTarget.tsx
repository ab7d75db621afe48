import type { Point } from './anchor-geometry.ts'

export function AnchorTarget(props: {
  name: string
  point: Point
  size: number
  /** In the right half of the picture: its name stands on the left, inside. */
  isRight: boolean
  isCurrent: boolean
  onGrab: () => void
}) {
  const { size } = props
  const { x, y } = props.point
  return (
    <g
      data-no-pan=""
      data-current={props.isCurrent || undefined}
      role="slider"
      aria-label={`定位点 ${props.name}`}
      aria-valuenow={Math.round(x)}
      aria-valuetext={`横 ${Math.round(x)}，纵 ${Math.round(y)}`}
      onPointerDown={(event) => {
        props.onGrab()
        event.currentTarget.ownerSVGElement?.setPointerCapture(event.pointerId)
        event.stopPropagation()
      }}
    >
      <circle cx={x} cy={y} r={size} />
      <path
        d={`M${x - size * 1.4} ${y}H${x + size * 1.4}M${x} ${y - size * 1.4}V${y + size * 1.4}`}
      />
      <text
        x={props.isRight ? x - size * 1.2 : x + size * 1.2}
        y={y - size * 0.9}
        fontSize={size * 1.3}
        textAnchor={props.isRight ? 'end' : 'start'}
      >
        {props.name}
      </text>
    </g>
  )
}
