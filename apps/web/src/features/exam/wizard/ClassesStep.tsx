import { Button, Checkbox } from '@blueprintjs/core'
import { classesOfGrade } from './draft.ts'
import { Electives } from './Electives.tsx'
import type { StepProps } from './ExamWizard.tsx'
import css from './wizard.module.css'

export function ClassesStep({ draft, offered, onChange }: StepProps) {
  const all = classesOfGrade(offered.classes, draft.grade_id)
  const chosen = new Set(draft.class_ids)
  const own = offered.classes.filter(({ class_id }) => all.includes(class_id))
  const students = own
    .filter(({ class_id }) => chosen.has(class_id))
    .reduce((sum, { student_count }) => sum + student_count, 0)
  return (
    <>
      <p className={css['hint']}>
        已选 {chosen.size} 个班，共 {students} 名学生{' '}
        <Button
          size="small"
          variant="minimal"
          onClick={() => onChange({ class_ids: chosen.size === all.length ? [] : all })}
        >
          {chosen.size === all.length ? '全不选' : '全选'}
        </Button>
      </p>
      <div className={css['classes']}>
        {own.map(({ class_id: id, name, student_count }) => (
          <Checkbox
            key={id}
            checked={chosen.has(id)}
            onChange={() =>
              onChange({
                class_ids: all.filter((one) => (one === id ? !chosen.has(id) : chosen.has(one))),
              })
            }
          >
            {name} <small>{student_count} 人</small>
          </Checkbox>
        ))}
      </div>
      <Electives draft={draft} offered={offered} />
    </>
  )
}
