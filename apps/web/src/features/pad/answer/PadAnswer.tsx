import { SkeletonLines, useLeaveWarning } from '@hengjuan/ui'
import css from './answer.module.css'
import { PadEntry } from './PadEntry.tsx'
import { PadPaper } from './PadPaper.tsx'
import { useAttempt } from './use-attempt.ts'

/** A student in an online subject: at its door, or at its paper. */
export function PadAnswer(props: {
  userId: number
  place: { exam_id: number; subject_id: number }
  onLeave: () => void
}) {
  const attempt = useAttempt(props.userId, props.place)
  useLeaveWarning((attempt.state?.unsent.size ?? 0) > 0)
  if (attempt.error)
    return (
      <PadEntry
        error={attempt.error}
        isEntering={attempt.isEntering}
        onEnter={(how) => void attempt.enter(how)}
        onLeave={props.onLeave}
      />
    )
  if (!attempt.entered)
    return (
      <div className={css['loading']}>
        <p>正在打开试卷…</p>
        <SkeletonLines lines={10} />
      </div>
    )
  return <PadPaper attempt={attempt} onLeave={props.onLeave} />
}
