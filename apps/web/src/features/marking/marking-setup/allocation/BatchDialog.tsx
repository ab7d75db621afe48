import { Button, Dialog, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { allocationBatch, markingStaff } from '@hengjuan/contracts'
import { ReasonButton, Segmented, sentenceOf, SkeletonLines, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { Block } from './AllocationRow.tsx'
import { countChanged, DiffList, reasonAgainst } from './DiffList.tsx'
import css from './allocation.module.css'
import { type Batch, type Wanted, BatchPeople } from './BatchPeople.tsx'

const HOWS = [
  { value: 'add', label: '添加到原有教师' },
  { value: 'replace', label: '取代原有教师' },
] as const

/** The same people and the same way of sharing for several blocks; shown before it is saved. */
export function BatchDialog(props: {
  examId: number
  subjectId: number
  targets: readonly Block[]
  onClose: () => void
  onDone: () => void
}) {
  const { targets } = props
  const staff = useRoute(markingStaff, { query: { block_id: targets[0]?.block_id ?? 0 } })
  const [wanted, setWanted] = useState<Wanted>({
    how: 'add',
    mode: 0,
    markerIds: [],
    leaderIds: [],
  })
  const bodyOf = ({ how, mode, markerIds, leaderIds }: Wanted): Batch => ({
    exam_id: props.examId,
    subject_id: props.subjectId,
    block_ids: targets.map(({ block_id }) => block_id),
    how,
    ...(mode === 0 ? {} : { alloc_mode: mode }),
    // Nobody named: those who are there stay, also where others would be replaced.
    ...(markerIds.length === 0 ? {} : { markers: markerIds.map((marker_id) => ({ marker_id })) }),
    ...(leaderIds.length === 0 ? {} : { leader_ids: [...leaderIds] }),
  })
  const isEmpty = ({ mode, markerIds, leaderIds }: Wanted): boolean =>
    mode === 0 && markerIds.length === 0 && leaderIds.length === 0
  const preview = useCall(allocationBatch)
  const save = useCall(allocationBatch, {
    onSuccess: (saved) => {
      toast.done(`${countChanged(saved)} 个题块的分配已保存`)
      props.onDone()
    },
    onError: (error) => {
      if (error.code === 'MARKING_ALLOCATION_CHANGED')
        preview.mutate({ body: { ...bodyOf(wanted), preview: 1 } })
    },
  })
  const change = (patch: Partial<Wanted>) => {
    const next = { ...wanted, ...patch }
    setWanted(next)
    save.reset()
    if (isEmpty(next)) preview.reset()
    else preview.mutate({ body: { ...bodyOf(next), preview: 1 } })
  }
  const diffs = preview.data
  const error = save.error ?? preview.error ?? staff.error
  return (
    <Dialog
      isOpen
      title={`批量分配 ${targets.length} 个题块`}
      onClose={props.onClose}
      style={{ width: 860 }}
    >
      <DialogBody>
        <p className={css['muted']}>{targets.map(({ block_name }) => block_name).join('、')}</p>
        {staff.data ? (
          <BatchPeople staff={staff.data} wanted={wanted} onChange={change} />
        ) : (
          !staff.error && <SkeletonLines lines={3} />
        )}
        <div className={css['choices']}>
          <Segmented
            label="与原有教师的关系"
            options={HOWS}
            value={wanted.how}
            onChange={(how) => change({ how })}
          />
          <div>
            分配方式
            <HTMLSelect
              aria-label="分配方式"
              value={wanted.mode}
              options={[
                { value: 0, label: '保持各题块原有方式' },
                { value: 1, label: '动态分配' },
                { value: 2, label: '平均分配' },
                { value: 3, label: '定量分配（按比例，先各占 1 份）' },
              ]}
              onChange={({ currentTarget }) => change({ mode: Number(currentTarget.value) })}
            />
          </div>
        </div>
        {error && (
          <p role="alert" className={css['problem']}>
            {sentenceOf(error)}
          </p>
        )}
        {preview.isPending && !diffs ? <SkeletonLines lines={4} /> : null}
        {diffs && <DiffList diffs={diffs} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={save.isPending}
              reason={
                isEmpty(wanted)
                  ? '请选择教师或分配方式'
                  : preview.isPending
                    ? '正在核对差异'
                    : reasonAgainst(diffs)
              }
              onClick={() =>
                diffs && save.mutate({ body: { ...bodyOf(wanted), stamp: diffs.stamp } })
              }
            >
              {diffs ? `保存到 ${countChanged(diffs)} 个题块` : '保存'}
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
