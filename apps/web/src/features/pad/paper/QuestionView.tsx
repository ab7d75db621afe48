import { InputGroup, TextArea } from '@blueprintjs/core'
import {
  formatMilli,
  letterAt,
  QUESTION_TYPES,
  type QuestionType,
  takesSeveral,
} from '@hengjuan/domain'
import type { ReactNode } from 'react'
import { answerKey, type Answers, type PadQuestion, partsOf, toggled } from './answers.ts'
import css from './paper.module.css'

/** A question and where it is answered. */
export function QuestionView(props: {
  question: PadQuestion
  answers: Answers
  isFixed: boolean
  onAnswer: (sub: string, value: string) => void
  /** Beside the number, as a flag. */
  mark?: ReactNode
  /** Under a written answer, as photos. */
  children?: ReactNode
}) {
  const { question } = props
  const { no, type, text, pictures, optional } = question
  return (
    <article className={css['question']} id={`question-${no}`} aria-label={`第 ${no} 题`}>
      <header>
        <b>{no}.</b>
        <span className={css['kind']}>
          {QUESTION_TYPES[type as QuestionType] ?? '题目'}，{formatMilli(question.full_milli)} 分
          {optional && `，选做题（任选 ${optional.choose} 题作答）`}
        </span>
        {props.mark}
      </header>
      {text !== '' && <p className={css['text']}>{text}</p>}
      {pictures.map((picture, at) => (
        <img
          key={picture.hash}
          className={css['figure']}
          src={picture.url}
          style={{ maxHeight: picture.height_px > 0 ? picture.height_px : undefined }}
          alt={`第 ${no} 题图 ${at + 1}`}
        />
      ))}
      {question.option_count > 0 ? <Options {...props} /> : <Written {...props} />}
      {props.children}
    </article>
  )
}

type AnswerProps = Parameters<typeof QuestionView>[0]

function Options({ question, answers, isFixed, onAnswer }: AnswerProps) {
  const { no, options, option_count } = question
  const chosen = answers[answerKey(question.question_id)] ?? ''
  const several = takesSeveral(question.type)
  return (
    <div
      className={css[options === null ? 'letters' : 'options']}
      role={several ? 'group' : 'radiogroup'}
      aria-label={`第 ${no} 题选项`}
    >
      {Array.from({ length: option_count }, (_, at) => letterAt(at)).map((letter, at) => (
        <button
          key={letter}
          type="button"
          role={several ? 'checkbox' : 'radio'}
          aria-checked={chosen.includes(letter)}
          aria-label={`第 ${no} 题选 ${letter}`}
          className={css['option']}
          disabled={isFixed}
          onClick={() => onAnswer('', toggled(question, chosen, letter))}
        >
          <span className={css['letter']}>{letter}</span>
          {options !== null && <span>{options[at]}</span>}
        </button>
      ))}
    </div>
  )
}

const MOST = 8000

function Written({ question, answers, isFixed, onAnswer }: AnswerProps) {
  const { no, question_id } = question
  const valueOf = (sub: string) => answers[answerKey(question_id, sub)] ?? ''
  if (question.blanks === 0)
    return (
      <TextArea
        fill
        autoResize
        className={css['written']}
        aria-label={`第 ${no} 题作答`}
        placeholder="在这里作答"
        maxLength={MOST}
        disabled={isFixed}
        value={valueOf('')}
        onChange={({ currentTarget }) => onAnswer('', currentTarget.value)}
      />
    )
  return (
    <div className={css['blanks']}>
      {partsOf(question).map((sub) => (
        <label key={sub}>
          {question.blanks > 1 && `（${sub}）`}
          <InputGroup
            fill
            aria-label={`第 ${no} 题第 ${sub} 空`}
            maxLength={500}
            disabled={isFixed}
            value={valueOf(sub)}
            onValueChange={(value) => onAnswer(sub, value)}
          />
        </label>
      ))}
    </div>
  )
}
