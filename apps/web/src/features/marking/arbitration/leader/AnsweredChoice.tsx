import { Segmented, SegmentedMany } from '@hengjuan/ui'
import type { LeaderTaskView } from './leader-task.ts'
import css from './leader.module.css'

/** Which of the optional questions the candidate answered, where nobody knows yet. */
export function AnsweredChoice(props: {
  choices: LeaderTaskView['choices']
  /** How many a candidate answers. */
  choose: number
  chosen: readonly number[]
  onChoose: (questionIds: readonly number[]) => void
}) {
  const { choose, chosen } = props
  const options = props.choices.map(({ question_id, no }) => ({
    value: question_id,
    label: `第${no}题`,
  }))
  if (choose === 1)
    return (
      <div className={css['choice']}>
        <span>考生作答的是</span>
        <Segmented
          label="选做题号"
          options={options}
          value={chosen[0] ?? 0}
          onChange={(id) => props.onChoose([id])}
        />
      </div>
    )
  return (
    <div className={css['choice']}>
      <span>
        考生作答的是（选 {choose} 题，
        {chosen.length < choose ? `还差 ${choose - chosen.length} 题` : '要改选请先取消一题'}）
      </span>
      <SegmentedMany
        label="选做题号"
        options={options}
        values={chosen}
        most={choose}
        onChange={props.onChoose}
      />
    </div>
  )
}
