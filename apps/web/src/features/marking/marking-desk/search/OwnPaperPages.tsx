import { ReasonButton } from '@hengjuan/ui'
import type { MarkTaskView } from '../../marking-core/paper/paper.ts'
import { olderThan } from './own-search.ts'
import css from './search.module.css'

/** Newer and older papers, a page at a time. */
export function OwnPaperPages(props: {
  before: readonly MarkTaskView[]
  tasks: readonly MarkTaskView[]
  onTurn: (before: readonly MarkTaskView[]) => void
}) {
  const { before, tasks } = props
  return (
    <div className={css['pages']}>
      <ReasonButton
        size="small"
        reason={before.length === 0 ? '已是最新的一页' : null}
        onClick={() => props.onTurn(before.slice(0, -1))}
      >
        较新的
      </ReasonButton>
      <ReasonButton
        size="small"
        reason={tasks.length < 30 ? '没有更早的试卷了' : null}
        onClick={() => props.onTurn(olderThan(before, tasks))}
      >
        较早的
      </ReasonButton>
    </div>
  )
}
