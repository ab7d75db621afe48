import type { ReportColumn } from '@hengjuan/contracts'
import { DataTable, Panel } from '@hengjuan/ui'
import { useState } from 'react'
import { openedFrom } from './drill.ts'
import { DrillDrawer, type Opened } from './DrillDrawer.tsx'
import { gridColumns } from './report-cells.tsx'

/** A further table of a report, as its workbook has it on a sheet of its own; its figures lead on as those of the first do. */
export function SecondTable<Row>(props: {
  title: string
  columns: readonly ReportColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  isHeated?: boolean
}) {
  const { title, columns, rows } = props
  const [opened, setOpened] = useState<Opened | null>(null)
  if (rows.length === 0) return null
  return (
    <Panel title={title} flush>
      <DataTable
        label={title}
        columns={gridColumns(columns, rows, {
          isHeated: props.isHeated ?? false,
          onOpen: (column, row) => setOpened(openedFrom(columns, column, row)),
        })}
        rows={rows}
        rowKey={props.rowKey}
        rowHeight={36}
        isDense
        maxHeight="none"
        empty={null}
      />
      <DrillDrawer opened={opened} onClose={() => setOpened(null)} />
    </Panel>
  )
}
