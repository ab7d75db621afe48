import { InputGroup } from '@blueprintjs/core'
import { formatMilli, isObjectiveType, QUESTION_TYPES, type QuestionType } from '@hengjuan/domain'
import { useState } from 'react'
import type { Block } from './block-draft.ts'
import css from './blocks.module.css'

interface Question {
  no: string
  type: number
  full_milli: number
}

/** Every question with its block and knowledge points. */
export function BindTable(props: {
  questions: readonly Question[]
  blocks: readonly Block[]
  knowledge: Readonly<Record<string, string[]>>
  mayEdit: boolean
  wrongNos: ReadonlySet<string>
  onBind: (no: string, key: string | null) => void
  onKnowledge: (no: string, points: string[]) => void
}) {
  return (
    <table className={css['bind']}>
      <thead>
        <tr>
          {['题号', '题型', '分值', '题块', '知识点（用顿号隔开）'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.questions.map((question) => {
          const { no } = question
          const holder = props.blocks.find(({ question_nos }) => question_nos.includes(no))
          return (
            <tr key={no} id={`question-${no}`} data-wrong={props.wrongNos.has(no) || undefined}>
              <td>{no}</td>
              <td>{QUESTION_TYPES[question.type as QuestionType]}</td>
              <td>{formatMilli(question.full_milli)}</td>
              <td>
                {isObjectiveType(question.type as QuestionType) ? (
                  <span className={css['quiet']}>机器评分</span>
                ) : (
                  <select
                    aria-label={`第 ${no} 题的题块`}
                    className={css['adder']}
                    disabled={!props.mayEdit}
                    value={holder?.block_key ?? ''}
                    onChange={({ currentTarget }) =>
                      props.onBind(no, currentTarget.value === '' ? null : currentTarget.value)
                    }
                  >
                    <option value="">（没有题块）</option>
                    {props.blocks.map(({ block_key, name }) => (
                      <option key={block_key} value={block_key}>
                        {name}
                      </option>
                    ))}
                  </select>
                )}
              </td>
              <td>
                <Points
                  no={no}
                  points={props.knowledge[no] ?? []}
                  disabled={!props.mayEdit}
                  onChange={(points) => props.onKnowledge(no, points)}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Knowledge points as text; taken over when the field is left or Enter pressed. */
function Points(props: {
  no: string
  points: readonly string[]
  disabled: boolean
  onChange: (points: string[]) => void
}) {
  const stored = props.points.join('、')
  const [typed, setTyped] = useState({ text: stored, over: stored })
  const text = typed.over === stored ? typed.text : stored
  const take = () => {
    const points = [...new Set(text.split(/[、，,;；]/).map((part) => part.trim().slice(0, 40)))]
      .filter(Boolean)
      .slice(0, 12)
    if (points.join('、') !== stored) props.onChange(points)
  }
  return (
    <InputGroup
      size="small"
      fill
      aria-label={`第 ${props.no} 题的知识点`}
      disabled={props.disabled}
      value={text}
      onValueChange={(next) => setTyped({ text: next, over: stored })}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
      }}
    />
  )
}
