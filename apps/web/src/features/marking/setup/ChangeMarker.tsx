import { HTMLSelect } from '@blueprintjs/core'
import { routeKey, useCaller, useRoute } from '@hengjuan/client/react'
import {
  allocationGet,
  allocationSet,
  blockStatusSet,
  markersDeleteAll,
  markingStaff,
} from '@hengjuan/contracts'
import {
  ConfirmDialog,
  ErrorState,
  Panel,
  ReasonButton,
  Segmented,
  sentenceOf,
  SkeletonLines,
  StatusTag,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Allocation,
  bodyOf,
  type Change,
  planChange,
  type PlannedMarker,
  type Sharing,
} from './change-plan.ts'
import { RemoveMarkersDialog } from './RemoveMarkersDialog.tsx'
import css from './setup.module.css'

const SHARINGS = [
  { value: 'even', label: '平均分配剩余' },
  { value: 'pace', label: '按已评份数分配' },
] as const

const NUMBERS = ['已评', '手中', '现任务量', '新任务量', '变化']

/** Replaces markers of a block and shares the rest of the work anew; nobody's finished work is lost. */
export function ChangeMarker(props: { blockId: number; mayChange: boolean }) {
  const allocation = useRoute(
    allocationGet,
    { query: { block_id: props.blockId } },
    { staleTime: 0 },
  )
  const staff = useRoute(markingStaff, { query: { block_id: props.blockId } })
  const error = allocation.error ?? staff.error
  if (error && (!allocation.data || !staff.data))
    return (
      <ErrorState
        size="large"
        error={error}
        onRetry={() => {
          void allocation.refetch()
          void staff.refetch()
        }}
      />
    )
  if (!allocation.data || !staff.data) return <SkeletonLines lines={8} />
  return (
    <Editor
      key={allocation.dataUpdatedAt}
      allocation={allocation.data}
      staff={staff.data.map((one) => ({
        id: one.user_id,
        name: one.name,
        school: one.school_name,
        schoolId: one.school_id,
      }))}
      mayChange={props.mayChange}
    />
  )
}

/** Somebody who could take over. */
interface Colleague {
  id: number
  name: string
  school: string
  schoolId: number
}

function Editor(props: {
  allocation: Allocation
  staff: readonly Colleague[]
  mayChange: boolean
}) {
  const { allocation, staff, mayChange } = props
  const { call } = useCaller()
  const client = useQueryClient()
  const [changes, setChanges] = useState<ReadonlyMap<number, Change>>(new Map())
  const [sharing, setSharing] = useState<Sharing>('even')
  const [isAsking, setAsking] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const people = planChange(
    allocation,
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
  // Whoever arbitrates should not have read the papers.
  const others = staff.filter(
    ({ id }) =>
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

  const save = async () => {
    setSending(true)
    setProblem(null)
    try {
      await call(allocationSet, { body: bodyOf(allocation, people) })
      for (const { markerId, claimed: inHand } of leaving)
        if (inHand > 0)
          await call(blockStatusSet, {
            body: { block_id: allocation.block_id, action: 'recall', marker_id: markerId },
          })
      toast.done('阅卷员与任务已更新')
      setAsking(false)
      await client.invalidateQueries({ queryKey: routeKey(allocationGet) })
    } catch (failure) {
      setProblem(sentenceOf(failure))
    } finally {
      setSending(false)
    }
  }
  return (
    <Panel
      title={allocation.block_name}
      note={`共 ${allocation.units} 份试卷，需要 ${allocation.readings} 份评阅`}
      flush
      actions={
        <>
          {hasTargets && (
            <Segmented label="剩余任务" options={SHARINGS} value={sharing} onChange={setSharing} />
          )}
          <ReasonButton
            reason={mayChange ? null : '当前身份只能查看'}
            onClick={() => setRemoving(true)}
          >
            移除全部教师…
          </ReasonButton>
          <ReasonButton
            intent="primary"
            reason={
              mayChange
                ? changes.size > 0 || (hasTargets && isMoved)
                  ? null
                  : '还没有更换或调整'
                : '当前身份只能查看'
            }
            onClick={() => setAsking(true)}
          >
            保存调整…
          </ReasonButton>
        </>
      }
      footer={
        hasTargets
          ? '新任务量 = 已评 + 手中 + 剩余任务的一份；保存后按定量分配。已完成的评阅不受影响。'
          : '动态分配：没有固定任务量，接替的教师直接从任务池领取。已完成的评阅不受影响。'
      }
    >
      <div className={css['scroll']}>
        <table className={css['table']}>
          <thead>
            <tr>
              {['教师', '已评', '手中', '现任务量', '处理', '新任务量', '变化'].map((title) => (
                <th
                  key={title}
                  scope="col"
                  className={NUMBERS.includes(title) ? css['figure'] : ''}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map((one) => (
              <Row
                key={one.markerId}
                one={one}
                school={hasSchools ? (schoolName.get(one.markerId) ?? '') : ''}
                change={changes.get(one.markerId)}
                isNew={
                  !allocation.list.some(
                    ({ marker_id, duty }) => duty === 'marker' && marker_id === one.markerId,
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
        isPending={isSending}
        error={problem}
        onConfirm={() => void save()}
        onClose={() => setAsking(false)}
      >
        停止分配的教师保留已完成的评阅，手中未提交的试卷回到任务池。可以随时再次调整。
      </ConfirmDialog>
      {isRemoving && (
        <RemoveMarkersDialog
          blockId={allocation.block_id}
          onClose={() => {
            setRemoving(false)
            void client.invalidateQueries({ queryKey: routeKey(allocationGet) })
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

function Row(props: {
  one: PlannedMarker
  /** Empty where all are of one. */
  school: string
  change: Change | undefined
  isNew: boolean
  staff: readonly Colleague[]
  mayChange: boolean
  hasTargets: boolean
  onChange: (text: string) => void
}) {
  const { one, change, isNew } = props
  const delta = one.after === null || one.before === null ? null : one.after - one.before
  const chosen =
    change?.kind === 'replace'
      ? [{ id: change.byId, name: change.byName, school: '', schoolId: 0 }]
      : []
  const hasSchools = new Set(props.staff.map(({ school }) => school)).size > 1
  return (
    <tr data-selected={change !== undefined || isNew || undefined}>
      <th scope="row">
        {one.name} {isNew && <StatusTag status="busy">接替</StatusTag>}
        {props.school !== '' && <small>{props.school}</small>}
      </th>
      <td className={css['figure']}>{one.done}</td>
      <td className={css['figure']}>{one.claimed}</td>
      <td className={css['figure']}>{isNew ? '–' : (one.before ?? '不限')}</td>
      <td>
        {isNew ? (
          '–'
        ) : one.isStopped && change === undefined ? (
          <StatusTag status="idle">已停止分配</StatusTag>
        ) : (
          <HTMLSelect
            aria-label={`${one.name}的处理`}
            disabled={!props.mayChange}
            value={change === undefined ? '' : change.kind === 'stop' ? 'stop' : change.byId}
            onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
            options={[
              { value: '', label: '继续阅卷' },
              { value: 'stop', label: '停止分配' },
              ...[...chosen, ...props.staff].map(({ id, name, school }) => ({
                value: id,
                label: `更换为 ${name}${hasSchools && school !== '' ? `（${school}）` : ''}`,
              })),
            ]}
          />
        )}
      </td>
      <td className={css['figure']}>{props.hasTargets ? (one.after ?? '–') : '不限'}</td>
      <td className={css['figure']}>
        {delta === null || delta === 0 ? '–' : delta > 0 ? `+${delta}` : delta}
      </td>
    </tr>
  )
}
