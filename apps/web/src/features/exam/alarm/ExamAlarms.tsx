import { Button } from '@blueprintjs/core'
import { routeKey, useCall } from '@hengjuan/client/react'
import { examAlarmList, examAlarmMute, homeTodos, type ReplyOf } from '@hengjuan/contracts'
import { EmptyState, Lasting, Panel, SimpleTable, StatusTag, Time, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import css from './alarm.module.css'
import { MuteDialog } from './MuteDialog.tsx'

export type ExamAlarmRow = ReplyOf<typeof examAlarmList>['list'][number]

/** What is wrong with an exam, what cannot wait first; muted things below. */
export function ExamAlarms(props: {
  examId: number
  list: readonly ExamAlarmRow[]
  mayManage: boolean
  /** Null for an address that this person may not open. */
  follow: (link: string) => string | null
}) {
  const { examId, list } = props
  const cache = useQueryClient()
  const [muting, setMuting] = useState<ExamAlarmRow | null>(null)
  const refresh = () =>
    Promise.all(
      [examAlarmList, homeTodos].map((route) =>
        cache.invalidateQueries({ queryKey: routeKey(route) }),
      ),
    )
  const mute = useCall(examAlarmMute, { onSuccess: refresh })
  const bodyOf = ({ code, subject_id }: ExamAlarmRow, until: string | null, reason: string) => ({
    body: { exam_id: examId, code, subject_id, until, reason },
  })
  const open = list.filter(({ muted_by }) => muted_by === null)
  const muted = list.filter(({ muted_by }) => muted_by !== null)
  return (
    <>
      <Panel title="需要处理" note={open.length > 0 ? `${open.length} 项` : undefined} flush>
        {open.length === 0 ? (
          <EmptyState title="没有预警">
            扫描落后、异常积压、阅卷将逾期、无人可阅等情况会列在这里。
          </EmptyState>
        ) : (
          <Rows
            {...props}
            rows={open}
            renderAction={(row) => (
              <Button size="small" variant="minimal" onClick={() => setMuting(row)}>
                暂不提醒…
              </Button>
            )}
          />
        )}
      </Panel>
      {muted.length > 0 && (
        <Panel title="暂不提醒" note={`${muted.length} 项`} flush>
          <Rows
            {...props}
            rows={muted}
            renderAction={(row) => (
              <span className={css['muted']}>
                {row.muted_by}：{row.muted_reason}，至 <Time at={row.muted_until} />{' '}
                {props.mayManage && (
                  <Button
                    size="small"
                    variant="minimal"
                    loading={mute.isPending}
                    onClick={() =>
                      mute.mutate(bodyOf(row, null, ''), {
                        onSuccess: () => toast.done('已恢复提醒'),
                        onError: (error) => toast.error(error),
                      })
                    }
                  >
                    恢复提醒
                  </Button>
                )}
              </span>
            )}
          />
        </Panel>
      )}
      {muting && (
        <MuteDialog
          alarm={muting}
          isPending={mute.isPending}
          error={mute.error}
          onMute={(until, reason) =>
            mute.mutate(bodyOf(muting, until, reason), {
              onSuccess: () => {
                toast.done('暂不提醒，到时恢复')
                setMuting(null)
              },
            })
          }
          onClose={() => {
            mute.reset()
            setMuting(null)
          }}
        />
      )}
    </>
  )
}

function Rows(
  props: Pick<Parameters<typeof ExamAlarms>[0], 'mayManage' | 'follow'> & {
    rows: readonly ExamAlarmRow[]
    renderAction: (row: ExamAlarmRow) => ReactNode
  },
) {
  return (
    <SimpleTable
      label="预警"
      rows={props.rows}
      rowKey={({ code, subject_id }) => `${code} ${subject_id}`}
      columns={[
        {
          key: 'label',
          title: '预警',
          width: 150,
          render: ({ level, label }) => (
            <StatusTag status={level === 'red' ? 'bad' : 'warn'}>{label}</StatusTag>
          ),
        },
        { key: 'text', title: '说明', render: ({ text }) => text },
        {
          key: 'since',
          title: '已持续',
          width: 110,
          render: ({ since }) => (since === null ? '–' : <Lasting since={since} />),
        },
        {
          key: 'link',
          title: '处理',
          width: 90,
          render: ({ link }) => {
            const to = props.follow(link)
            return to === null ? '–' : <Link to={to}>去处理</Link>
          },
        },
        ...(props.mayManage
          ? [{ key: 'mute', title: '提醒', render: (row: ExamAlarmRow) => props.renderAction(row) }]
          : []),
      ]}
    />
  )
}
