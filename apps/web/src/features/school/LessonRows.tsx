import { Button, HTMLSelect } from '@blueprintjs/core'
import { AddIcon, CrossIcon } from '@blueprintjs/icons'
import css from './school.module.css'
import { useClassOptions, useSubjectOptions } from './use-school.ts'

export interface Lesson {
  class_id: number
  subject_id: number
}

/** What somebody teaches in which classes. */
export function LessonRows(props: {
  lessons: readonly Lesson[]
  onChange: (lessons: Lesson[]) => void
}) {
  const { lessons, onChange } = props
  const classes = useClassOptions()
  const subjects = useSubjectOptions()
  const set = (at: number, change: Partial<Lesson>) =>
    onChange(lessons.map((one, index) => (index === at ? { ...one, ...change } : one)))
  const add = () => {
    const last = lessons.at(-1)
    // The next class with the same subject is what usually follows.
    const next = classes[classes.findIndex(({ value }) => value === last?.class_id) + 1]
    const classId = next?.value ?? classes[0]?.value
    const subjectId = last?.subject_id ?? subjects[0]?.value
    if (classId !== undefined && subjectId !== undefined)
      onChange([...lessons, { class_id: classId, subject_id: subjectId }])
  }
  return (
    <div className={css['roles']}>
      {lessons.map((one, at) => (
        <div key={at} className={css['pair']}>
          <HTMLSelect
            aria-label={`第 ${at + 1} 行的任课班级`}
            value={one.class_id}
            options={classes}
            onChange={({ currentTarget }) => set(at, { class_id: Number(currentTarget.value) })}
          />
          <HTMLSelect
            aria-label={`第 ${at + 1} 行的任课科目`}
            value={one.subject_id}
            options={subjects}
            onChange={({ currentTarget }) => set(at, { subject_id: Number(currentTarget.value) })}
          />
          <Button
            variant="minimal"
            icon={<CrossIcon />}
            aria-label={`移除第 ${at + 1} 行任课`}
            onClick={() => onChange(lessons.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button icon={<AddIcon />} onClick={add} disabled={classes.length === 0}>
        添加任课
      </Button>
    </div>
  )
}
