import { Classes } from '@blueprintjs/core'
import { routeKey, useCall } from '@hengjuan/client/react'
import { allocationGet, allocationRealloc, balanceGet, markersDeleteAll } from '@hengjuan/contracts'
import {
  appErrorOf,
  type MarkerChange,
  planChange,
  type PlannedMarker,
  type Sharing,
} from '@hengjuan/domain'
import {
  ConfirmDialog,
  EmptyState,
  Figure,
  Panel,
  ReasonButton,
  Segmented,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Allocation, changesOf, sharedBlockOf, standingChanges } from './change-plan.ts'
import type { Colleague } from './ChangeChoice.tsx'
import { ChangeMarkerRow } from './ChangeMarkerRow.tsx'
import { RemoveMarkersDialog } from './RemoveMarkersDialog.tsx'
import css from './setup.module.css'

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

/** Titles of the columns; those of figures with their formula. */
const COLUMNS: readonly { title: string; formula?: string }[] = [
  { title: '教师' },
  { title: '已评', formula: '已提交的一评、二评份数；点数字看这些评阅' },
  { title: '手中', formula: '已领取、还没有提交的份数；停止分配时收回' },
  { title: '现任务量', formula: '保存之前的任务量' },
  { title: '处理' },
  {
    title: '新任务量',
    formula: '保持原任务量：现任务量 + 空出任务的一份；重新分配：已评 + 手中 + 剩余任务的一份',
  },
  { title: '变化', formula: '新任务量 − 现任务量' },
]

