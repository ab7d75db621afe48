import { filter, useUrlFilters } from './url-filters.ts'
import { NullableSelect } from './NullableSelect.tsx'

interface Named {
  name: string
}

/** A choice whose value is in the address under the name that calls have for it. */
function AddressSelect(props: {
  name: string
  label: string
  options: readonly { value: number; label: string }[]
  none?: string
  /** Filters that mean nothing any more after another choice. */
  clears?: readonly string[]
}) {
  const filters = Object.fromEntries(
    [props.name, ...(props.clears ?? [])].map((name) => [name, filter.id()]),
  )
  const { values, set } = useUrlFilters(filters)
  const cleared = Object.fromEntries((props.clears ?? []).map((name) => [name, null]))
  return (
    <NullableSelect
      label={props.label}
      value={values[props.name] ?? null}
      options={props.options}
      {...(props.none === undefined ? {} : { none: props.none })}
      onChange={(value) => set({ ...cleared, [props.name]: value })}
    />
  )
}

/** `class_id` in the address. */
export const ClassSelect = (props: { classes: readonly ({ class_id: number } & Named)[] }) => (
  <AddressSelect
    name="class_id"
    label="班级"
    options={props.classes.map(({ class_id, name }) => ({ value: class_id, label: name }))}
  />
)

/** `subject_id` in the address. */
export const SubjectSelect = (props: {
  subjects: readonly ({ subject_id: number } & Named)[]
  clears?: readonly string[]
}) => (
  <AddressSelect
    name="subject_id"
    label="科目"
    options={props.subjects.map(({ subject_id, name }) => ({ value: subject_id, label: name }))}
    {...(props.clears ? { clears: props.clears } : {})}
  />
)

/** `school_id` in the address; a class belongs to one school. */
export const SchoolSelect = (props: { schools: readonly ({ school_id: number } & Named)[] }) => (
  <AddressSelect
    name="school_id"
    label="学校"
    options={props.schools.map(({ school_id, name }) => ({ value: school_id, label: name }))}
    clears={['class_id']}
  />
)

/** `exam_id` in the address; the subject stays, a class may not be in the other exam. */
export const ExamSelect = (props: { exams: readonly ({ exam_id: number } & Named)[] }) => (
  <AddressSelect
    name="exam_id"
    label="考试"
    none="请选择"
    options={props.exams.map(({ exam_id, name }) => ({ value: exam_id, label: name }))}
    clears={['class_id']}
  />
)
