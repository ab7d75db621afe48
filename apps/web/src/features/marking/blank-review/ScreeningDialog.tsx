import { Checkbox, FormGroup, NumericInput, Switch } from '@blueprintjs/core'
import { useCall, useRefresh } from '@hengjuan/client/react'
import { blankBlockGet, blankBlockList, blockSettingsSet } from '@hengjuan/contracts'
import { ActDialog, ReasonButton, toast, WithReason } from '@hengjuan/ui'
import { useState } from 'react'
import { ActLine, useRunningAct } from '../../../acts/index.ts'
import type { BlankBlockRow } from './BlankBlocks.tsx'
import { suggestedLimit } from './suggested-limit.ts'
import css from './blank.module.css'

/** How a block is screened for blank answers. */
export function ScreeningDialog(props: {
  examId: number
  block: BlankBlockRow
  /** The other blocks of the subject. */
  others: readonly BlankBlockRow[]
  onClose: () => void
}) {
  const { examId, block, others, onClose } = props
  const [isForAll, setIsForAll] = useState(false)
  const [isOn, setIsOn] = useState(block.blank_check === 1)
  const [percent, setPercent] = useState(Number((block.ink_limit * 100).toFixed(3)))
  const [needsTwo, setNeedsTwo] = useState(block.needs_two === 1)
  const refresh = useRefresh(blankBlockGet, blankBlockList)
  const save = useCall(blockSettingsSet, {
    onError: toast.error,
    onSuccess: () => {
      toast.done('已保存，并按新的设置重新筛查')
      onClose()
      return refresh()
    },
  })
  const { act, reason: waiting } = useRunningAct(examId, {
    kinds: ['settings', 'screen'],
    subjectId: block.subject_id,
    isSending: save.isPending,
  })
  const suggested = suggestedLimit(block.confirmed_most_ink, block.rejected_least_ink)
  const isValid = percent >= 0 && percent <= 20
  return (
    <ActDialog
      title={`筛查设置 · ${block.block_name}`}
      width={480}
      submitText="保存并重新筛查"
      refusal={isValid ? waiting : '墨迹比例请填 0 到 20 之间的数'}
      isPending={save.isPending}
      note="没有人评过的试卷会按新的设置重新筛查。"
      onSubmit={() =>
        save.mutate({
          body: {
            exam_id: examId,
            subject_id: block.subject_id,
            blocks: [block, ...(isForAll ? others : [])].map(({ block_id }) => ({
              block_id,
              blank_check: isOn ? 1 : 0,
              blank_ink_limit: percent / 100,
              blank_needs_two: needsTwo ? 1 : 0,
            })),
          },
        })
      }
      onClose={onClose}
    >
      <Switch
        checked={isOn}
        label="阅卷前筛查疑似空白卷"
        onChange={({ currentTarget }) => setIsOn(currentTarget.checked)}
      />
      <FormGroup
        label="墨迹比例不超过"
        labelInfo="%"
        helperText={isValid ? limitHint(block) : '请填 0 到 20 之间的数'}
        intent={isValid ? 'none' : 'danger'}
      >
        <div className={css['limit']}>
          <WithReason reason={isOn ? null : '先打开空白筛查'}>
            <NumericInput
              value={percent}
              min={0}
              max={20}
              stepSize={0.1}
              minorStepSize={0.01}
              disabled={!isOn}
              onValueChange={(value) => setPercent(value)}
            />
          </WithReason>
          {suggested !== null && (
            <ReasonButton
              reason={isOn ? null : '先打开空白筛查'}
              onClick={() => setPercent(Number((suggested * 100).toFixed(2)))}
            >
              采用建议 {(suggested * 100).toFixed(2)}%
            </ReasonButton>
          )}
        </div>
      </FormGroup>
      <Switch
        checked={needsTwo}
        label="需要两人确认（重要考试）"
        onChange={({ currentTarget }) => setNeedsTwo(currentTarget.checked)}
      />
      {others.length > 0 && (
        <Checkbox
          checked={isForAll}
          label={`同时用于${block.subject_name}的其余 ${others.length} 个题块`}
          onChange={({ currentTarget }) => setIsForAll(currentTarget.checked)}
        />
      )}
      <ActLine act={act} />
    </ActDialog>
  )
}

/** What people have decided so far says where the limit belongs. */
function limitHint(block: BlankBlockRow): string {
  const share = (ratio: number) => `${(ratio * 100).toFixed(2)}%`
  const parts = []
  if (block.confirmed_most_ink !== null)
    parts.push(`已确认的空白卷墨迹最多 ${share(block.confirmed_most_ink)}`)
  if (block.rejected_least_ink !== null)
    parts.push(`有作答的最少 ${share(block.rejected_least_ink)}`)
  const [most, least] = [block.confirmed_most_ink ?? 0, block.rejected_least_ink ?? Infinity]
  if (most >= least) parts.push('两者有重叠，请保留较高的比例，由人查看')
  return parts.length > 0
    ? `${parts.join('，')}。`
    : '确认一些之后，这里会显示空白卷与有作答的墨迹比例。'
}
