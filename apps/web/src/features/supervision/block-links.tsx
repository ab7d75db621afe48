import type { Column } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import type { WaitsFor } from './NumberStrip.tsx'
import { isWhole } from './standing.ts'
import css from './supervision.module.css'
import type { BlockRow } from './use-live-progress.ts'
import type { OnDrill } from './block-share.ts'

/** Opens the papers of a block behind one of its figures. */
export type OnPapers = (row: BlockRow, part: { label: string; waitsFor: WaitsFor }) => void

/** What figures of blocks open that are seen in full; null for whoever only marks. */
export interface Opens {
  onDrill: OnDrill
  onPapers: OnPapers
}

/** Opens papers of a block, where there are any and they may be seen. */
export function PapersLink(props: {
  row: BlockRow
  label: string
  waitsFor: WaitsFor
  opens: Opens | null
  children: ReactNode
}) {
  const { row, label, waitsFor, opens } = props
  if (!opens || !isWhole(row) || row.numbers[waitsFor] === 0) return props.children
  return (
    <button
      type="button"
      className={css['figureLink']}
      title={`查看${row.block_name}的这些试卷`}
      onClick={(event) => {
        event.stopPropagation()
        opens.onPapers(row, { label, waitsFor })
      }}
    >
      {props.children}
    </button>
  )
}

/** A figure with the papers behind it. */
export const papers = (
  column: { key: WaitsFor; title: string; hint: string; rank: number; width?: number },
  opens: Opens | null,
): Column<BlockRow> => ({
  width: 72,
  ...column,
  align: 'right',
  sortBy: ({ numbers }) => numbers[column.key],
  render: (row) => {
    const value = row.numbers[column.key]
    if (value === 0) return <span className={css['faint']}>0</span>
    return (
      <PapersLink row={row} label={column.title} waitsFor={column.key} opens={opens}>
        {value}
      </PapersLink>
    )
  },
})
