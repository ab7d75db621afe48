import { Button, Checkbox, Classes, PopoverNext } from '@blueprintjs/core'
import { ArrowDownIcon, ArrowUpIcon, ColumnLayoutIcon } from '@blueprintjs/icons'
import type { Column } from './column.ts'
import css from './data-table.module.css'

interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  /** Are these the ones that somebody ticked? */
  isChosen: boolean
  /** Keys of the columns to show; null: as the table has them by itself. */
  onChange: (keys: readonly string[] | null) => void
  /** A column one place up or down; without it they keep their order. */
  onMove?: (key: string, by: -1 | 1) => void
  /** What the choice does. Default: of a table that shows as many as fit. */
  note?: string
  resetText?: string
  size?: 'small'
}

/** Which columns of a table are shown, and in which order. */
export function ColumnChooser<Row>(props: ColumnChooserProps<Row>) {
  const { columns, isChosen, onChange } = props
  const choices = columns.filter(({ frozen }) => frozen !== true)
  const shown = new Set(props.shown.map(({ key }) => key))
  const note =
    props.note ??
    (isChosen
      ? '按您的选择显示；窗口放不下时可以左右滚动，第一列不动。'
      : '按窗口宽度显示放得下的列；勾选后按您的选择显示。')
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <div className={css['chooser']} role="group" aria-label="显示的列">
          <Choices {...props} choices={choices} shown={shown} />
          <p className={Classes.TEXT_MUTED}>{note}</p>
          {isChosen && (
            <Button size="small" onClick={() => onChange(null)}>
              {props.resetText ?? '恢复按宽度显示'}
            </Button>
          )}
        </div>
      }
    >
      <Button
        icon={<ColumnLayoutIcon />}
        {...(props.size ? { size: props.size, variant: 'minimal' as const } : {})}
      >
        列 {choices.filter(({ key }) => shown.has(key)).length}/{choices.length}
      </Button>
    </PopoverNext>
  )
}

function Choices<Row>(
  props: Omit<ColumnChooserProps<Row>, 'shown'> & {
    choices: readonly Column<Row>[]
    shown: ReadonlySet<string>
  },
) {
  const { columns, choices, shown, onChange, onMove } = props
  const toggle = (key: string) =>
    onChange(columns.map((column) => column.key).filter((one) => (one === key) !== shown.has(one)))
  return (
    <div className={css['choices']} data-ordered={onMove ? '' : undefined}>
      {choices.map(({ key, title, group, hint }, index) => (
        <span key={key} className={css['choice']}>
          <Checkbox
            checked={shown.has(key)}
            onChange={() => toggle(key)}
            {...(hint === undefined ? {} : { title: hint })}
          >
            {group && <span className={Classes.TEXT_MUTED}>{group} </span>}
            {title}
          </Checkbox>
          {onMove && (
            <>
              <Button
                size="small"
                variant="minimal"
                icon={<ArrowUpIcon />}
                aria-label="向前移一列"
                disabled={index === 0}
                onClick={() => onMove(key, -1)}
              />
              <Button
                size="small"
                variant="minimal"
                icon={<ArrowDownIcon />}
                aria-label="向后移一列"
                disabled={index === choices.length - 1}
                onClick={() => onMove(key, 1)}
              />
            </>
          )}
        </span>
      ))}
    </div>
  )
}
