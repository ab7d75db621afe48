import { Button } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { ErrorState, ReasonButton, useLeaveWarning } from '@hengjuan/ui'
import { useState } from 'react'
import { BasicsStep } from './BasicsStep.tsx'
import { CheckStep } from './CheckStep.tsx'
import { ClassesStep } from './ClassesStep.tsx'
import { type ExamDraft, type Offered, stepProblem } from './draft.ts'
import { NumbersStep } from './NumbersStep.tsx'
import { SchoolsStep } from './SchoolsStep.tsx'
import { SubjectsStep } from './SubjectsStep.tsx'
import css from './wizard.module.css'

export interface StepProps {
  draft: ExamDraft
  offered: Offered
  onChange: (change: Partial<ExamDraft>) => void
}

const STEPS = [
  { title: '基本信息', Step: BasicsStep },
  { title: '科目', Step: SubjectsStep },
  { title: '班级', Step: ClassesStep },
  { title: '考号', Step: NumbersStep },
  { title: '核对', Step: CheckStep },
] as const
/** Schools of a joint exam number their own candidates, by the rule of the list that they import. */
const JOINT_STEPS = [
  { title: '基本信息', Step: BasicsStep },
  { title: '科目', Step: SubjectsStep },
  { title: '学校', Step: SchoolsStep },
  { title: '核对', Step: CheckStep },
] as const

/** Everything that makes an exam, step by step with the usual values filled in; any step can be kept as a draft. */
export function ExamWizard(props: {
  initial: ExamDraft
  offered: Offered
  isSaving: boolean
  isCreating: boolean
  error: CallError | null
  onSave: (draft: ExamDraft) => void
  onCreate: (draft: ExamDraft) => void
}) {
  const { initial, offered } = props
  const [draft, setDraft] = useState(initial)
  const [saved, setSaved] = useState(initial)
  useLeaveWarning(draft !== saved && !props.isCreating)
  const steps = draft.joint_schools ? JOINT_STEPS : STEPS
  const last = steps.length - 1
  const at = Math.min(draft.step, last)
  const { Step } = steps[at] ?? steps[0]
  const go = (step: number) => setDraft({ ...draft, step })
  /** The first step that cannot be left as it stands. */
  const stuck = steps.findIndex((_, step) => stepProblem(draft, step, offered) !== null)
  const reach = stuck === -1 ? last : stuck
  return (
    <div className={css['wizard']}>
      <ol className={css['steps']}>
        {steps.map(({ title }, step) => (
          <li key={title} aria-current={step === at ? 'step' : undefined}>
            <button
              type="button"
              disabled={step > reach}
              data-done={step < at || undefined}
              onClick={() => go(step)}
            >
              <i aria-hidden="true">{step < at ? '✓' : step + 1}</i>
              {title}
            </button>
          </li>
        ))}
      </ol>
      <form
        className={css['body']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (stepProblem(draft, at, offered) !== null) return
          if (at < last) go(at + 1)
          else props.onCreate(draft)
        }}
      >
        <div className={css['step']}>
          <Step
            draft={draft}
            offered={offered}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
        </div>
        {props.error && <ErrorState error={props.error} />}
        <div className={css['buttons']}>
          <Button
            variant="minimal"
            loading={props.isSaving}
            onClick={() => {
              props.onSave(draft)
              setSaved(draft)
            }}
          >
            存为草稿
          </Button>
          <span className={css['onward']}>
            {at > 0 && <Button onClick={() => go(at - 1)}>上一步</Button>}
            <ReasonButton
              type="submit"
              intent="primary"
              loading={props.isCreating}
              reason={stepProblem(draft, at, offered)}
            >
              {at < last ? '下一步' : draft.joint_schools ? '创建联考' : '创建考试并生成考生名单'}
            </ReasonButton>
          </span>
        </div>
      </form>
    </div>
  )
}
