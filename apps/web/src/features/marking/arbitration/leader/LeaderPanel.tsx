import type { markInfo, ReplyOf } from '@hengjuan/contracts'
import { MarkHands } from '@hengjuan/ui'
import type { ComponentProps, ReactNode } from 'react'
import { answeredOf, bestOfTask } from '../../marking-core/paper/paper.ts'
import { PanelHold } from '../../marking-desk/desk/PanelHold.tsx'
import { ScorePanel } from '../../marking-desk/desk/ScorePanel.tsx'
import type { PanelFrame } from '../../marking-desk/desk/use-panel-frame.ts'
import type { KeyBindings } from '../../marking-core/keys/key-profile.ts'
import { RubricText } from '../../marking-messages/rubric/RubricText.tsx'
import { AnsweredChoice } from './AnsweredChoice.tsx'
import { isAsRead, type LeaderTaskView } from './leader-task.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import type { LeaderPaperWork } from './use-leader-paper.ts'
import desk from '../../marking-desk/desk/desk.module.css'

/** Beside the paper: what earlier readers gave, what the leader gives, and what helps to decide. */
export function LeaderPanel(props: {
  mode: LeaderMode
  task: LeaderTaskView
  info: ReplyOf<typeof markInfo> | undefined
  work: LeaderPaperWork
  bindings: KeyBindings
  frame: PanelFrame
  /** The words of a composition, counted; nothing where there are none. */
  words: ReactNode
  hands: Pick<ComponentProps<typeof MarkHands>, 'readings' | 'hidden' | 'onToggle'>
  isRubricOpen: boolean
  choice: ComponentProps<typeof RubricText>['choice']
}) {
  const { mode, task, info, work, bindings, frame } = props
  const answered = answeredOf(task, info)
  const isRead = isAsRead(task, work.questionIds)
  return (
    <div className={desk['panel']}>
      <PanelHold frame={frame} blockId={task.block_id} />
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
        take={{ bindings, onOne: work.takeReading, onMean: work.takeMean }}
        lockedReason={null}
        mayClick
        bindings={bindings}
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
        {props.words}
        <MarkHands {...props.hands} />
        {props.isRubricOpen && (
          <RubricText blockId={task.block_id} text={info?.rubric ?? ''} choice={props.choice} />
        )}
      </ScorePanel>
    </div>
  )
}
