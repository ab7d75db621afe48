import { useCall } from '@hengjuan/client/react'
import { classSave } from '@hengjuan/contracts'
import { SchemaDialog, toast } from '@hengjuan/ui'
import {
  GRADE_OPTIONS,
  useRefreshSchool,
  useStaffOptions,
  useSubjectOptions,
} from './use-school.ts'
import type { ClassRow } from './ClassTable.tsx'

const NOBODY = 0

/** Makes a class, or changes one. */
export function ClassForm(props: {
  /** Undefined: a new one. */
  row?: ClassRow
  kind: 'admin' | 'teaching'
  gradeId: number | null
  onClose: () => void
}) {
  const { row, kind, onClose } = props
  const staff = useStaffOptions()
  const subjects = useSubjectOptions()
  const refresh = useRefreshSchool()
  const save = useCall(classSave, {
    onSuccess: () => {
      toast.done(row ? '已保存班级' : '已新建班级')
      onClose()
      return refresh()
    },
  })
  const isTeaching = kind === 'teaching'
  const initial = {
    grade_id: row?.grade_id ?? props.gradeId ?? GRADE_OPTIONS[9]?.value ?? 10,
    name: row?.name ?? '',
    subject_id: row?.subject_id ?? subjects[0]?.value ?? 1,
    class_teacher_id: row?.class_teacher_id ?? NOBODY,
  }
  const subjectField = {
    subject_id: {
      kind: 'choice' as const,
      asList: true,
      label: '科目',
      isRequired: true,
      options: subjects,
      hint: '每名学生每科只在一个教学班',
    },
  }
  // The first subject is chosen at first, so it has to be known; names of teachers may come while one types.
  if (isTeaching && subjects.length === 0) return null
  return (
    <SchemaDialog
      title={row ? '修改班级' : isTeaching ? '新建教学班' : '新建行政班'}
      schema={classSave.body}
      initial={initial}
      submitText={row ? '保存' : '新建'}
      isPending={save.isPending}
      error={save.error}
      errorFields={{ CLASS_NAME_TAKEN: 'name', STAFF_NOT_FOUND: 'class_teacher_id' }}
      onClose={onClose}
      onSubmit={({ subject_id, class_teacher_id, ...values }) =>
        save.mutate({
          body: {
            ...values,
            ...(row ? { class_id: row.class_id } : { kind }),
            ...(isTeaching
              ? { subject_id }
              : { class_teacher_id: class_teacher_id === NOBODY ? null : class_teacher_id }),
          },
        })
      }
      fields={{
        name: {
          kind: 'text',
          label: '名称',
          isRequired: true,
          autoFocus: true,
          placeholder: isTeaching ? '如 物理A1班' : '如 3班',
          maxLength: 20,
        },
        grade_id: { kind: 'choice', asList: true, label: '年级', options: GRADE_OPTIONS },
        ...(isTeaching
          ? subjectField
          : {
              class_teacher_id: {
                kind: 'choice' as const,
                asList: true,
                label: '班主任',
                options: [{ value: NOBODY, label: '暂不指定' }, ...staff],
              },
            }),
      }}
    />
  )
}
