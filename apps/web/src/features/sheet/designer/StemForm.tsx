import { TextArea } from '@blueprintjs/core'
import { isObjective, type Question } from '../draft.ts'
import css from './designer.module.css'

/** The text of a question, as it will stand on the sheet; every letter shows at once. */
export function StemForm(props: {
  question: Question
  isFixed: boolean
  onChange: (text: string) => void
}) {
  const { question } = props
  const label = `第 ${question.no} 题题干`
  return (
    <div className={css['stem']}>
      <strong>{label}</strong>
      <TextArea
        fill
        autoFocus
        aria-label={`${label}内容`}
        disabled={props.isFixed}
        placeholder={isObjective(question) ? '题目和选项，每个选项一行' : '题目，可换行'}
        value={question.stem ?? ''}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      />
      <small>印在{isObjective(question) ? '填涂框' : '作答区'}上方；清空后不印。</small>
    </div>
  )
}

/** A question with its text; without one when nothing is left of it. */
export function withStem({ stem: _before, ...question }: Question, stem: string): Question {
  return stem === '' ? question : { ...question, stem }
}
