import { Checkbox } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { importDetail, type ImportReport, type ImportRow, type InputOf } from '@hengjuan/contracts'
import {
  Pager,
  QueryView,
  type SimpleColumn,
  SimpleTable,
  type Status,
  StatusTag,
} from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { KIND_WORDS } from './import-kinds.ts'
import css from './import.module.css'

const ACTIONS: Record<ImportRow['action'], { status: Status; word: string }> = {
  add: { status: 'ok', word: '新增' },
  change: { status: 'busy', word: '修改' },
  back: { status: 'warn', word: '恢复' },
  same: { status: 'idle', word: '不变' },
  missing: { status: 'idle', word: '表中没有' },
  error: { status: 'bad', word: '有误' },
}

/** Rows of a table by name, each with what it changes from what to what; those of `missing` can be ticked. */
export function ImportRows(props: {
  report: ImportReport
  filter: NonNullable<InputOf<typeof importDetail>['query']['filter']>
  empty: string
  ticked?: { ids: ReadonlySet<number>; onChange: (ids: ReadonlySet<number>) => void }
}) {
  const { report, filter, ticked } = props
  const [place, setPlace] = useState({ page: 1, limit: 50 })
  const { unit, removeWord = '移出' } = KIND_WORDS[report.kind]
  const rows = useRoute(
    importDetail,
    { query: { batch_id: report.batch_id, filter, ...place } },
    { placeholderData: keepPreviousData },
  )
  const labelOf = (field: string): string =>
    report.columns.find((column) => column.field === field)?.label ?? field
  const mayTick = rows.data?.list.some(({ remove_id: id }) => id !== null) ?? false
  const columns: SimpleColumn<ImportRow>[] = [
    ...(ticked && mayTick ? [tickColumn(ticked, removeWord)] : []),
    ...(filter === 'missing'
      ? []
      : [
          {
            key: 'row',
            title: '行',
            width: 48,
            render: ({ row }: ImportRow) => (row > 0 ? row : '–'),
          },
        ]),
    {
      key: 'action',
      title: '结果',
      width: 92,
      render: ({ action }) => (
        <StatusTag status={ACTIONS[action].status}>{ACTIONS[action].word}</StatusTag>
      ),
    },
    { key: 'name', title: '姓名', width: 108, render: ({ name }) => name },
    { key: 'key', title: '编号', width: 128, render: ({ key }) => key },
    {
      key: 'changes',
      title: '内容',
      render: (row) => <Changes row={row} labelOf={labelOf} />,
    },
  ]
  return (
    <QueryView query={rows}>
      {({ list, total }) => (
        <>
          <div className={css['rows']} data-stale={rows.isPlaceholderData || undefined}>
            <SimpleTable
              label="逐行内容"
              columns={columns}
              rows={list}
              rowKey={({ row }) => row}
              empty={props.empty}
            />
          </div>
          {total > place.limit && (
            <Pager
              {...place}
              total={total}
              unit={unit}
              onPage={(page) => setPlace({ ...place, page })}
              onLimit={(limit) => setPlace({ page: 1, limit })}
            />
          )}
        </>
      )}
    </QueryView>
  )
}

const tickColumn = (
  ticked: { ids: ReadonlySet<number>; onChange: (ids: ReadonlySet<number>) => void },
  word: string,
): SimpleColumn<ImportRow> => ({
  key: 'tick',
  title: word,
  width: 56,
  render: ({ remove_id: id, name, why }) => (
    <Checkbox
      className={css['tick']}
      aria-label={`${word}${name}`}
      disabled={id === null}
      title={id === null ? why : undefined}
      checked={id !== null && ticked.ids.has(id)}
      onChange={() => {
        if (id === null) return
        const next = new Set(ticked.ids)
        if (!next.delete(id)) next.add(id)
        ticked.onChange(next)
      }}
    />
  ),
})

function Changes({ row, labelOf }: { row: ImportRow; labelOf: (field: string) => string }) {
  const isNew = row.action === 'add'
  return (
    <span className={css['changes']}>
      {row.changes.map(({ field, before, after }) => (
        <span key={field}>
          <small>{labelOf(field)}</small>{' '}
          {!isNew && (
            <>
              <del>{before || '（空）'}</del> →{' '}
            </>
          )}
          <ins>{after || '（空）'}</ins>
        </span>
      ))}
      {row.problems.map(({ cell, message }) => (
        <span key={`${cell}${message}`} className={css['problem']}>
          <code>{cell}</code> {message}
        </span>
      ))}
      {row.why !== '' && <span className={css['why']}>{row.why}</span>}
    </span>
  )
}
