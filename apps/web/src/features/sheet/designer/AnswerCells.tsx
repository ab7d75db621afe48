import { InputGroup } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { isObjective, type Question, typedKey } from '../draft.ts'
import { spreadKeys } from '../section-keys.ts'
import { Cell, pointsOf, wholeOf } from './cells.tsx'
import css from './designer.module.css'
import type { QuestionRowProps } from './question-row.ts'

/** The field of the answer so many rows further on; null at the ends of the table. */
function keyField(at: Element | null, by: 1 | -1): HTMLInputElement | null {
  const fields = [
    ...(at?.closest('table')?.querySelectorAll<HTMLInputElement>('input[data-answer]') ?? []),
  ]
  const place = fields.findIndex((field) => field === at)
  return place < 0 ? null : (fields[place + by] ?? null)
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }

/** Arrows and Enter go from answer to answer; what is there is marked, so that a letter takes its place. */
function moveBetweenKeys(event: KeyboardEvent<HTMLInputElement>): void {
  const step = STEPS[event.key]
  const next = step && keyField(event.currentTarget, step)
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}

/** How many options a choice has, its answer, and what an incomplete answer gets. */
export function AnswerCells(props: QuestionRowProps) {
  const { question, isFixed, act } = props
  const { no, type } = question
  const objective = isObjective(question)
  const set = (change: Partial<Question>) =>
    act.onDesign([props.section, props.at], (before) => ({ ...before, ...change }))
  const typeKey = (text: string) => {
    const key = typedKey(text, question)
    act.onWork((work) => ({ ...work, keys: { ...work.keys, [no]: key } }))
    // One letter is all of it: the next one belongs to the next question.
    if (key !== '' && text.length > props.answer.length && (type === 1 || type === 13))
      keyField(document.activeElement, 1)?.focus()
  }
  const pasteKeys = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (text.trim().length < 2) return
    event.preventDefault()
    act.onWork((work) => ({
      ...work,
      keys: { ...work.keys, ...spreadKeys(text, props.questions, no).keys },
    }))
  }
  return (
    <>
      <td>
        {objective && (
          <Cell
            label={`第 ${no} 题选项数`}
            value={String(question.optionCount ?? 4)}
            disabled={isFixed || type === 13}
            onSave={(text) => set({ optionCount: wholeOf(text) ?? 4 })}
          />
        )}
      </td>
      <td>
        {objective && (
          <InputGroup
            size="small"
            aria-label={`第 ${no} 题答案`}
            placeholder="未设置"
            className={css['key']}
            data-answer
            onPaste={pasteKeys}
            onKeyDown={moveBetweenKeys}
            value={props.answer}
            onValueChange={typeKey}
          />
        )}
      </td>
      <td>
        {type === 2 && (
          <Cell
            label={`第 ${no} 题漏选得分`}
            value={formatMilli(props.missingMilli)}
            onSave={(text) =>
              act.onWork((work) => ({
                ...work,
                missing: { ...work.missing, [no]: pointsOf(text) ?? 0 },
              }))
            }
          />
        )}
      </td>
    </>
  )
}
