import { Button, Callout } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, seedClear, seedResults } from '@hengjuan/contracts'
import { formatMilli, SEED_STATES } from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  EmptyState,
  Figure,
  Panel,
  PersonName,
  type Status,
  StatusTag,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { keepTyped } from '../../../../session/typed.ts'
import { hasNoSeeds, isAloneWithSeeds } from './seed-marker.ts'
import { SeedDialog, seedNoteOf } from './SeedDialog.tsx'
import css from '../benchmark/quality.module.css'

export type SeedMarker = ReplyOf<typeof seedResults>['list'][number]
type Row = SeedMarker

const STATUS: Readonly<Record<Row['state'], Status>> = {
  ok: 'ok',
  second: 'busy',
  warned: 'warn',
  suspended: 'bad',
}

/** Markers come to a stop while the leader looks. */
const EVERY_MS = 15_000

/** What every marker did with the seeds; who failed twice waits here for a leader. */
export function SeedTable(props: {
  blockId: number
  /** Who looks: nobody clears themselves. */
  userId: number
  /** Shows the readings that a marker has given since the last passed seed. */
  onReadings: (row: SeedMarker) => void
}) {
  const { blockId } = props
  const query = { query: { block_id: blockId } }
  const { data, error, refetch } = useRoute(seedResults, query, { refetchInterval: EVERY_MS })
  const client = useQueryClient()
  const [open, setOpen] = useState<Row | null>(null)
  const clear = useCall(seedClear, {
    onSuccess: async ({ sent_back, kept, is_suspended }, { body }) => {
      keepTyped(seedNoteOf(blockId, body.marker_id), '')
      setOpen(null)
      const rest = kept > 0 ? `，${kept} 份已由他人裁定，保持不变` : ''
      const done = sent_back > 0 ? `，打回 ${sent_back} 份${rest}` : rest
      // The way on is another one: where it was stopped.
      if (is_suspended)
        toast.note(`种子卷结果已确认${done}。这位教师另被停止分配，请在阅卷设置的任务分配中恢复`)
      else toast.done(`可以继续评阅${done}`)
      await client.invalidateQueries({ queryKey: routeKey(seedResults) })
    },
  })
  const close = () => {
    clear.reset()
    setOpen(null)
  }
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      title: '阅卷教师',
      width: 120,
      frozen: true,
      render: ({ name }) => <PersonName name={name} />,
    },
    {
      key: 'state',
      title: '状态',
      width: 160,
      render: ({ state }) => <StatusTag status={STATUS[state]}>{SEED_STATES[state]}</StatusTag>,
    },
    {
      key: 'passed',
      title: '合格 / 已评',
      hint: '与标准分相差不超过误差阈值的种子卷 / 评过的种子卷，不含报为问题卷的；点开看每一份',
      width: 110,
      align: 'right',
      sortBy: ({ passed, failed }) => (passed + failed === 0 ? null : passed / (passed + failed)),
      render: (row) =>
        row.passed + row.failed === 0 ? (
          '–'
        ) : (
          <Figure
            formula={`合格 ${row.passed} 份，不合格 ${row.failed} 份；点开看每一份`}
            onOpen={() => setOpen(row)}
          >
            {row.passed} / {row.passed + row.failed}
          </Figure>
        ),
    },
    {
      key: 'results',
      title: '各份给分（标准分），新的在前',
      width: 260,
      grow: true,
      render: ({ results }) =>
        // The latest are those that count.
        results
          .filter(({ kind }) => kind !== 'clear')
          .toReversed()
          .map(resultText)
          .join('　') || '还没有评到种子卷',
    },
    {
      key: 'left',
      title: '未发',
      hint: '这位教师还没有评过的种子卷；用完后不再插入，请补充标准卷',
      width: 80,
      align: 'right',
      render: ({ seeds_left }) => seeds_left,
    },
    {
      key: 'act',
      title: '处理',
      width: 150,
      render: (row) => {
        const isStopped = row.state === 'warned' || row.state === 'suspended'
        return (
          <Button size="small" intent={isStopped ? 'primary' : 'none'} onClick={() => setOpen(row)}>
            {isStopped ? '确认后继续…' : '查看…'}
          </Button>
        )
      },
    },
  ]
  return (
    <Panel flush>
      {data && isAloneWithSeeds(data.list) && (
        <Callout compact intent="primary" className={css['noSeeds'] ?? ''}>
          这个题块只有一位阅卷教师：其他试卷每评一份，题块的完成数就加一，种子卷不加，教师因此可能认出种子卷。结果仅供参考，请同时抽查这位教师的评阅。
        </Callout>
      )}
      {data && data.list.length > 0 && data.list.every(hasNoSeeds) && (
        <Callout compact intent="warning" className={css['noSeeds'] ?? ''}>
          这个题块还没有种子卷，阅卷质量没有检验。在「标准卷」中选取试卷、商定标准分，用作种子卷后会自动混入试卷。
          <Link to={`/benchmark?block_id=${blockId}&tab=scripts`}>去商定标准卷</Link>
        </Callout>
      )}
      <DataTable
        label="种子卷结果"
        columns={columns}
        rows={data?.list}
        rowKey={({ marker_id }) => marker_id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState size="large" title="这个题块还没有阅卷教师">
            在阅卷设置中添加阅卷教师后，种子卷的结果会显示在这里。
          </EmptyState>
        }
      />
      {open && (
        <SeedDialog
          blockId={blockId}
          row={open}
          isOwn={open.marker_id === props.userId}
          isPending={clear.isPending}
          error={clear.error}
          onClose={close}
          onReadings={() => {
            close()
            props.onReadings(open)
          }}
          onClear={(note, sendBack) =>
            clear.mutate({
              body: {
                block_id: blockId,
                marker_id: open.marker_id,
                note,
                ...(sendBack ? { send_back: 1 as const } : {}),
              },
            })
          }
        />
      )}
    </Panel>
  )
}

function resultText({ kind, score_milli, definitive_milli }: Row['results'][number]): string {
  if (kind === 'problem') return '问题卷'
  const sign = kind === 'pass' ? '✓' : '✕'
  return `${sign} ${formatMilli(score_milli ?? 0)}（${formatMilli(definitive_milli ?? 0)}）`
}
