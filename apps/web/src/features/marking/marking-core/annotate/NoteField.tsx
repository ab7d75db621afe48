import { ANNOTATION_LIMITS } from '@hengjuan/domain'
import { useRef } from 'react'
import { takeFocus } from '../take-focus.ts'
import type { Place } from './tool.ts'
import css from './annotate.module.css'

/** A note being written where it will stand. Enter keeps it, Esc or an empty line drops it. */
export function NoteField(props: { place: Place; onDone: (text: string) => void }) {
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
