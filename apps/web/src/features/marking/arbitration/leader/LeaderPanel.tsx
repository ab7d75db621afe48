import type { markInfo, ReplyOf } from '@hengjuan/contracts'
import { MarkHands, Segmented, SegmentedMany } from '@hengjuan/ui'
import type { ComponentProps } from 'react'
import { answeredOf, bestOfTask } from '../../marking-core/paper/paper.ts'
import { PanelHold } from '../../marking-desk/desk/PanelHold.tsx'
import { ScorePanel } from '../../marking-desk/desk/ScorePanel.tsx'
import type { PaperLook } from '../../marking-desk/desk/use-paper-look.ts'
import { WordCount } from '../../marking-desk/words/WordCount.tsx'
import { RubricText } from '../../marking-messages/rubric/RubricText.tsx'
import { isAsRead, type LeaderTaskView } from './leader-task.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import type { LeaderPaperWork } from './use-leader-paper.ts'
import desk from '../../marking-desk/desk/desk.module.css'
import css from './leader.module.css'

/** Beside the paper: what earlier readers gave, what the leader gives, and what helps to decide. */
export function LeaderPanel(props: {
  mode: LeaderMode
  task: LeaderTaskView
  info: ReplyOf<typeof markInfo> | undefined
  work: LeaderPaperWork
  look: PaperLook
  /** The paper whose words are counted; null where there are none. */
  words: ComponentProps<typeof WordCount>['task'] | null
  hands: Pick<ComponentProps<typeof MarkHands>, 'readings' | 'hidden' | 'onToggle'>
  isRubricOpen: boolean
  choice: ComponentProps<typeof RubricText>['choice']
}) {
  const { mode, task, info, work, look, words } = props
  const answered = answeredOf(task, info)
  const isRead = isAsRead(task, work.questionIds)
  return (
    <div className={desk['panel']}>
      <PanelHold frame={look.panel} blockId={task.block_id} />
      <ScorePanel
        rules={work.rules}
        bestOf={bestOfTask(task, task.best_of)}
        answered={answered ? { text: answered, otherwise: '' } : null}
        entry={work.entry}
        onEdit={work.edit}
        onSubmit={() => work.submit()}
        submitText={mode === 'arbitration' ? '提交仲裁分' : '按此给分'}
        hint={work.hint}
        marked={isRead ? task.disagree : []}
        earlier={isRead ? task.readings : []}
        take={{ onOne: work.takeReading, onMean: work.takeMean }}
        lockedReason={null}
        mayClick
        top={
          task.choices.length > 0 && (
            <AnsweredChoice
              choices={task.choices}
              choose={task.choose}
              chosen={work.questionIds}
              onChoose={work.choose}
            />
          )
        }
      >
        {words && (
          <WordCount
            task={words}
            blockId={task.block_id}
            isRuled={look.isRuled}
            onRule={look.turnRuler}
          />
        )}
        <MarkHands {...props.hands} />
        {props.isRubricOpen && (
          <RubricText blockId={task.block_id} text={info?.rubric ?? ''} choice={props.choice} />
        )}
      </ScorePanel>
    </div>
  )
}

/** Which of the optional questions the candidate answered, where nobody knows yet. */
function AnsweredChoice(props: {
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