/** The changes, what they come to, and the button that carries them out. */
export function ChangeMarkerEditor(props: {
  allocation: Allocation
  staff: readonly (Colleague & { mayMark: boolean })[]
  mayChange: boolean
}) {
  const { allocation, staff, mayChange } = props
  const client = useQueryClient()
  const [chosen, setChanges] = useState<ReadonlyMap<number, MarkerChange>>(new Map())
  const changes = standingChanges(chosen, allocation)
  const [sharing, setSharing] = useState<Sharing>(allocation.alloc_mode === 3 ? 'keep' : 'even')
  const [isAsking, setAsking] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const save = useCall(allocationRealloc, {
    onSuccess: async ({ recalled }) => {
      toast.done(recalled > 0 ? `阅卷员与任务已更新，收回 ${recalled} 份` : '阅卷员与任务已更新')
      setAsking(false)
      setChanges(new Map())
      await client.invalidateQueries({ queryKey: routeKey(balanceGet) })
      await client.invalidateQueries({ queryKey: routeKey(allocationGet) })
    },
    onError: ({ code }) => {
      // Somebody else was quicker: what would happen now is shown, with the reason above it.
      if (code === 'MARKING_ALLOCATION_CHANGED')
        void client.invalidateQueries({ queryKey: routeKey(allocationGet) })
    },
  })
  const people = planChange(
    sharedBlockOf(allocation),
    changes,
    sharing,
    new Map(staff.map(({ id, schoolId }) => [id, schoolId])),
  )
  const schoolName = new Map(staff.map(({ id, school }) => [id, school]))
  const hasSchools = new Set(schoolName.values()).size > 1
  const leaving = people.filter(({ markerId }) => changes.has(markerId))
  const claimed = leaving.reduce((sum, one) => sum + one.claimed, 0)
  const isMoved = people.some(({ isStopped, before, after }) => !isStopped && before !== after)
  const hasTargets = allocation.alloc_mode !== 1
  const needed = allocation.markers_needed
  const count = people.filter(({ isStopped }) => !isStopped).length
  const tooFew =
    count < needed ? appErrorOf('MARKING_MARKERS_TOO_FEW', { needed, count }).message : null
  const refusal = mayChange
    ? changes.size > 0 || (hasTargets && isMoved)
      ? tooFew
      : '还没有更换或调整'
    : '当前身份只能查看'
  // Whoever arbitrates should not have read the papers.
  const others = staff.filter(
    ({ id, mayMark }) =>
      mayMark &&
      !people.some(({ markerId }) => markerId === id) &&
      !allocation.list.some(({ marker_id }) => marker_id === id),
  )
  const change = (id: number, text: string) =>
    setChanges((now) => {
      const next = new Map(now)
      if (text === '') next.delete(id)
      else if (text === 'stop') next.set(id, { kind: 'stop' })
      else {
        const person = staff.find((one) => one.id === Number(text))
        if (person) next.set(id, { kind: 'replace', byId: person.id, byName: person.name })
      }
      return next
    })

  return (
    <Panel
      title={allocation.block_name}
      note={[needText(allocation), surplusText(allocation, people)].filter(Boolean).join('，')}
      flush
      actions={
        <>
          {hasTargets && (
            <Segmented label="剩余任务" options={SHARINGS} value={sharing} onChange={setSharing} />
          )}
          <ReasonButton
            reason={
              !mayChange ? '当前身份只能查看' : people.length === 0 ? '没有可以移除的教师' : null
            }
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
      <div className={css['people']}>
        {people.length === 0 && (
          <EmptyState
            title="这个题块没有阅卷教师"
            action={
              <Link
                className={Classes.BUTTON}
                to={`/setDistri?exam_id=${allocation.exam_id}&subject_id=${allocation.subject_id}`}
              >
                去添加教师
              </Link>
            }
          >
            {allocation.units} 份试卷没有人评阅，请在任务分配中添加阅卷教师。
          </EmptyState>
        )}
        <table hidden={people.length === 0} className={css['table']}>
          <thead>
            <tr>
              {COLUMNS.map(({ title, formula }) => (
                <th key={title} scope="col" className={formula ? css['figure'] : ''}>
                  {formula ? <Figure formula={formula}>{title}</Figure> : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map((one) => (
              <ChangeMarkerRow
                key={one.markerId}
                one={one}
                at={allocation}
                school={hasSchools ? (schoolName.get(one.markerId) ?? '') : ''}
                change={changes.get(one.markerId)}
                isNew={
                  !allocation.list.some(
                    ({ marker_id, duty }) => duty === 'marker' && marker_id === one.markerId,
                  )
                }
                isUnable={
                  !one.isStopped &&
                  allocation.list.some(
                    ({ marker_id, may_mark }) => marker_id === one.markerId && may_mark === 0,
                  )
                }
                staff={others}
                mayChange={mayChange}
                hasTargets={hasTargets}
                onChange={(text) => change(one.markerId, text)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="更换阅卷员、调整任务"
        effect={effectText(leaving.length, claimed, people)}
        confirmText="保存调整"
        isPending={save.isPending}
        refusal={refusal}
        error={save.error}
        onConfirm={() =>
          save.mutate({
            body: {
              block_id: allocation.block_id,
              changes: changesOf(changes),
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
            void client.invalidateQueries({ queryKey: routeKey(allocationGet) })
            void client.invalidateQueries({ queryKey: routeKey(balanceGet) })
            void client.invalidateQueries({ queryKey: routeKey(markersDeleteAll) })
          }}
        />
      )}
    </Panel>
  )
}

function effectText(leaving: number, claimed: number, people: readonly PlannedMarker[]): string {
  const moved = people.filter(({ isStopped, before, after }) => !isStopped && before !== after)
  return [
    leaving > 0 ? `${leaving} 名教师停止分配，收回 ${claimed} 份手中的试卷` : '',
    moved.length > 0 ? `${moved.length} 名教师的任务量有变化` : '',
  ]
    .filter(Boolean)
    .join('；')
}

/** More may be asked for than there is to read: whoever is first takes it. */
function surplusText({ readings, list }: Allocation, people: readonly PlannedMarker[]): string {
  const stoppedNow = people.filter(
    ({ markerId, isStopped }) =>
      isStopped && list.some((row) => row.marker_id === markerId && row.suspended === 0),
  )
  const left = readings - stoppedNow.reduce((sum, { done }) => sum + done, 0)
  const asked = people.reduce(
    (sum, { isStopped, after }) => sum + (isStopped ? 0 : (after ?? 0)),
    0,
  )
  return asked > left ? `任务量合计多出 ${asked - left} 份` : ''
}

/** How much there is to read, and how much of it is left for those at work. */
function needText({ units, readings, list }: Allocation): string {
  const stopped = list.reduce(
    (sum, { duty, suspended, done }) => sum + (duty === 'marker' && suspended === 1 ? done : 0),
    0,
  )
  const split = stopped > 0 ? `（停止分配的教师已评 ${stopped} 份，其余 ${readings} 份）` : ''
  return `共 ${units} 份试卷，需要 ${readings + stopped} 份评阅${split}`
}
