import { Button, HTMLSelect, InputGroup, PopoverNext } from '@blueprintjs/core'
import { AlignLeftIcon, CrossIcon } from '@blueprintjs/icons'
import { formatMilli, QUESTION_TYPES } from '@hengjuan/domain'
import { type ClipboardEvent, type KeyboardEvent, memo, useState } from 'react'
import { isObjective, type Question, retyped, typedKey } from '../draft.ts'
import { spreadKeys } from '../section-keys.ts'
import { AreaCell, Cell, pointsOf, wholeOf } from './cells.tsx'
import css from './designer.module.css'
import { type Figures, StemForm } from './StemForm.tsx'
import type { RowActs } from './use-row-acts.ts'

const TYPE_OPTIONS = Object.entries(QUESTION_TYPES).map(([value, label]) => ({ value, label }))

/** One question: number, type, score, answer, block and area. */
export const QuestionRow = memo(function QuestionRow(props: {
  section: number
  at: number
  question: Question
  /** All of the section: what is pasted goes on over them. */
  questions: readonly Question[]
  answer: string
  missingMilli: number
  problem: string | undefined
  isSelected: boolean
  /** What the section holds: columns that none of its questions needs are left out. */
  hasObjective: boolean
  hasSubjective: boolean
  isFixed: boolean
  isLayoutFixed: boolean
  /** Null where no question of the section has any. */
  knowledge: string | null
  /** The question can have a text, printed or shown. */
  hasStem: boolean
  figures: Figures | null
  act: RowActs
}) {
  const { question, isFixed, act } = props
  const { no, type } = question
  const [isStemOpen, setStemOpen] = useState(false)
  const objective = isObjective(question)
  const onDesign = (change: (before: Question) => Question | null) =>
    act.onDesign([props.section, props.at], change)
  const set = (change: Partial<Question>) => onDesign((before) => ({ ...before, ...change }))
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
    <tr
      data-no={no}
      data-selected={props.isSelected || undefined}
      data-problem={props.problem === undefined ? undefined : true}
      title={props.problem}
      onFocus={({ target }) => {
        // Selecting scrolls the sheet into sight: a button would move away under the pointer.
        if (!target.closest('button')) act.onSelect(no)
      }}
    >
      <td>
        <Cell
          label={`题号 ${no}`}
          value={no}
          disabled={isFixed}
          onSave={(text) => set({ no: text })}
        />
      </td>
      <td>
        <HTMLSelect
          fill
          minimal
          disabled={isFixed}
          aria-label={`第 ${no} 题题型`}
          value={type}
          options={TYPE_OPTIONS}
          onChange={({ currentTarget }) =>
            onDesign((before) => retyped(before, Number(currentTarget.value)))
          }
        />
      </td>
      <td>
        <Cell
          label={`第 ${no} 题分值`}
          value={formatMilli(question.fullMilli)}
          disabled={isFixed || question.scorePoints !== undefined}
          title={question.scorePoints ? '由给分点合计' : undefined}
          onSave={(text) => set({ fullMilli: pointsOf(text) ?? question.fullMilli })}
        />
      </td>
      {props.hasObjective && (
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
      )}
      {props.hasSubjective && (
        <>
          <td>
            {!objective && (
              <Cell
                label={`第 ${no} 题题块`}
                value={question.blockKey ?? ''}
                disabled={isFixed}
                onSave={(text) => set({ blockKey: text })}
              />
            )}
          </td>
          <td>
            {!objective && <AreaCell question={question} isFixed={props.isLayoutFixed} set={set} />}
          </td>
        </>
      )}
      {props.knowledge !== null && (
        <td className={css['knowledge']} title={props.knowledge}>
          {props.knowledge}
        </td>
      )}
      <td className={css['remove']}>
        {props.hasStem && (
          <PopoverNext
            isOpen={isStemOpen}
            placement="right-start"
            onInteraction={setStemOpen}
            content={
              <StemForm
                question={question}
                isFixed={props.isLayoutFixed}
                figures={props.figures}
                onChange={(change) => act.onStem(no, change)}
              />
            }
          >
            <Button
              size="small"
              variant="minimal"
              active={isStemOpen}
              icon={<AlignLeftIcon />}
              intent={question.stem || question.pictures ? 'primary' : 'none'}
              aria-label={`第 ${no} 题题干`}
              title={
                question.stem
                  ? `题干：${question.stem}`
                  : props.figures
                    ? '写题干、加插图'
                    : '写题干（题卡合一）'
              }
            />
          </PopoverNext>
        )}
        {!isFixed && (
          <Button
            size="small"
            variant="minimal"
            icon={<CrossIcon />}
            aria-label={`删除第 ${no} 题`}
            onClick={() => onDesign(() => null)}
          />
        )}
      </td>
    </tr>
  )
})

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
