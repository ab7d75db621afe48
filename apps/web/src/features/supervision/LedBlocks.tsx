import { Button } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { blockStatusSet, ledBlocks, type ReplyOf } from '@hengjuan/contracts'
import { EXAM_MANAGER } from '@hengjuan/domain'
import {
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  ProgressBar,
  ReasonButton,
  StatusTag,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import css from './supervision.module.css'
import { BLOCK_STATUS, blockState } from './words.ts'

type Row = ReplyOf<typeof ledBlocks>[number]

const HOME = '/MainPage/markPaper/markPage/arbitration-home'
const MARKING = '/MainPage/markPaper/evaluationRegulationHome/marking'

export type LedMode = 'blocks' | 'open' | 'done'

/** Nothing is left to mark in it. */
const isDone = (row: Row): boolean =>
  row.status === 'closed' || (row.unit_count > 0 && row.final_count === row.unit_count)

export const isLedIn = (row: Row, mode: LedMode): boolean =>
  mode === 'blocks' || isDone(row) === (mode === 'done')

/** Blocks that the signed-in question master leads: how far, what waits, open or paused. */
export function LedBlocks(props: {
  mode: LedMode
  /** Which rows are asked for; null for all. */
  isFound: ((row: Row) => boolean) | null
  /** Is there a line of filters above? */
  hasBar: boolean
  onReset: () => void
}) {
  const { mode, isFound } = props
  const client = useQueryClient()
  const { data, error, refetch } = useRoute(ledBlocks, {}, { refetchInterval: 15_000 })
  const [pausing, setPausing] = useState<Row | null>(null)
  const change = useCall(blockStatusSet, {
    onSuccess: async ({ status }) => {
      setPausing(null)
      toast.done(`题块${BLOCK_STATUS[status]?.label ?? status}`)
      await client.invalidateQueries({ queryKey: routeKey(ledBlocks) })
    },
    onError: (failure) => pausing === null && toast.error(failure),
  })
  const waiting = (row: Row, count: number, home: string) =>
    count === 0 ? '0' : <Link to={`${HOME}/${home}?block_id=${row.block_id}`}>{count}</Link>
  // Only where somebody waits: most blocks are marked without.
  const qualification: Column<Row> = {
    key: 'qualification',
    title: '待定标',
    hint: '通过定标前等题组长决定，或等定标卷的教师人数；点开看每位教师的试评',
    width: 76,
    align: 'right',
    sortBy: (row) => row.qualification_count,
    render: ({ block_id, qualification_count: count }) =>
      count === 0 ? (
        '0'
      ) : (
        <Link to={`/benchmark?block_id=${block_id}&tab=qualification`}>{count}</Link>
      ),
  }
  const columns: Column<Row>[] = [
    {
      key: 'block',
      title: '题块',
      width: 120,
      grow: true,
      frozen: true,
      sortBy: (row) => row.block_name,
      render: (row) => <strong title={row.block_name}>{row.block_name}</strong>,
    },
    {
      key: 'exam',
      title: '科目 · 考试',
      width: 202,
      grow: true,
      sortBy: (row) => row.exam_name,
      render: (row) => `${row.subject_name} · ${row.exam_name}`,
    },
    {
      key: 'status',
      title: '状态',
      width: 92,
      sortBy: (row) => blockState(row.status, row.final_count, row.unit_count).label,
      render: (row) => {
        const state = blockState(row.status, row.final_count, row.unit_count)
        return <StatusTag status={state.status}>{state.label}</StatusTag>
      },
    },
    {
      key: 'progress',
      title: '已完成',
      hint: '已有终评分的份数 / 全部份数；点开看题块各状态的试卷',
      width: 132,
      sortBy: (row) => row.final_count / Math.max(1, row.unit_count),
      render: (row) => (
        <Link
          className={css['barLink']}
          to={`/MarkingSupervision?exam_id=${row.exam_id}&block_id=${row.block_id}`}
          aria-label={`${row.block_name}的进度 ${row.final_count} / ${row.unit_count}，点开看各状态的试卷`}
        >
          <ProgressBar
            label={`${row.block_name}的进度`}
            done={row.final_count}
            total={row.unit_count}
          />
        </Link>
      ),
    },
    {
      key: 'arbitration',
      title: '待仲裁',
      hint: '评分分歧，等待题组长裁定的份数；点开看这些试卷',
      width: 76,
      align: 'right',
      sortBy: (row) => row.arbitration_count,
      render: (row) => waiting(row, row.arbitration_count, 'arbitration'),
    },
    {
      key: 'problem',
      title: '问题卷',
      hint: '阅卷教师提交、还没有处理的份数；点开看这些试卷',
      width: 76,
      align: 'right',
      sortBy: (row) => row.problem_count,
      render: (row) => waiting(row, row.problem_count, 'problem'),
    },
    ...(data?.some(({ qualification_count }) => qualification_count > 0) ? [qualification] : []),
    {
      key: 'acts',
      title: '',
      width: 244,
      render: (row) => (
        <span style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
          <Link to={`${MARKING}?exam_id=${row.exam_id}&block_id=${row.block_id}`}>抽查</Link>
          <Link to={`${MARKING}?exam_id=${row.exam_id}&block_id=${row.block_id}&tab=work`}>
            裁定记录
          </Link>
          <Link to={`/benchmark?block_id=${row.block_id}`}>标准卷</Link>
          <ReasonButton
            size="small"
            reason={
              row.status === 'setup' ? `阅卷设置还没有确认，由${EXAM_MANAGER}或学科组长开启` : null
            }
            onClick={() =>
              row.status === 'open'
                ? setPausing(row)
                : change.mutate({ body: { block_id: row.block_id, action: 'open' } })
            }
          >
            {row.status === 'open' ? '暂停' : row.status === 'closed' ? '重新开启' : '恢复'}
          </ReasonButton>
        </span>
      ),
    },
  ]
  return (
    <>
      <DataTable
        label="我负责的题块"
        columns={columns}
        rows={data?.filter((row) => isLedIn(row, mode) && (isFound?.(row) ?? true))}
        rowKey={(row) => row.block_id}
        error={error}
        onRetry={() => void refetch()}
        maxHeight={`max(320px, calc(100vh - ${props.hasBar ? 236 : 184}px))`}
        empty={
          data && isFound && data.some((row) => isLedIn(row, mode)) ? (
            <EmptyState
              title="没有符合条件的题块"
              action={<Button onClick={props.onReset}>清除筛选</Button>}
            >
              您负责的题块都不在所选的范围内。
            </EmptyState>
          ) : data && data.length > 0 ? (
            <EmptyState title={mode === 'done' ? '还没有评完的题块' : '题块都已评完'}>
              您负责的 {data.length} 个题块在「全部」中。
            </EmptyState>
          ) : (
            <EmptyState size="large" title="没有由您负责的题块">
              在阅卷设置中被指定为仲裁教师（题组长）后，题块会列在这里。
            </EmptyState>
          )
        }
      />
      <ConfirmDialog
        isOpen={pausing !== null}
        title={`暂停「${pausing?.block_name ?? ''}」`}
        effect={
          pausing
            ? `还有 ${pausing.unit_count - pausing.final_count} 份没有完成，阅卷教师将不能继续领取`
            : ''
        }
        confirmText="暂停阅卷"
        isPending={change.isPending}
        error={change.error}
        onConfirm={() =>
          pausing && change.mutate({ body: { block_id: pausing.block_id, action: 'pause' } })
        }
        onClose={() => {
          setPausing(null)
          change.reset()
        }}
      >
        手中的试卷仍可提交，已提交的评阅不受影响；恢复后继续。
      </ConfirmDialog>
    </>
  )
}
