import { type Annotation, stampText } from '@hengjuan/domain'
import css from './marks.module.css'
import type { PartOffset } from './parts-layout.ts'

/** Signs, about their place; image pixels at 200 dots an inch. */
const SIGNS = {
  tick: 'M-20,0 L-6,16 L24,-22',
  half: 'M-20,0 L-6,16 L24,-22 M2,-18 L22,2',
  cross: 'M-18,-18 L18,18 M18,-18 L-18,18',
} as const

/** The annotations of one reading in the picture that is shown. `offsets`: where each part begins. */
export const MarkShapes = (props: {
  marks: readonly Annotation[]
  offsets: readonly PartOffset[]
  /** Whose they are, where several readings are shown: 0 the first. */
  hand?: number
}) => (
  <g className={css['marks']} data-hand={props.hand ?? 0}>
    {props.marks.map((mark, index) => (
      <g
        key={index}
        data-mark={index}
        data-kind={mark.kind}
        transform={translation(mark, props.offsets[mark.part])}
      >
        <Shape mark={mark} />
      </g>
    ))}
  </g>
)

function translation(mark: Annotation, offset: PartOffset = { x: 0, y: 0 }): string {
  const { x, y } = mark.kind === 'pen' ? { x: 0, y: 0 } : mark
  return `translate(${offset.x + x} ${offset.y + y})`
}

function Shape({ mark }: { mark: Annotation }) {
  switch (mark.kind) {
    case 'pen':
      return (
        <>
          <path className={css['reach']} d={linePath(mark.points)} />
          <path className={css['line']} d={linePath(mark.points)} />
        </>
      )
    case 'text':
      return <text className={css['text']}>{mark.text}</text>
    case 'stamp':
      return (
        <>
          <rect className={css['stampFrame']} x="-30" y="-22" width="60" height="44" rx="10" />
          <text className={css['stamp']} textAnchor="middle" dominantBaseline="central">
            {stampText(mark.milli)}
          </text>
        </>
      )
    default:
      return (
        <>
          <path className={css['reach']} d={SIGNS[mark.kind]} />
          <path className={css['line']} d={SIGNS[mark.kind]} />
        </>
      )
  }
}

/** x, y, x, y … as a path; one place alone is a dot. */
export function linePath(points: readonly number[]): string {
  const places = Array.from(
    { length: points.length / 2 },
    (_, index) => `${points[2 * index]},${points[2 * index + 1]}`,
  )
  return places.length === 1 ? `M${places[0]} l0.1,0` : `M${places.join(' L')}`
}
