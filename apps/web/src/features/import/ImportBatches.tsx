import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { type ImportBatch, importDetail, importList } from '@hengjuan/contracts'
import type { ImportKind } from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  EmptyState,
  Pager,
  QueryView,
  Segmented,
  SideDrawer,
  type Status,
  StatusTag,
  Time,
} from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { effectText } from './import-rules.ts'
import { ImportRows } from './ImportRows.tsx'
import { KIND_WORDS } from './import-kinds.ts'
import { UndoDialog } from './UndoDialog.tsx'
import css from './import.module.css'

const STATES: Record<ImportBatch['state'], { status: Status; word: string }> = {
  checking: { status: 'busy', word: '正在核对' },
  checked: { status: 'warn', word: '核对了，未导入' },
  applying: { status: 'busy', word: '正在导入' },
  applied: { status: 'ok', word: '已导入' },
  undone: { status: 'idle', word: '已撤销' },
  expired: { status: 'idle', word: '未导入，已过期' },
}
const POLL_MS = 2000

/** What was imported, by whom; a row opens with its lines, and can be taken back for 30 days. */
export function ImportBatches(props: {
  kind?: ImportKind
  examId?: number
  place: { page: number; limit: number }
  onPlace: (place: { page: number; limit: number }) => void
  /** Takes up a table that was checked and not imported. */
  onResume: (batch: ImportBatch) => void
  /** Something was taken back. */
  onUndone: () => void
}) {
  const { place, onPlace } = props
  const [opened, setOpened] = useState<ImportBatch | null>(null)
  const [undone, setUndone] = useState<ImportBatch | null>(null)
  const { data, error, refetch } = useRoute(
    importList,
    {
      query: {
        ...place,
        ...(props.kind === undefined ? {} : { kind: props.kind }),
        ...(props.examId === undefined ? {} : { exam_id: props.examId }),
      },
    },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.list.some((one) => one.state === 'checking' || one.state === 'applying')
          ? POLL_MS
          : false,
    },
  )
  const acts = (batch: ImportBatch) => (
    <>
      {batch.state === 'checked' && (
        <Button size="small" onClick={() => props.onResume(batch)}>
          继续
        </Button>
      )}
      {batch.undo_until !== null && (
        <Button size="small" onClick={() => setUndone(batch)}>
          撤销
        </Button>
      )}
    </>
  )
  return (
    <>
      <DataTable
        label="导入记录"
        columns={[...columns, actsColumn(acts)]}
        rows={data?.list}
        rowKey={({ batch_id }) => batch_id}
        error={error}
        onRetry={() => void refetch()}
        onOpenRow={setOpened}
        currentKey={opened?.batch_id ?? null}
        rowHeight={40}
        empty={
          <EmptyState title="还没有导入过">导入过的表格会记在这里，30 天内可以撤销。</EmptyState>
        }
      />
      {data && data.total > place.limit && (
        <Pager
          {...place}
          total={data.total}
          unit="次"
          onPage={(page) => onPlace({ ...place, page })}
          onLimit={(limit) => onPlace({ page: 1, limit })}
        />
      )}
      {opened && <BatchDrawer batch={opened} acts={acts(opened)} onClose={() => setOpened(null)} />}
      {undone && (
        <UndoDialog
          batch={undone}
          onClose={() => setUndone(null)}
          onDone={() => {
            setOpened(null)
            props.onUndone()
          }}
        />
      )}
    </>
  )
}

const columns: Column<ImportBatch>[] = [
  {
    key: 'at',
    title: '时间',
    width: 132,
    render: ({ applied_at, created_at }) => <Time at={applied_at ?? created_at} />,
  },
  { key: 'kind', title: '类别', width: 84, render: ({ kind_label }) => kind_label },
  {
    key: 'file',
    title: '文件',
    width: 220,
    grow: true,
    render: ({ file_name, exam_name }) => (
      <span className={css['line']}>
        {file_name}
        {exam_name !== null && <small>　{exam_name}</small>}
      </span>
    ),
  },
  {
    key: 'counts',
    title: '内容',
    width: 200,
    grow: true,
    render: ({ counts, kind }) => effectText(counts, 0, KIND_WORDS[kind].unit) || '没有变化',
  },
  { key: 'by', title: '操作人', width: 96, render: ({ by_name }) => by_name },
  {
    key: 'state',
    title: '状态',
    width: 140,
    render: ({ state, undone_at }) => (
      <StatusTag
        status={STATES[state].status}
        {...(undone_at === null ? {} : { title: undone_at })}
      >
        {STATES[state].word}
      </StatusTag>
    ),
  },
]

const actsColumn = (acts: (batch: ImportBatch) => ReactNode): Column<ImportBatch> => ({
  key: 'acts',
  title: '',
  width: 84,
  render: acts,
})

const FILTERS = [
  { value: 'changed', label: '变化' },
  { value: 'errors', label: '有误' },
  { value: 'kept', label: '撤销时保留' },
  { value: 'all', label: '全部' },
] as const

function BatchDrawer(props: { batch: ImportBatch; acts: ReactNode; onClose: () => void }) {
  const { batch } = props
  const [shown, setShown] = useState<(typeof FILTERS)[number]['value']>('changed')
  const detail = useRoute(importDetail, { query: { batch_id: batch.batch_id, limit: 1 } })
  return (
    <SideDrawer isOpen title={batch.file_name} size="min(860px, 94vw)" onClose={props.onClose}>
      <div className={css['drawer']}>
        <p className={css['file']}>
          <span>
            {batch.by_name} <Time at={batch.applied_at ?? batch.created_at} />{' '}
            <StatusTag status={STATES[batch.state].status}>{STATES[batch.state].word}</StatusTag>
          </span>
          {props.acts}
        </p>
        <QueryView query={detail}>
          {({ report }) => (
            <>
              <Segmented
                label="显示哪些行"
                options={FILTERS.filter(
                  ({ value }) => value !== 'kept' || batch.state === 'undone',
                )}
                value={shown}
                onChange={setShown}
              />
              <ImportRows key={shown} report={report} filter={shown} empty="没有这样的行" />
            </>
          )}
        </QueryView>
      </div>
    </SideDrawer>
  )
}
