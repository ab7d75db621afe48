import { Button } from '@blueprintjs/core'
import { DuplicateIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { copyText } from '../copy-text.ts'
import { toast } from '../feedback/toast.ts'
import { type Arrangement, AS_GIVEN, moved, ordered, showing } from './arrangement.ts'
import { type CellRange, copiedText } from './cell-range.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import type { Column } from './column.ts'
import css from './data-table.module.css'

/** Puts cells with their titles on the clipboard, and says how many. */
export async function copyCells<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  range: CellRange | null,
): Promise<void> {
  if (rows.length === 0) return
  const all = { top: 0, left: 0, bottom: rows.length - 1, right: columns.length - 1 }
  const { top, bottom, left, right } = range ?? all
  const isDone = await copyText(copiedText(columns, rows, range ?? all))
  if (isDone) toast.done(`已复制 ${bottom - top + 1} 行 ${right - left + 1} 列，可以粘贴到表格`)
  else toast.warn('浏览器没有允许复制，请改用导出')
}

/** Above a table: what the page puts there, which columns are shown, and 复制. */
export function TableTools<Row>(props: {
  children: ReactNode
  /** All columns of the page, also those that are hidden. */
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  arrangement: Arrangement
  onArrange: ((next: Arrangement) => void) | null
  range: CellRange | null
  onCopy: () => void
}) {
  const { arrangement, onArrange, range } = props
  return (
    <div className={css['tools']}>
      <div className={css['toolsLeft']}>{props.children}</div>
      {range && (
        <span className={css['picked']} role="status">
          已选 {range.bottom - range.top + 1} 行 × {range.right - range.left + 1} 列
        </span>
      )}
      <Button
        size="small"
        variant="minimal"
        icon={<DuplicateIcon />}
        title="复制所选单元格；没有选择时复制整张表。按住 Shift 点击或移动可以选择一块"
        onClick={props.onCopy}
      >
        复制
      </Button>
      {onArrange && (
        <ColumnChooser
          size="small"
          columns={ordered(props.columns, arrangement)}
          shown={props.shown}
          isChosen={arrangement !== AS_GIVEN}
          note="拖动列标题的右边可以改变宽度；这些设置保存在这台电脑上。"
          resetText="恢复默认的列"
          onMove={(key, by) => onArrange(moved(props.columns, arrangement, key, by))}
          onChange={(keys) =>
            onArrange(keys === null ? AS_GIVEN : showing(props.columns, arrangement, keys))
          }
        />
      )}
    </div>
  )
}
