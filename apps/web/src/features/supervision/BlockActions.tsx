import { Button, Classes } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { blockStatusSet, supervisedMarkers } from '@hengjuan/contracts'
import { ConfirmDialog, ReasonButton, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import css from './supervision.module.css'
import type { BlockRow } from './use-live-progress.ts'
import { BLOCK_STATUS } from './words.ts'

type Action = 'pause' | 'recall'

/** What can be done with a block: message, markers and quotas, recall, pause and resume. */
export function BlockActions(props: {
  examId: number
  row: BlockRow
  /** Allocates, and makes the settings; who only leads the block opens, pauses and takes back. */
  mayManage: boolean
  /** Opens the conversations of the block; null for whoever has none there. */
  onMessage: (() => void) | null
}) {
  const { row } = props
  const [asking, setAsking] = useState<Action | null>(null)
  const query = { exam_id: props.examId, block_id: row.block_id }
  const { data, refetch } = useRoute(supervisedMarkers, { query })
  // Of a paper that two have in hand, two are taken back; and third readings are taken back as well.
  const hands = data?.list.filter(({ claimed }) => claimed > 0)
  const papers = hands?.reduce((sum, { claimed }) => sum + claimed, 0) ?? row.numbers.claimed
  const ask = (action: Action) => {
    void refetch()
    setAsking(action)
  }
  const change = useCall(blockStatusSet, {
    onSuccess: ({ status, recalled }) => {
      setAsking(null)
      toast.done(
        asking === 'recall'
          ? `已收回 ${recalled} 份`
          : `${row.block_name}：${BLOCK_STATUS[status]?.label ?? status}`,
      )
    },
  })
  const send = (action: 'open' | Action) =>
    change.mutate({ body: { block_id: row.block_id, action } })
  const refusal =
    props.mayManage || row.is_led
      ? null
      : `当前身份不能管理阅卷任务，请联系学科组长或${row.managed_by}`
  const isUnconfirmed = row.status === 'setup' && !props.mayManage
  const isOpen = row.status === 'open'
  return (
    <div className={css['actions']}>
      {props.onMessage && <Button onClick={props.onMessage}>发消息</Button>}
      {props.mayManage && (
        <Link className={Classes.BUTTON} to={`/changeMarker?block_id=${row.block_id}`}>
          调整教师与任务量
        </Link>
      )}
      <Link className={Classes.BUTTON} to={`/benchmark?block_id=${row.block_id}`}>
        标准卷
      </Link>
      <Link className={Classes.BUTTON} to={`/benchmark?block_id=${row.block_id}&tab=rubric`}>
        给分依据
      </Link>
      <ReasonButton
        reason={refusal ?? (papers === 0 ? '没有教师手中持有试卷' : null)}
        onClick={() => ask('recall')}
      >
        收回未提交
      </ReasonButton>
      <ReasonButton
        intent={isOpen ? 'none' : 'primary'}
        reason={
          refusal ??
          (isUnconfirmed ? `阅卷设置还没有确认，由${row.managed_by}或学科组长开启` : null)
        }
        loading={change.isPending && asking === null}
        onClick={() => (isOpen ? ask('pause') : send('open'))}
      >
        {isOpen ? '暂停阅卷' : row.status === 'paused' ? '恢复阅卷' : '开启阅卷'}
      </ReasonButton>
      <ConfirmDialog
        isOpen={asking !== null}
        title={asking === 'pause' ? `暂停「${row.block_name}」` : `收回「${row.block_name}」`}
        effect={
          asking === 'pause'
            ? `${row.marking_teacher_count} 名教师将不再领到新卷${papers > 0 ? `；手中的 ${papers} 份仍可提交` : ''}`
            : hands
              ? `将收回 ${hands.length} 名教师手中的 ${papers} 份试卷`
              : `将收回 ${papers} 份未提交的试卷`
        }
        confirmText={asking === 'pause' ? '暂停阅卷' : `收回 ${papers} 份`}
        isPending={change.isPending}
        error={change.error}
        onConfirm={() => asking && send(asking)}
        onClose={() => {
          setAsking(null)
          change.reset()
        }}
      >
        {asking === 'pause'
          ? '手中的试卷仍可提交，已提交的评阅不受影响；恢复后继续。'
          : '收回的试卷回到任务池，由其他教师或稍后再评；已提交的评阅不受影响。'}
      </ConfirmDialog>
      {change.error && asking === null && (
        <Button variant="minimal" intent="danger" onClick={() => change.reset()}>
          {change.error.message}
        </Button>
      )}
    </div>
  )
}
