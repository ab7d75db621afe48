import type { QuestionPersonRow, ReplyOf, reportQuestionPeople } from '@hengjuan/contracts'
import { figureText } from '@hengjuan/domain'
import { Answer } from './Answer.tsx'
import css from './report.module.css'

/** What one student got in each question; of the one that is chosen, what was written. @source reports 2.5 (b) */
export function PersonAnswers(props: {
  items: ReplyOf<typeof reportQuestionPeople>['items']
  row: QuestionPersonRow
  subjectId: number
  /** The question shown; the first where it is none of them. */
  no: string
  onChoose: (no: string) => void
}) {
  const { items, row } = props
  const shown = items.find(({ no }) => no === props.no) ?? items[0]
  return (
    <>
      <div className={css['answerChips']}>
        {items.map((item, index) => {
          const cell = row.cells[index]
          const isFull = cell?.s === item.full_milli
          return (
            <button
              key={item.question_id}
              type="button"
              aria-pressed={item.no === shown?.no}
              data-state={cell?.nr ? 'blank' : isFull ? 'full' : 'part'}
              title={`第 ${item.no} 题${cell?.nr ? '，未作答' : ''}`}
              onClick={() => props.onChoose(item.no)}
            >
              <small>{item.no}</small>
              {cell?.nr ? '未答' : figureText(cell?.s, 'milli')}
            </button>
          )
        })}
      </div>
      {shown && <Answer subjectId={props.subjectId} candidateId={row.candidate_id} no={shown.no} />}
    </>
  )
}
