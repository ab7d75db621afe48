import { useCall, useRefresh } from '@hengjuan/client/react'
import { allocationGet, allocationRealloc, balanceGet, markersDeleteAll } from '@hengjuan/contracts'
import type { Sharing } from '@hengjuan/domain'
import { ConfirmDialog, Panel, ReasonButton, Segmented, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { type Changes, judgeChanges, type Staff, VIEW_ONLY, withChange } from './change-draft.ts'
import { type Allocation, changesOf } from './change-plan.ts'
import { ChangeMarkerTable } from './ChangeMarkerTable.tsx'
import { RemoveMarkersDialog } from './RemoveMarkersDialog.tsx'

const SHARINGS = [
  { value: 'keep', label: '保持原任务量' },
  { value: 'even', label: '平均分配剩余' },
  { value: 'pace', label: '按已评份数分配' },
] as const

/** What a new target is made of. */
const RULES: Readonly<Record<Sharing, string>> = {
  keep: '各人任务量不变；空出的任务由接替的教师承担，不够的部分按任务量的比例分给其他人',
  even: '新任务量 = 已评 + 手中 + 剩余任务的平均一份',
  pace: '新任务量 = 已评 + 手中 + 剩余任务按已评份数的一份',
}

/** The changes, what they come to, and the button that carries them out. */
export function ChangeMarkerEditor(props: {
  allocation: Allocation
  staff: readonly Staff[]
  mayChange: boolean
}) {
  const { allocation, staff, mayChange } = props
  const refresh = useRefresh(balanceGet, allocationGet, markersDeleteAll)
  const [chosen, setChanges] = useState<Changes>(new Map())
  const [sharing, setSharing] = useState<Sharing>(allocation.alloc_mode === 3 ? 'keep' : 'even')
  const [isAsking, setAsking] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const save = useCall(allocationRealloc, {
    onSuccess: async ({ recalled }) => {
      toast.done(recalled > 0 ? `阅卷员与任务已更新，收回 ${recalled} 份` : '阅卷员与任务已更新')
      setAsking(false)
      setChanges(new Map())
      await refresh()
    },
    onError: ({ code }) => {
      // Somebody else was quicker: what would happen now is shown, with the reason above it.
      if (code === 'MARKING_ALLOCATION_CHANGED') void refresh()
    },
  })
  const judged = judgeChanges(allocation, staff, chosen, sharing, mayChange)
  const { people, hasTargets, refusal } = judged

  return (
    <Panel
      title={allocation.block_name}
      note={judged.note}
      flush
      actions={
        <>
          {hasTargets && (
            <Segmented label="剩余任务" options={SHARINGS} value={sharing} onChange={setSharing} />
          )}
          <ReasonButton
            reason={!mayChange ? VIEW_ONLY : people.length === 0 ? '没有可以移除的教师' : null}
            onClick={() => setRemoving(true)}
          >
            移除全部教师…
          </ReasonButton>
          <ReasonButton intent="primary" reason={refusal} onClick={() => setAsking(true)}>
            保存调整…
          </ReasonButton>
        </>
      }
      footer={
        hasTargets
          ? `${RULES[sharing]}；保存后按定量分配。已完成的评阅不受影响。`
          : '动态分配：没有固定任务量，接替的教师直接从任务池领取。已完成的评阅不受影响。'
      }
    >
      <ChangeMarkerTable
        allocation={allocation}
        judged={judged}
        mayChange={mayChange}
        onChange={(id, text) => setChanges((now) => withChange(now, id, text, staff))}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title="更换阅卷员、调整任务"
        effect={judged.effect}
        confirmText="保存调整"
        isPending={save.isPending}
        refusal={refusal}
        error={save.error}
        onConfirm={() =>
          save.mutate({
            body: {
              block_id: allocation.block_id,
              changes: changesOf(judged.changes),
              sharing,
              stamp: allocation.stamp,
            },
          })
        }
        onClose={() => {
          setAsking(false)
          save.reset()
        }}
      >
        停止分配的教师保留已完成的评阅，手中未提交的试卷回到任务池。任务有变化的教师都会收到消息；可以随时再次调整。
      </ConfirmDialog>
      {isRemoving && (
        <RemoveMarkersDialog
          allocation={allocation}
          onClose={() => {
            setRemoving(false)
            void refresh()
          }}
        />
      )}
    </Panel>
  )
}
