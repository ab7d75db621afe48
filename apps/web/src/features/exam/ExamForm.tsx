import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { EXAM_MODES, EXAM_TYPES } from '@hengjuan/domain'
import { DateField } from '@hengjuan/ui'
import { type ReactNode, useId, useState } from 'react'
import css from './exam.module.css'

export interface ExamDraft {
  name: string
  type: number
  mode: number
  grade_id: number
  start_date: string
  class_ids: number[]
  subject_ids: number[]
}

interface ExamFormProps {
  grades: readonly { grade_id: number; name: string }[]
  classes: readonly { class_id: number; grade_id: number; name: string; student_count: number }[]
  subjects: readonly { subject_id: number; name: string }[]
  today: string
  isPending: boolean
  error: CallError | null
  onSubmit: (exam: ExamDraft) => void
}

/** Usual subjects of an ordinary exam. */
const USUAL_SUBJECTS = [1, 2, 3]
const MONTHLY = 2

/** Everything that makes an exam on one page, with the usual values filled in. */
export function ExamForm(props: ExamFormProps) {
  const [firstGrade] = props.grades
  const [draft, setDraft] = useState<ExamDraft>(() => ({
    name: '',
    type: MONTHLY,
    mode: 1,
    grade_id: firstGrade?.grade_id ?? 0,
    start_date: props.today,
    class_ids: classesOf(props, firstGrade?.grade_id),
    subject_ids: props.subjects
      .map(({ subject_id }) => subject_id)
      .filter((id) => USUAL_SUBJECTS.includes(id)),
  }))
  const [isTried, setTried] = useState(false)
  const set = (change: Partial<ExamDraft>) => setDraft((before) => ({ ...before, ...change }))
  const gradeName = props.grades.find(({ grade_id }) => grade_id === draft.grade_id)?.name ?? ''
  const suggested = suggestedName(draft, gradeName)
  const exam = { ...draft, name: draft.name.trim() || suggested }
  const problems = isTried ? problemsOf(exam, props.error) : problemsOf(null, props.error)
  const ofGrade = props.classes.filter(({ grade_id }) => grade_id === draft.grade_id)
  const students = ofGrade
    .filter(({ class_id }) => draft.class_ids.includes(class_id))
    .reduce((sum, { student_count }) => sum + student_count, 0)
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (Object.keys(problemsOf(exam, null)).length === 0) props.onSubmit(exam)
      }}
    >
      <Field label="考试名称" problem={problems['name']} hint="不填时使用灰色的建议名称">
        <InputGroup
          autoFocus
          value={draft.name}
          maxLength={60}
          placeholder={suggested}
          onValueChange={(name) => set({ name })}
        />
      </Field>
      <Field label="年级" required problem={problems['grade_id']}>
        <Choices
          name="grade"
          options={props.grades.map(({ grade_id, name }) => ({ value: grade_id, label: name }))}
          chosen={[draft.grade_id]}
          onChange={([grade_id = 0]) => set({ grade_id, class_ids: classesOf(props, grade_id) })}
        />
      </Field>
      <Field
        label="班级"
        required
        problem={problems['class_ids']}
        hint={`已选 ${draft.class_ids.length} 个班，共 ${students} 名学生`}
      >
        <Choices
          multiple
          name="class"
          options={ofGrade.map(({ class_id, name, student_count }) => ({
            value: class_id,
            label: name,
            note: `${student_count} 人`,
          }))}
          chosen={draft.class_ids}
          onChange={(class_ids) => set({ class_ids })}
        />
      </Field>
      <Field label="科目" required problem={problems['subject_ids']}>
        <Choices
          multiple
          name="subject"
          options={props.subjects.map(({ subject_id, name }) => ({
            value: subject_id,
            label: name,
          }))}
          chosen={draft.subject_ids}
          onChange={(subject_ids) => set({ subject_ids })}
        />
      </Field>
      <Field label="考试类型">
        <Choices
          name="type"
          options={Object.entries(EXAM_TYPES).map(([type, label]) => ({
            value: Number(type),
            label,
          }))}
          chosen={[draft.type]}
          onChange={([type = MONTHLY]) => set({ type })}
        />
      </Field>
      <Field
        label="考试模式"
        hint={draft.mode === 1 ? '扫描答题卡，教师在网上阅卷' : undefined}
        problem={problems['mode']}
      >
        <HTMLSelect
          className={css['mode']}
          aria-label="考试模式"
          value={draft.mode}
          onChange={({ currentTarget }) => set({ mode: Number(currentTarget.value) })}
          options={Object.entries(EXAM_MODES).map(([value, label]) => ({ value, label }))}
        />
      </Field>
      <Field label="考试日期" required problem={problems['start_date']}>
        <DateField
          label="考试日期"
          value={draft.start_date}
          onChange={(start_date) => set({ start_date })}
        />
      </Field>
      <div className={css['buttons']}>
        <Button type="submit" intent="primary" loading={props.isPending}>
          创建考试并生成考生名单
        </Button>
        {problems[''] && (
          <span className={css['problem']} role="alert">
            ✕ {problems['']}
          </span>
        )}
      </div>
    </form>
  )
}

