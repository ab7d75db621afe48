import { Segmented } from '@hengjuan/ui'
import type { LeaderTaskView } from './leader-task.ts'
import css from './leader.module.css'

/** Which of the optional questions the candidate answered, where nobody knows yet. */
export const AnsweredChoice = (props: {
  choices: LeaderTaskView['choices']
  chosen: number | null
  onChoose: (questionId: number) => void
}) => (
  <div className={css['choice']}>
    <span>考生作答的是</span>
    <Segmented
      label="选做题号"
      options={props.choices.map(({ question_id, no }) => ({
        value: question_id,
        label: `第${no}题`,
      }))}
      value={props.chosen ?? 0}
      onChange={props.onChoose}
    />
  </div>
)
