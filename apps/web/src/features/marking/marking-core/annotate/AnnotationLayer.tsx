import { type Annotation, ANNOTATION_LIMITS } from '@hengjuan/domain'
import { MarkShapes, type PartsArrangement, type PartSize, partsLayout } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import { partAt, type Place, type Tool } from './tool.ts'
import { useAnnotate } from './use-annotate.ts'
import { takeFocus } from '../take-focus.ts'
import css from './annotate.module.css'

/** The annotations of a paper over its image, and the pen, signs and notes of whoever marks it. */
export function AnnotationLayer(props: {
  parts: readonly PartSize[]
  arrangement?: PartsArrangement
  marks: readonly Annotation[]
  /** Which reader draws, where earlier ones are shown beside; decides the colour. */
  hand?: number
  tool: Tool
  /** What a stamp gives, and to which point; null where none can be given. */
  stamp: { milli: number; point: number } | null
  onSign: (...marks: Annotation[]) => void
  onErase: (index: number) => void
}) {
  const layout = partsLayout(props.parts, props.arrangement)
  const [note, setNote] = useState<Place | null>(null)
  const svg = useAnnotate({ ...props, offsets: layout.offsets, onNote: setNote })
  return (
    <>
      <svg
        ref={svg}
        className={css['layer']}
        data-tool={props.tool}
        data-hand={props.hand ?? 0}
        data-testid="annotations"
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="img"
        aria-label={`批注 ${props.marks.length} 处`}
      >
        <MarkShapes marks={props.marks} offsets={layout.offsets} hand={props.hand ?? 0} />
      </svg>
      {note && (
        <NoteField
          place={note}
          onDone={(text) => {
            setNote(null)
            if (text) props.onSign({ kind: 'text', ...partAt(layout.offsets, note), text })
          }}
        />
      )}
    </>
  )
}

/** A note being written where it will stand. Enter keeps it, Esc or an empty line drops it. */
function NoteField(props: { place: Place; onDone: (text: string) => void }) {
  const isDone = useRef(false)
  const finish = (text: string) => {
    // Leaving the field after Enter or Esc says nothing more.
    if (isDone.current) return
    isDone.current = true
    props.onDone(text.trim())
  }
  return (
    <input
      className={css['note']}
      style={{ left: props.place.x, top: props.place.y }}
      data-no-pan=""
      aria-label="批注文字"
      placeholder="批注，Enter 保存"
      maxLength={ANNOTATION_LIMITS.text}
      ref={takeFocus}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') finish(event.currentTarget.value)
        if (event.key === 'Escape') finish('')
      }}
      onBlur={(event) => finish(event.currentTarget.value)}
    />
  )
}