const classesOf = ({ classes }: Pick<ExamFormProps, 'classes'>, gradeId: number | undefined) =>
  classes.filter(({ grade_id }) => grade_id === gradeId).map(({ class_id }) => class_id)

/** 2026年11月高一月考, 2026年高一期中考试. */
function suggestedName({ start_date, type }: ExamDraft, gradeName: string): string {
  const [year, month] = start_date.split('-')
  const kind = EXAM_TYPES[type as keyof typeof EXAM_TYPES] ?? ''
  const isTerm = kind === EXAM_TYPES[3] || kind === EXAM_TYPES[4]
  return isTerm
    ? `${year}年${gradeName}${kind}考试`
    : `${year}年${Number(month)}月${gradeName}${kind}`
}

/** What is wrong, by field; what belongs to no field stands under the empty name. */
function problemsOf(exam: ExamDraft | null, error: CallError | null): Record<string, string> {
  const problems: Record<string, string> = {}
  if (exam) {
    if (!exam.grade_id) problems['grade_id'] = '请选择年级'
    if (exam.class_ids.length === 0) problems['class_ids'] = '请至少选择一个班级'
    if (exam.subject_ids.length === 0) problems['subject_ids'] = '请至少选择一个科目'
    if (!exam.start_date) problems['start_date'] = '请选择考试日期'
  }
  for (const { path, msg } of error?.fields ?? []) problems[path.split('.')[0] ?? ''] ??= msg
  if (error?.code === 'EXAM_NAME_TAKEN') problems['name'] = error.message
  else if (error && error.fields.length === 0) problems[''] = error.message
  return problems
}

function Field(props: {
  label: string
  required?: boolean
  hint?: string | undefined
  problem?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <>
      <span id={id} className={css['label']} data-required={props.required || undefined}>
        {props.label}
      </span>
      <div className={css['field']} role="group" aria-labelledby={id}>
        {props.children}
        {props.problem ? (
          <span className={css['problem']} role="alert">
            ✕ {props.problem}
          </span>
        ) : (
          props.hint && <span className={css['hint']}>{props.hint}</span>
        )}
      </div>
    </>
  )
}

function Choices(props: {
  name: string
  options: readonly { value: number; label: string; note?: string }[]
  chosen: readonly number[]
  multiple?: boolean
  onChange: (chosen: number[]) => void
}) {
  const { chosen, multiple, options } = props
  const isAll = options.length > 0 && options.every(({ value }) => chosen.includes(value))
  const toggle = (value: number) => {
    if (!multiple) return props.onChange([value])
    const next = options
      .map((option) => option.value)
      .filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one)))
    props.onChange(next)
  }
  return (
    <div className={css['choices']}>
      {multiple && options.length > 1 && (
        <label className={css['choice']}>
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => props.onChange(isAll ? [] : options.map(({ value }) => value))}
          />
          全部
        </label>
      )}
      {options.map(({ value, label, note }) => (
        <label key={value} className={css['choice']}>
          <input
            type={multiple ? 'checkbox' : 'radio'}
            name={props.name}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          {label}
          {note && <small>{note}</small>}
        </label>
      ))}
    </div>
  )
}
