import type { Column } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import type { Drill } from './drill/ReadingDrawer.tsx'
import { Judged } from './Judged.tsx'
import { isWhole } from './standing.ts'
import css from './supervision.module.css'
import type { BlockRow } from './use-live-progress.ts'
import { rate } from './words.ts'
import { type OnDrill, share } from './block-share.ts'

/** A figure that opens the readings behind it, where there are any and they may be seen. */
export function Figure(props: {
  row: BlockRow
  title: string
  query: Drill['query'] | null
  onDrill: OnDrill | null
  children: ReactNode
}) {
  const { row, title, query, onDrill } = props
  if (!onDrill || !query || !isWhole(row)) return props.children
  return (
    <button
      type="button"
      className={css['figureLink']}
      title={`查看${row.block_name}的这些评阅`}
      onClick={(event) => {
        event.stopPropagation()
        onDrill(row, { title: `${row.block_name} · ${title}`, query })
      }}
    >
      {props.children}
    </button>
  )
}

export const figure = (
  column: {
    key: string
    title: string
    hint: string
    rank: number
    /** What the readings behind it are called, where that is not the title. */
    opens?: string
    query?: () => Drill['query']
  },
  valueOf: (row: BlockRow) => number,
  onDrill: OnDrill | null = null,
): Column<BlockRow> => ({
  key: column.key,
  title: column.title,
  hint: column.hint,
  rank: column.rank,
  width: 72,
  align: 'right',
  sortBy: valueOf,
  render: (row) => {
    const value = valueOf(row)
    return value === 0 ? (
      <span className={css['faint']}>0</span>
    ) : (
      <Figure
        row={row}
        title={column.opens ?? column.title}
        query={column.query?.() ?? null}
        onDrill={onDrill}
      >
        {value}
      </Figure>
    )
  },
})

export const ratio = (
  column: {
    key: 'third_rate' | 'arbitration_rate' | 'agreement'
    title: string
    hint: string
    rank: number
  },
  query: Drill['query'],
  onDrill: OnDrill | null,
): Column<BlockRow> => ({
  ...column,
  width: 76,
  align: 'right',
  sortBy: (row) => row[column.key] && share(row[column.key] ?? { num: 0, den: 0 }),
  render: (row) => {
    const value = row[column.key]
    if (value === null || value.den === 0) return <span className={css['faint']}>–</span>
    return (
      <Figure row={row} title={column.title} query={query} onDrill={onDrill}>
        <Judged n={value.den}>{rate(value)}</Judged>
      </Figure>
    )
  },
})
