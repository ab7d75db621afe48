import { Checkbox } from '@blueprintjs/core'
import css from './data-table.module.css'

type Key = string | number

/** Which rows are ticked. */
export interface Selection {
  keys: ReadonlySet<Key>
  onChange: (keys: ReadonlySet<Key>) => void
}

/** The box of one row. */
export function SelectBox(props: { selection: Selection; rowKey: Key }) {
  const { keys, onChange } = props.selection
  const isTicked = keys.has(props.rowKey)
  const toggle = () => {
    const next = new Set(keys)
    if (!next.delete(props.rowKey)) next.add(props.rowKey)
    onChange(next)
  }
  return (
    <div className={css['box']} role="gridcell">
      <Checkbox checked={isTicked} onChange={toggle} aria-label="选择这一行" />
    </div>
  )
}

/** The box above: all rows of the list, or none. */
export function SelectAllBox(props: { selection: Selection; keys: readonly Key[] }) {
  const { keys: ticked, onChange } = props.selection
  const isAll = props.keys.length > 0 && props.keys.every((key) => ticked.has(key))
  return (
    <div className={css['box']} role="columnheader">
      <Checkbox
        checked={isAll}
        indeterminate={!isAll && ticked.size > 0}
        onChange={() => onChange(new Set(isAll ? [] : props.keys))}
        aria-label={`选择全部 ${props.keys.length} 行`}
      />
    </div>
  )
}
