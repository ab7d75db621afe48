import { HTMLSelect } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { allocationBatch, type InputOf, markingStaff, type ReplyOf } from '@hengjuan/contracts'
import { ActDialog, Segmented, SkeletonLines, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { Block } from './allocation-columns.tsx'
import { countChanged, DiffList, reasonAgainst } from './DiffList.tsx'
import { StaffPicker } from '../block/StaffPicker.tsx'
import css from './allocation.module.css'

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
  return (
    <ActDialog
      title={`批量分配 ${targets.length} 个题块`}
      width={860}
      submitText={diffs ? `保存到 ${countChanged(diffs)} 个题块` : '保存'}
      refusal={
        isEmpty(wanted)
          ? '请选择教师或分配方式'
          : preview.isPending
            ? '正在核对差异'
            : reasonAgainst(diffs)
      }
      isPending={save.isPending}
      error={save.error ?? preview.error ?? staff.error}
      onSubmit={() => diffs && save.mutate({ body: { ...bodyOf(wanted), stamp: diffs.stamp } })}
      onClose={props.onClose}
    >
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
      {preview.isPending && !diffs ? <SkeletonLines lines={4} /> : null}
      {diffs && <DiffList diffs={diffs} />}
    </ActDialog>
  )
}

type Person = ReplyOf<typeof markingStaff>[number]

type Batch = InputOf<typeof allocationBatch>['body']

interface Wanted {
  how: Batch['how']
  /** 0: as each block has it. */
  mode: number
  markerIds: readonly number[]
  leaderIds: readonly number[]
}

/** Who marks and who arbitrates in all of the blocks. */
function BatchPeople(props: {
  staff: readonly Person[]
  wanted: Wanted
  onChange: (patch: Partial<Wanted>) => void
}) {
  const { wanted } = props
  return (
    <div className={css['people']}>
      <div>
        <span>阅卷教师</span>
        <StaffPicker
          staff={props.staff}
          duty="marker"
          selected={wanted.markerIds}
          placeholder="输入姓名添加阅卷教师，不填则不变"
          refusal={null}
          onToggle={({ user_id }) =>
            props.onChange({ markerIds: toggled(wanted.markerIds, user_id) })
          }
        />
      </div>
      <div>
        <span>仲裁教师（题组长）</span>
        <StaffPicker
          staff={props.staff}
          duty="leader"
          selected={wanted.leaderIds}
          placeholder="输入姓名添加仲裁教师，不填则不变"
          refusal={null}
          onToggle={({ user_id }) =>
            props.onChange({ leaderIds: toggled(wanted.leaderIds, user_id) })
          }
        />
      </div>
    </div>
  )
}

const toggled = (ids: readonly number[], id: number) =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
