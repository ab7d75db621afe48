import type { Annotation } from '@hengjuan/domain'
import css from './marks.module.css'
import { MarkShapes } from './MarkShapes.tsx'
import { type PartsArrangement, type PartSize, partsLayout } from './parts-layout.ts'

/** What one reader drew; the hand decides the colour, 0 the first reader's. */
export interface HandMarks {
  hand: number
  marks: readonly Annotation[]
}

/** Annotations of readings over their image, to look at. */
export function MarksView(props: {
  parts: readonly PartSize[]
  readings: readonly HandMarks[]
  arrangement?: PartsArrangement
}) {
  const layout = partsLayout(props.parts, props.arrangement)
  const count = props.readings.reduce((sum, { marks }) => sum + marks.length, 0)
  return (
    <svg
      className={css['view']}
      data-testid="earlier-annotations"
      width={layout.width}
      height={layout.height}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="img"
      aria-label={`评阅的批注 ${count} 处`}
    >
      {props.readings.map(({ hand, marks }) => (
        <MarkShapes key={hand} hand={hand} marks={marks} offsets={layout.offsets} />
      ))}
    </svg>
  )
}
