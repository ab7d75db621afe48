import { ProgressBar } from '@hengjuan/ui'
import css from './acts.module.css'
import { actTitle, type RunningAct, stepText } from './act-words.ts'

/** Who does what takes long, which step, and how much of it is done. */
export function ActLine({ act }: { act: RunningAct | null }) {
  if (!act) return null
  const step = stepText(act)
  return (
    <div className={css['act']} role="status">
      <span className={css['words']}>
        {actTitle(act)}
        {step === null ? '…' : `：${step}${act.total > 0 ? '' : '…'}`}
      </span>
      {act.total > 0 && (
        <ProgressBar done={act.done} total={act.total} label={step ?? actTitle(act)} />
      )}
    </div>
  )
}
