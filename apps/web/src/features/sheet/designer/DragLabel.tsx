import css from './canvas.module.css'

export function DragLabel({
  xMm,
  yMm,
  scale,
  text,
}: {
  xMm: number
  yMm: number
  scale: number
  text: string
}) {
  const size = 13 / scale
  const width = size * 6
  return (
    <g>
      <rect
        className={css['labelBox']}
        x={xMm - width / 2}
        y={yMm - size * 1.9}
        width={width}
        height={size * 1.6}
        rx={size * 0.3}
      />
      <text x={xMm} y={yMm - size * 0.75} fontSize={size} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}
