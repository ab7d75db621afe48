import { useCall, useRoute } from '@hengjuan/client/react'
import { examUpdate, type InputOf, schoolClasses } from '@hengjuan/contracts'
import { EXAM_TYPES } from '@hengjuan/domain'
import { SchemaDialog, toast } from '@hengjuan/ui'
import type { ExamRow } from '../ExamTable.tsx'

type Change = Pick<
  Required<InputOf<typeof examUpdate>['body']>,
  'name' | 'type' | 'start_date' | 'class_ids'
>

const TYPES = Object.entries(EXAM_TYPES).map(([type, label]) => ({ value: Number(type), label }))

export function EditExamDialog(props: { exam: ExamRow; onDone: () => void; onClose: () => void }) {
  const { exam } = props
  const classes = useRoute(schoolClasses, { query: {} })
  const save = useCall(examUpdate, {
    onSuccess: () => {
      toast.done('已修改考试')
      props.onDone()
    },
  })
  const own = exam.classes.map(({ class_id }) => class_id)
  const initial: Change = {
    name: exam.name,
    type: exam.type,
    start_date: exam.start_date,
    class_ids: own,
  }
  // Those of other schools come and go with their lists.
  const offered =
    classes.data
      ?.filter(({ grade_id }) => grade_id === exam.grade_id)
      .map(({ class_id, name, student_count }) => ({
        value: class_id,
        label: name,
        note: `${student_count} 人`,
      })) ?? []
  return (
    <SchemaDialog<Change>
      title="修改考试"
      schema={examUpdate.body}
      initial={initial}
      submitText="保存"
      isPending={save.isPending}
      error={save.error}
      errorFields={{ EXAM_NAME_TAKEN: 'name', EXAM_HAS_SCANS: 'class_ids' }}
      onClose={props.onClose}
      onSubmit={({ class_ids, ...change }) =>
        save.mutate({
          params: { schoolId: exam.school_id, examId: exam.exam_id },
          body: exam.scope === 'joint' ? change : { ...change, class_ids },
        })
      }
      fields={{
        name: { kind: 'text', label: '考试名称', isRequired: true, maxLength: 60 },
        type: { kind: 'choice', label: '考试类型', options: TYPES },
        start_date: { kind: 'date', label: '考试日期' },
        ...(exam.scope === 'joint'
          ? {}
          : {
              class_ids: {
                kind: 'many' as const,
                label: '班级',
                options: offered,
                hint: ({ class_ids }: Change) => classHint(own, class_ids),
              },
            }),
      }}
    />
  )
}

/** What the change of classes does to the list of candidates. */
function classHint(before: readonly number[], after: readonly number[]): string {
  const gone = before.filter((id) => !after.includes(id)).length
  const added = after.filter((id) => !before.includes(id)).length
  return [
    gone > 0 && `${gone} 个班的考生将移出名单`,
    added > 0 && `加入 ${added} 个班，保存后请在「考生」中生成考号`,
  ]
    .filter(Boolean)
    .join('；')
}
