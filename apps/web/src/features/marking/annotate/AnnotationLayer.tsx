import type { Annotation } from '@hengjuan/domain'
import { useState } from 'react'
import { layoutOf } from '../queue/paper-images.ts'
import { MarkShapes } from './MarkShapes.tsx'
import { NoteField } from './NoteField.tsx'
import { partAt, type Place, type Tool } from './tool.ts'
import { useAnnotate } from './use-annotate.ts'
import css from './annotate.module.css'

type Parts = Parameters<typeof layoutOf>[0]

/** The annotations of a paper over its image, and the pen, signs and notes of whoever marks it. */
export function AnnotationLayer(props: {
  parts: Parts
  marks: readonly Annotation[]
  tool: Tool
  /** What a stamp gives, and to which point; null where none can be given. */
  stamp: { milli: number; point: number } | null
  onSign: (mark: Annotation) => void
  onErase: (index: number) => void
}) {
  const layout = layoutOf(props.parts)
  const [note, setNote] = useState<Place | null>(null)
  const svg = useAnnotate({ ...props, tops: layout.tops, onNote: setNote })
  return (
    <>
      <svg
        ref={svg}
        className={css['layer']}
        data-tool={props.tool}
        data-testid="annotations"
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="img"
        aria-label={`批注 ${props.marks.length} 处`}
      >
        <MarkShapes marks={props.marks} tops={layout.tops} />
      </svg>
      {note && (
        <NoteField
          place={note}
          onDone={(text) => {
            setNote(null)
            if (text) props.onSign({ kind: 'text', ...partAt(layout.tops, note), text })
          }}
        />
      )}
    </>
  )
}

/** Annotations of other readings: to look at. */
export function AnnotationView(props: {
  parts: Parts
  readings: readonly { hand: number; marks: readonly Annotation[] }[]
}) {
  const layout = layoutOf(props.parts)
  return (
    <svg
      className={css['layer']}
      data-testid="annotations"
      width={layout.width}
      height={layout.height}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="img"
      aria-label="先前评阅的批注"
    >
      {props.readings.map(({ hand, marks }) => (
        <MarkShapes key={hand} hand={hand} marks={marks} tops={layout.tops} />
      ))}
    </svg>
  )
}
