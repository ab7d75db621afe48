import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { EXAM_MODE_NOTES, EXAM_MODES, EXAM_TYPES, OFFERED_EXAM_MODES } from '@hengjuan/domain'
import { DateField } from '@hengjuan/ui'
import { CopyExam } from './CopyExam.tsx'
import { classesOfGrade, schoolsOfGrade, suggestedName } from './draft.ts'
import type { StepProps } from './ExamWizard.tsx'
import css from './wizard.module.css'

const TYPES = Object.entries(EXAM_TYPES).map(([type, label]) => ({ value: Number(type), label }))

export function BasicsStep(props: StepProps) {
  const { draft, offered, onChange } = props
  const name = suggestedName(draft, offered.grades)
  return (
    <>
      {!offered.schools && <CopyExam {...props} />}
      <FormGroup
        label="考试名称"
        labelFor="exam-name"
        helperText={draft.name ? '' : `不填时为“${name}”`}
      >
        <InputGroup
          id="exam-name"
          autoFocus
          maxLength={60}
          value={draft.name}
          placeholder={name}
          onValueChange={(text) => onChange({ name: text })}
        />
      </FormGroup>
      <div className={css['row']}>
        <FormGroup label="年级" labelFor="exam-grade">
          <HTMLSelect
            id="exam-grade"
            value={draft.grade_id}
            options={offered.grades.map(({ grade_id, name: label }) => ({
              value: grade_id,
              label,
            }))}
            onChange={({ currentTarget: { value } }) =>
              onChange({
                grade_id: Number(value),
                class_ids: classesOfGrade(offered.classes, Number(value)),
                ...(offered.schools
                  ? { joint_schools: schoolsOfGrade(offered.schools, Number(value)) }
                  : {}),
              })
            }
          />
        </FormGroup>
        <FormGroup label="考试类型" labelFor="exam-type">
          <HTMLSelect
            id="exam-type"
            value={draft.type}
            options={TYPES}
            onChange={({ currentTarget: { value } }) => onChange({ type: Number(value) })}
          />
        </FormGroup>
        <FormGroup label="考试日期">
          <DateField
            label="考试日期"
            value={draft.start_date}
            onChange={(day) => onChange({ start_date: day })}
          />
        </FormGroup>
      </div>
      <fieldset className={css['modes']}>
        <legend>考试模式</legend>
        {OFFERED_EXAM_MODES.map((mode) => (
          <label key={mode} data-chosen={draft.mode === mode || undefined}>
            <input
              type="radio"
              name="exam-mode"
              checked={draft.mode === mode}
              onChange={() => onChange({ mode })}
            />
            <b>{EXAM_MODES[mode]}</b>
            <span>{EXAM_MODE_NOTES[mode]}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
