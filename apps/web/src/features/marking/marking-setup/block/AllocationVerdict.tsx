import type { judgeDraft } from './allocation-draft.ts'
import { StatusTag } from '@hengjuan/ui'
import { namesOf } from './editor-markers.ts'
import css from './setup.module.css'

/** What speaks against an allocation, or that nothing does. */
export function AllocationVerdict(props: {
  judged: ReturnType<typeof judgeDraft>
  /** Have schools too few markers, as it was saved? */
  hasGaps: boolean
}) {
  const { hasGaps } = props
  const { problems, idle, outside, surplus } = props.judged
  return (
    <div className={css['verdict']} role="status">
      {idle.length > 0 && (
        <StatusTag status="warn">{`${namesOf(idle)}没有任务量，领不到试卷`}</StatusTag>
      )}
      {outside !== '' && <StatusTag status="warn">{outside}</StatusTag>}
      {surplus > 0 && <StatusTag status="idle">{`任务量合计多出 ${surplus} 份`}</StatusTag>}
      {problems.length === 0
        ? !hasGaps && <StatusTag status="ok">分配可行</StatusTag>
        : problems.map((problem) => (
            <StatusTag key={problem} status="bad">
              {problem}
            </StatusTag>
          ))}
    </div>
  )
}
