import { Button, Checkbox, Classes, PopoverNext } from '@blueprintjs/core'
import { ColumnLayoutIcon } from '@blueprintjs/icons'
import type { Column } from './column.ts'
import css from './data-table.module.css'

/** Which columns of a table are shown: by the width of the window, or those that somebody ticked. */
export function ColumnChooser<Row>(props: {
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  /** Are these the ones that somebody ticked? */
  isChosen: boolean
  /** Keys of the columns to show; null: as many as fit. */
  onChange: (keys: readonly string[] | null) => void
}) {
  const { columns, isChosen, onChange } = props
  const choices = columns.filter(({ frozen }) => frozen !== true)
  const shown = new Set(props.shown.map(({ key }) => key))
  const toggle = (key: string) =>
    onChange(columns.map((column) => column.key).filter((one) => (one === key) !== shown.has(one)))
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <div className={css['chooser']} role="group" aria-label="显示的列">
          <div className={css['choices']}>
            {choices.map(({ key, title, hint }) => (
              <Checkbox
                key={key}
                checked={shown.has(key)}
                onChange={() => toggle(key)}
                {...(hint === undefined ? {} : { title: hint })}
              >
                {title}
              </Checkbox>
            ))}
          </div>
          <p className={Classes.TEXT_MUTED}>
            {isChosen
              ? '按您的选择显示；窗口放不下时可以左右滚动，第一列不动。'
              : '按窗口宽度显示放得下的列；勾选后按您的选择显示。'}
          </p>
          {isChosen && (
            <Button size="small" onClick={() => onChange(null)}>
              恢复按宽度显示
            </Button>
          )}
        </div>
      }
    >
      <Button icon={<ColumnLayoutIcon />}>
        列 {choices.filter(({ key }) => shown.has(key)).length}/{choices.length}
      </Button>
    </PopoverNext>
  )
}
