import { Switch } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { allocationGet, balanceGet, balanceSet } from '@hengjuan/contracts'
import { Panel, Pending, ReasonButton, StatusTag, toast, WithReason } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BalanceRecord, type BalanceView } from './BalanceRecord.tsx'
import { BalanceTable } from './BalanceTable.tsx'
import { DeadlineField } from './DeadlineField.tsx'
import css from './balance.module.css'

const LOOK_EVERY_MS = 60_000
const READ_ONLY = '当前身份只能查看'

/** The rest of the work moves by itself from who would be done late to who is quick. @source domain rules 4.3 */
export function BalancePanel(props: { examId: number; blockId: number; mayChange: boolean }) {
  const { examId, blockId, mayChange } = props
  const client = useQueryClient()
  const { data, error, refetch } = useRoute(
    balanceGet,
    { query: { block_id: blockId } },
    { refetchInterval: LOOK_EVERY_MS, staleTime: 0 },
  )
  const { mutate, isPending } = useCall(balanceSet, {
    onSuccess: (view, { body: { action } }) => {
      client.setQueryData(routeKey(balanceGet, { query: { block_id: blockId } }), view)
      toast.done(action === 'deadline' && view.deadline === null ? '题块期限已取消' : DONE[action])
      return client.invalidateQueries({ queryKey: routeKey(allocationGet) })
    },
    onError: (failure) => {
      toast.error(failure)
      // Somebody else was quicker: what they set is shown beside what is typed.
      if (failure.code === 'MARKING_SETTINGS_CHANGED') void refetch()
    },
  })
  // The clock balances while the page is open: the shares above it are the same ones.
  const shares = data && sharesOf(data)
  const isKnown = shares !== undefined
  useEffect(() => {
    if (isKnown) void client.invalidateQueries({ queryKey: routeKey(allocationGet) })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other shares are read anew
  }, [client, isKnown, shares])
  const act = (action: 'on' | 'off' | 'now') => mutate({ body: { block_id: blockId, action } })
  if (!data)
    return (
      <Panel title="自动平衡" className={css['panel'] ?? ''}>
        <Pending error={error} refetch={refetch} lines={4} />
      </Panel>
    )
  const { refusal } = data
  const switchRefusal = mayChange ? (data.is_on ? null : refusal) : READ_ONLY
  return (
    <Panel
      title="自动平衡"
      className={css['panel'] ?? ''}
      note={data.is_on ? '每分钟检查一次，两次调整之间至少隔半小时' : '没有开启'}
      flush
      actions={
        <>
          <DeadlineField
            key={blockId}
            deadline={data.deadline}
            fallback={data.subject_deadline}
            reason={mayChange ? null : READ_ONLY}
            isSaving={isPending}
            onSave={(deadline) =>
              mutate({
                body: {
                  block_id: blockId,
                  action: 'deadline',
                  deadline,
                  deadline_seen: data.deadline,
                },
              })
            }
          />
          <WithReason reason={switchRefusal}>
            <Switch
              className={css['switch'] ?? ''}
              checked={data.is_on}
              disabled={switchRefusal !== null || isPending}
              label="自动平衡剩余任务"
              onChange={() => act(data.is_on ? 'off' : 'on')}
            />
          </WithReason>
          <ReasonButton
            reason={mayChange ? (data.is_due ? null : data.reason) : READ_ONLY}
            loading={isPending}
            onClick={() => act('now')}
          >
            {data.is_due ? `立即平衡 ${data.moved} 份` : '立即平衡'}
          </ReasonButton>
        </>
      }
      footer="速度为最近 24 小时内、题块有人阅卷的每小时评阅份数，不足 20 份按中位速度计。平均分配时默认开启。超过 24 小时没有提交、等待确认或没有通过定标的教师，其余任务由其他教师分担；设了期限时，此外只调整赶不上期限的教师。没有人阅卷时（如周末）不调整。已评的和手中的试卷不动；有变化的教师会收到消息；调整后按定量分配。"
    >
      <p className={css['verdict']}>
        {refusal === null ? (
          <>
            <StatusTag status={STANDINGS[data.standing].status}>
              {STANDINGS[data.standing].label}
            </StatusTag>
            {data.reason}
          </>
        ) : (
          refusal
        )}
      </p>
      {data.markers.length > 0 && <BalanceTable view={data} examId={examId} />}
      <BalanceRecord blockId={blockId} view={data} mayChange={mayChange} />
    </Panel>
  )
}

/** Another text whenever somebody has another share, or has done more of it. */
const sharesOf = ({ markers }: BalanceView): string =>
  markers.map(({ marker_id, target, done, claimed }) => [marker_id, target, done, claimed]).join()

const STANDINGS = {
  due: { status: 'warn', label: '现在平衡会这样调整' },
  even: { status: 'ok', label: '现在不需要平衡' },
  unknown: { status: 'idle', label: '暂不调整' },
  nobody: { status: 'bad', label: '现在没有人能接手' },
} as const

export const DONE = {
  on: '自动平衡已开启',
  off: '自动平衡已关闭，现有任务量不变',
  undo: '任务量已恢复到这次平衡之前',
  deadline: '阅卷期限已保存',
  now: '剩余任务已平衡，有变化的教师会收到消息',
} as const
