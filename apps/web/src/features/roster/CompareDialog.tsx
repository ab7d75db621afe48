import { Button, Checkbox, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { candidateSync, type ReplyOf } from '@hengjuan/contracts'
import { ROSTER_CHANGES, type RosterChange } from '@hengjuan/domain'
import { EmptyState, ErrorState, QueryView, ReasonButton, SimpleTable } from '@hengjuan/ui'
import { useState } from 'react'
import css from './roster.module.css'

type Difference = ReplyOf<typeof candidateSync>['list'][number]

const keyOf = ({ student_id, change }: Difference): string => `${student_id}:${change}`
const ORDER = Object.keys(ROSTER_CHANGES) as RosterChange[]

/** Where the list differs from the students of the school by now; only what is ticked is taken over. @source platform 4.3 */
export function CompareDialog(props: {
  examId: number
  /** Why nothing may be taken over. */
  reason: string | null
  onClose: () => void
  onDone: (applied: number) => void
}) {
  const { examId } = props
  const found = useRoute(
    candidateSync,
    { body: { exam_id: examId, phase: 'check' } },
    { staleTime: 0 },
  )
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const apply = useCall(candidateSync, { onSuccess: ({ applied }) => props.onDone(applied) })
  const tick = (keys: readonly string[], isIn: boolean) => {
    const next = new Set(ticked)
    for (const key of keys)
      if (isIn) next.add(key)
      else next.delete(key)
    setTicked(next)
  }
  return (
    <Dialog isOpen title="与学生库比较" onClose={props.onClose} style={{ width: 860 }}>
      <DialogBody>
        <QueryView query={found}>
          {({ list }) =>
            list.length === 0 ? (
              <EmptyState title="名单与学生库一致">
                没有新增、离校、调班、改名或改选科的学生。
              </EmptyState>
            ) : (
              <>
                <p className={css['hint']}>
                  共 {list.length} 处差别，勾选的才会采用；没有勾选的保持不变。
                </p>
                {ORDER.map((change) => (
                  <Differences
                    key={change}
                    change={change}
                    rows={list.filter((one) => one.change === change)}
                    ticked={ticked}
                    onTick={tick}
                  />
                ))}
              </>
            )
          }
        </QueryView>
        {apply.error && <ErrorState error={apply.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>关闭</Button>
            <ReasonButton
              intent="primary"
              loading={apply.isPending}
              reason={props.reason ?? (ticked.size === 0 ? '请先勾选要采用的差别' : null)}
              onClick={() =>
                apply.mutate({
                  body: {
                    exam_id: examId,
                    phase: 'apply',
                    changes: (found.data?.list ?? [])
                      .filter((one) => ticked.has(keyOf(one)))
                      .map(({ student_id, change }) => ({ student_id, change })),
                  },
                })
              }
            >
              采用 {ticked.size} 处
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}

function Differences(props: {
  change: RosterChange
  rows: readonly Difference[]
  ticked: ReadonlySet<string>
  onTick: (keys: readonly string[], isIn: boolean) => void
}) {
  const { change, rows, ticked } = props
  if (rows.length === 0) return null
  const free = rows.filter(({ reason }) => reason === null).map(keyOf)
  const isAll = free.length > 0 && free.every((key) => ticked.has(key))
  const label = ROSTER_CHANGES[change]
  return (
    <section className={css['differences']} aria-label={label}>
      <Checkbox
        checked={isAll}
        indeterminate={!isAll && free.some((key) => ticked.has(key))}
        disabled={free.length === 0}
        onChange={() => props.onTick(free, !isAll)}
      >
        <b>{label}</b> {rows.length} 人
      </Checkbox>
      <SimpleTable
        label={`${label}的学生`}
        columns={[
          {
            key: 'name',
            title: '姓名',
            width: 150,
            render: (row) => (
              <Checkbox
                label={row.name}
                aria-label={`采用${row.name}的${label}`}
                title={row.reason ?? undefined}
                disabled={row.reason !== null}
                checked={ticked.has(keyOf(row))}
                onChange={({ currentTarget: { checked } }) => props.onTick([keyOf(row)], checked)}
              />
            ),
          },
          { key: 'no', title: '学号', width: 120, render: (row) => row.student_no },
          { key: 'exam-no', title: '考号', width: 120, render: (row) => row.exam_no ?? '–' },
          {
            key: 'what',
            title: '差别',
            render: (row) => (
              <>
                {wordsOf(row)}
                {row.reason !== null && <small className={css['reason']}> {row.reason}</small>}
              </>
            ),
          },
        ]}
        rows={rows}
        rowKey={keyOf}
      />
    </section>
  )
}

function wordsOf({ change, before, after, class_name }: Difference): string {
  if (change === 'new') return `${after ?? ''}，加入名单并编考号`
  if (change === 'left') return `${class_name}，移出名单`
  return `${before ?? ''} → ${after ?? ''}`
}
