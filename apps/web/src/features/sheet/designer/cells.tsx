import { InputGroup } from '@blueprintjs/core'
import { MILLI_PER_POINT } from '@hengjuan/domain'
import { useState } from 'react'
import type { Question } from '../draft.ts'
import css from './designer.module.css'

/** What is counted in the answer areas of these types. */
const THINGS: Readonly<Record<number, string>> = { 3: '空', 12: '格', 14: '对点', 15: '格' }

/** How much room the answer gets: squares or lines of a composition, blanks, or millimetres. */
export function AreaCell(props: {
  question: Question
  isFixed: boolean
  set: (change: Partial<Question>) => void
}) {
  const { question, set, isFixed } = props
  const { no, type } = question
  const fields =
    type === 11 || type === 7
      ? ({ value: question.gridCells, unit: type === 7 ? '行' : '格', name: 'gridCells' } as const)
      : THINGS[type] !== undefined
        ? ({
            value: question.blanks ?? (type === 3 ? 1 : 4),
            unit: THINGS[type],
            name: 'blanks',
          } as const)
        : ({ value: question.heightMm, unit: '毫米', name: 'heightMm' } as const)
  return (
    <span className={css['area']}>
      <Cell
        label={`第 ${no} 题作答区`}
        value={fields.value === undefined ? '' : String(fields.value)}
        placeholder="自动"
        disabled={isFixed}
        onSave={(text) => set({ [fields.name]: wholeOf(text) })}
      />
      {fields.unit}
      {question.scorePoints && (
        <small title={question.scorePoints.map(({ name }) => name).join('、')}>
          {question.scorePoints.length} 个给分点
        </small>
      )}
    </span>
  )
}

/** A short text that counts when the field is left or Enter is pressed. */
export function Cell(props: {
  label: string
  value: string
  placeholder?: string
  title?: string | undefined
  disabled?: boolean
  onSave: (text: string) => void
}) {
  const [draft, setDraft] = useState<string | null>(null)
  const close = () => {
    if (draft !== null && draft.trim() !== props.value) props.onSave(draft.trim())
    setDraft(null)
  }
  return (
    <InputGroup
      size="small"
      aria-label={props.label}
      title={props.title}
      disabled={props.disabled ?? false}
      placeholder={props.placeholder ?? ''}
      value={draft ?? props.value}
      onValueChange={setDraft}
      onBlur={close}
      onKeyDown={({ key }) => {
        if (key === 'Enter') close()
        if (key === 'Escape') setDraft(null)
      }}
    />
  )
}

/** Points as thousandths; null for what is no number. */
export const pointsOf = (text: string): number | null => {
  const points = Number(text)
  return text === '' || !Number.isFinite(points) ? null : Math.round(points * MILLI_PER_POINT)
}

export const wholeOf = (text: string): number | undefined =>
  /^\d{1,4}$/.test(text) ? Number(text) : undefined
