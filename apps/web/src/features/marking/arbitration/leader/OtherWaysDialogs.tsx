import { Radio, RadioGroup, TextArea } from '@blueprintjs/core'
import { ActDialog } from '@hengjuan/ui'
import { useState } from 'react'
import type { LeaderTaskView } from './leader-task.ts'
import { ReturnDialog } from './ReturnDialog.tsx'
import type { LeaderPaperWork } from './use-leader-paper.ts'
import type { OtherWays } from './use-other-ways.ts'
import { useKeptReason } from './kept-reasons.ts'
import type { NoMark } from './decision.ts'
import css from './leader.module.css'

/** What is asked before a paper goes back to somebody, or is decided without a mark. */
export function OtherWaysDialogs(props: {
  task: LeaderTaskView
  work: LeaderPaperWork
  ways: OtherWays
}) {
  const { task, work, ways } = props
  const dialog = {
    unitId: task.unit_id,
    isPending: work.isSending,
    error: work.hint,
    onClose: ways.close,
  }
  if (ways.opened === 'noMark') return <NoMarkDialog {...dialog} onDecide={work.noMark} />
  return ways.opened === 'return' ? (
    <ReturnDialog
      {...dialog}
      readings={task.readings}
      colleagues={task.colleagues}
      onReturn={work.handBack}
    />
  ) : null
}

const MEANINGS: Record<NoMark, string> = {
  void: '作废：本题块的作答不计，得 0 分，不登记违纪',
  misconduct: '按违纪处理：本题块 0 分，考生在本学科登记违纪，由考试管理员决定后续处理',
}

/** A problem paper gets nothing, and why; what was written is kept. @source domain rules 6.2 */
function NoMarkDialog(props: {
  unitId: number
  isPending: boolean
  error: string | null
  onDecide: (outcome: NoMark, reason: string) => void
  onClose: () => void
}) {
  const [outcome, setOutcome] = useState<NoMark>('void')
  const [reason, setReason] = useKeptReason('no mark', props.unitId)
  return (
    <ActDialog
      title="违纪或作废"
      submitText={outcome === 'void' ? '作废 1 份' : '按违纪处理 1 份'}
      submitsOnEnter
      intent="danger"
      refusal={reason.trim() === '' ? '请写明原因，操作记录中会保留' : null}
      isPending={props.isPending}
      error={props.error}
      onSubmit={() => props.onDecide(outcome, reason.trim())}
      onClose={props.onClose}
    >
      <RadioGroup
        className={css['destinations'] ?? ''}
        label="这份问题卷不给分，而是"
        selectedValue={outcome}
        onChange={({ currentTarget }) => setOutcome(currentTarget.value as NoMark)}
      >
        {Object.entries(MEANINGS).map(([one, meaning], index) => (
          <Radio key={one} value={one} autoFocus={index === 0}>
            {meaning}
          </Radio>
        ))}
      </RadioGroup>
      <div className={css['comment']}>
        <span>原因</span>
        <TextArea
          fill
          aria-label="原因"
          maxLength={500}
          placeholder="例如：答卷中夹带打印的答案，监考记录第 3 条"
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </div>
      <p className={css['comment']}>
        处理后可当即撤销，以后也可在「裁定记录」中撤销；撤销后回到问题卷，违纪登记一并取消。
      </p>
    </ActDialog>
  )
}
