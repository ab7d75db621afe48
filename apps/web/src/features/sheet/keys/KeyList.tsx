import { formatMilli, QUESTION_TYPES, type QuestionType } from '@hengjuan/domain'
import { StatusTag } from '@hengjuan/ui'
import { ITEM_STATUSES, type ItemStatus, type KeyQuestion } from './key-draft.ts'
import css from './keys.module.css'

/** Objective questions with their ruling keys; arrow keys move from one to the next. */
export function KeyList(props: {
  questions: readonly KeyQuestion[]
  currentNo: string | null
  onPick: (no: string) => void
}) {
  return (
    <ul className={css['list']} aria-label="客观题">
      {props.questions.map((question) => (
        <li key={question.no}>
          <button
            type="button"
            aria-current={question.no === props.currentNo}
            onClick={() => props.onPick(question.no)}
            onKeyDown={(event) => {
              const item = event.currentTarget.parentElement
              const next =
                event.key === 'ArrowDown'
                  ? item?.nextElementSibling
                  : event.key === 'ArrowUp'
                    ? item?.previousElementSibling
                    : null
              if (!next) return
              event.preventDefault()
              next.querySelector('button')?.focus()
            }}
          >
            <span className={css['no']}>{question.no}</span>
            <strong>{question.key.join('') || '—'}</strong>
            <span className={css['quiet']}>
              {QUESTION_TYPES[question.type as QuestionType]} {formatMilli(question.full_milli)} 分
            </span>
            {question.key_version === null ? (
              <StatusTag status="warn">无答案</StatusTag>
            ) : question.item_status !== 'normal' && question.item_status !== null ? (
              <StatusTag status="busy">
                {ITEM_STATUSES[question.item_status as ItemStatus]?.label}
              </StatusTag>
            ) : question.key_version > 1 ? (
              <StatusTag status="idle">改过 {question.key_version - 1} 次</StatusTag>
            ) : null}
          </button>
        </li>
      ))}
    </ul>
  )
}
