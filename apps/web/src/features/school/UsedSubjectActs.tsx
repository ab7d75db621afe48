import { Button } from '@blueprintjs/core'
import { ArrowDownIcon, ArrowUpIcon } from '@blueprintjs/icons'
import css from './school.module.css'
import type { SubjectRow } from './SubjectTable.tsx'

/** What can be done with a subject that the school uses. */
export function UsedSubjectActs(props: {
  row: SubjectRow
  at: number
  /** How many are used. */
  count: number
  onMove: (at: number, by: number) => void
  onEdit: (row: SubjectRow) => void
  onDrop: (row: SubjectRow) => void
}) {
  const { row, at, count } = props
  return (
    <span className={css['pair']}>
      <Button
        size="small"
        variant="minimal"
        icon={<ArrowUpIcon />}
        aria-label={`上移${row.name}`}
        disabled={at === 0}
        onClick={() => props.onMove(at, -1)}
      />
      <Button
        size="small"
        variant="minimal"
        icon={<ArrowDownIcon />}
        aria-label={`下移${row.name}`}
        disabled={at === count - 1}
        onClick={() => props.onMove(at, 1)}
      />
      {!row.fixed && (
        <Button size="small" onClick={() => props.onEdit(row)}>
          修改
        </Button>
      )}
      <Button size="small" onClick={() => props.onDrop(row)}>
        停用
      </Button>
    </span>
  )
}
