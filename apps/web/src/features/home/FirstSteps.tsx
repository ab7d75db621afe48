import { Panel } from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './first-steps.module.css'

export interface FirstStep {
  title: string
  text: string
  isDone: boolean
  /** Where it is done; null where the role does not do it. */
  to: string | null
  action: string
}

/** What a new school does first, in order; the first thing that is not done is the primary button. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const next = steps.find(({ isDone, to }) => !isDone && to !== null)
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Panel title="开始使用" note={`完成 ${done}/${steps.length} 步，就可以印出第一场考试的答题卡`}>
      <ol className={css['steps']}>
        {steps.map((step, index) => (
          <li key={step.title} data-done={step.isDone || undefined}>
            <i aria-hidden="true">{step.isDone ? '✓' : index + 1}</i>
            <span className={css['text']}>
              <strong>
                {step.title}
                {step.isDone && <small> 已完成</small>}
              </strong>
              <span>{step.text}</span>
            </span>
            {step.to !== null && (
              <Link
                className={`bp6-button ${step === next ? 'bp6-intent-primary' : ''}`}
                to={step.to}
              >
                {step.action}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
