import type { CallError } from '@hengjuan/client'
import { examCreate, type InputOf } from '@hengjuan/contracts'
import { EXAM_MODES, EXAM_TYPES } from '@hengjuan/domain'
import { SchemaForm } from '@hengjuan/ui'

export type ExamDraft = Omit<InputOf<typeof examCreate>['body'], 'subject_modes'>

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

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value: Number(value), label }))

/** Everything that makes an exam on one page, with the usual values filled in. */
export function ExamForm(props: ExamFormProps) {
  const { grades, classes, subjects } = props
  const [firstGrade] = grades
  const initial: ExamDraft = {
    name: '',
    grade_id: firstGrade?.grade_id ?? 0,
    class_ids: classesOf(props, firstGrade?.grade_id),
    subject_ids: subjects
      .map(({ subject_id }) => subject_id)
      .filter((id) => USUAL_SUBJECTS.includes(id)),
    type: MONTHLY,
    mode: 1,
    start_date: props.today,
  }
  const suggested = (exam: ExamDraft) =>
    suggestedName(exam, grades.find(({ grade_id }) => grade_id === exam.grade_id)?.name ?? '')
  return (
    <SchemaForm<ExamDraft>
      schema={examCreate.body}
      initial={initial}
      submitText="创建考试并生成考生名单"
      isPending={props.isPending}
      error={props.error}
      errorFields={{
        EXAM_NAME_TAKEN: 'name',
        EXAM_CLASSES_EMPTY: 'class_ids',
        EXAM_SUBJECTS_EMPTY: 'subject_ids',
      }}
      onSubmit={(exam) => props.onSubmit({ ...exam, name: exam.name || suggested(exam) })}
      fields={{
        name: {
          kind: 'text',
          label: '考试名称',
          isRequired: false,
          autoFocus: true,
          maxLength: 60,
          hint: (exam) => (exam.name.trim() ? '' : `不填时为“${suggested(exam)}”`),
        },
        grade_id: {
          kind: 'choice',
          label: '年级',
          options: grades.map(({ grade_id, name }) => ({ value: grade_id, label: name })),
          leadsTo: (gradeId) => ({ class_ids: classesOf(props, gradeId) }),
        },
        class_ids: {
          kind: 'many',
          label: '班级',
          options: (exam) =>
            classes
              .filter(({ grade_id }) => grade_id === exam.grade_id)
              .map(({ class_id, name, student_count }) => ({
                value: class_id,
                label: name,
                note: `${student_count} 人`,
              })),
          hint: (exam) => chosenText(props, exam),
        },
        subject_ids: {
          kind: 'many',
          label: '科目',
          options: subjects.map(({ subject_id, name }) => ({ value: subject_id, label: name })),
        },
        type: { kind: 'choice', label: '考试类型', options: optionsOf(EXAM_TYPES) },
        mode: {
          kind: 'choice',
          label: '考试模式',
          asList: true,
          options: optionsOf(EXAM_MODES),
          hint: ({ mode }) => (mode === 1 ? '扫描答题卡，教师在网上阅卷' : ''),
        },
        start_date: { kind: 'date', label: '考试日期' },
      }}
    />
  )
}

const classesOf = ({ classes }: Pick<ExamFormProps, 'classes'>, gradeId: number | undefined) =>
  classes.filter(({ grade_id }) => grade_id === gradeId).map(({ class_id }) => class_id)

function chosenText({ classes }: ExamFormProps, exam: ExamDraft): string {
  const chosen = classes.filter(({ class_id }) => exam.class_ids.includes(class_id))
  const students = chosen.reduce((sum, { student_count }) => sum + student_count, 0)
  return `已选 ${chosen.length} 个班，共 ${students} 名学生`
}

/** 2026年11月高一月考, 2026年高一期中考试. */
function suggestedName({ start_date, type }: ExamDraft, gradeName: string): string {
  const [year, month] = start_date.split('-')
  const kind = EXAM_TYPES[type as keyof typeof EXAM_TYPES] ?? ''
  const isTerm = kind === EXAM_TYPES[3] || kind === EXAM_TYPES[4]
  return isTerm
    ? `${year}年${gradeName}${kind}考试`
    : `${year}年${Number(month)}月${gradeName}${kind}`
}
