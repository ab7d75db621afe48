import { HTMLSelect } from '@blueprintjs/core'
import { formatMilli, QUESTION_TYPES } from '@hengjuan/domain'
import { memo } from 'react'
import { isObjective, type Question, retyped } from '../draft.ts'
import { AreaCell, Cell, pointsOf } from './cells.tsx'
import css from './designer.module.css'
import type { QuestionRowProps } from './question-row.ts'
import { AnswerCells } from './AnswerCells.tsx'
import { QuestionActs } from './QuestionActs.tsx'

const TYPE_OPTIONS = Object.entries(QUESTION_TYPES).map(([value, label]) => ({ value, label }))

function Row(props: QuestionRowProps) {
  const { question, isFixed, act } = props
  const { no, type } = question
  const objective = isObjective(question)
  const onDesign = (change: (before: Question) => Question | null) =>
    act.onDesign([props.section, props.at], change)
  const set = (change: Partial<Question>) => onDesign((before) => ({ ...before, ...change }))
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
      {props.hasObjective && <AnswerCells {...props} />}
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
      <QuestionActs {...props} />
    </tr>
  )
}

/** One question: number, type, score, answer, block and area. */
export const QuestionRow = memo(Row)
