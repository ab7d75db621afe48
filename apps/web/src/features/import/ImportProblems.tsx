import { Button } from '@blueprintjs/core'
import type { ImportProblem } from '@hengjuan/contracts'
import { type Fix, problemGroups, type ProblemGroup } from './import-rules.ts'
import css from './import.module.css'

/** What is wrong, by the address of the cell; equal cells with a way out are mended together by one click. */
export function ImportProblems(props: {
  problems: readonly ImportProblem[]
  /** Of all; the list holds only the first. */
  total: number
  isBusy: boolean
  onFix: (fixes: Fix[]) => void
}) {
  const groups = problemGroups(props.problems)
  const fixes = groups.flatMap(fixOf)
  return (
    <>
      {fixes.length > 1 && (
        <p className={css['fixAll']}>
          有 {fixes.length} 种写法可以直接改正，以后遇到同样的写法会记住。
          <Button size="small" disabled={props.isBusy} onClick={() => props.onFix(fixes)}>
            全部改正
          </Button>
        </p>
      )}
      <ul className={css['problems']}>
        {groups.map((group) => (
          <li key={group.key}>
            <code title={group.cells.join('、')}>{cellsText(group.cells)}</code>
            <span>
              {group.value !== '' && <b>{group.value}</b>} {group.message}
            </span>
            {group.fix && (
              <Button
                size="small"
                disabled={props.isBusy}
                onClick={() => props.onFix(fixOf(group))}
              >
                {group.fix.text}
                {group.cells.length > 1 ? `（${group.cells.length} 格）` : ''}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {props.total > props.problems.length && (
        <p className={css['hint']}>
          共 {props.total} 处，这里是前 {props.problems.length} 处。
        </p>
      )}
    </>
  )
}

const fixOf = ({ field, value, fix }: ProblemGroup): Fix[] =>
  fix ? [{ field, value, meant: fix.value }] : []

function cellsText(cells: readonly string[]): string {
  const [first = ''] = cells
  if (first === '') return '全表'
  return cells.length > 2 ? `${first} 等 ${cells.length} 格` : cells.join('、')
}
