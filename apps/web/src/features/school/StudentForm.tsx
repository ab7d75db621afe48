import { useCall, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, studentAdd, studentDetail, studentUpdate } from '@hengjuan/contracts'
import { SchemaDialog, toast } from '@hengjuan/ui'
import type { StudentRow } from './StudentTable.tsx'
import { useClassOptions, useRefreshSchool } from './use-school.ts'

const GENDERS = [
  { value: '男', label: '男' },
  { value: '女', label: '女' },
  { value: '', label: '不填' },
]

type Gender = '男' | '女' | ''
interface Values {
  name: string
  student_no: string
  gender: Gender
  class_id: number
  combo: string | null
  guardian_phone: string | null
  registry_no: string | null
}

/** Adds a student, or changes one. */
export function StudentForm(props: { row?: StudentRow; classId?: number; onClose: () => void }) {
  const { row } = props
  const detail = useRoute(
    studentDetail,
    { query: { student_id: row?.student_id ?? 1 } },
    { enabled: row !== undefined },
  )
  const classes = useClassOptions()
  if (classes.length === 0 || (row && !detail.data)) return null
  return <Form {...props} classes={classes} detail={detail.data} />
}

function Form(props: {
  row?: StudentRow
  classId?: number
  classes: readonly { value: number; label: string }[]
  detail: ReplyOf<typeof studentDetail> | undefined
  onClose: () => void
}) {
  const { row, classes, detail, onClose } = props
  const refresh = useRefreshSchool()
  const finish = (message: string) => {
    toast.done(message)
    onClose()
    return refresh()
  }
  const add = useCall(studentAdd, { onSuccess: () => finish('已添加学生') })
  const update = useCall(studentUpdate, { onSuccess: () => finish('已保存学生') })
  const initial: Values = {
    name: row?.name ?? '',
    student_no: row?.student_no ?? '',
    gender: (row?.gender ?? '') as Gender,
    class_id: row?.class_id ?? props.classId ?? classes[0]?.value ?? 1,
    combo: row?.combo ?? '',
    guardian_phone: detail?.guardian_phone ?? '',
    registry_no: detail?.registry_no ?? '',
  }
  return (
    <SchemaDialog
      title={row ? '修改学生' : '添加学生'}
      schema={studentAdd.body}
      initial={initial}
      submitText={row ? '保存' : '添加'}
      isPending={add.isPending || update.isPending}
      error={add.error ?? update.error}
      errorFields={{ STUDENT_NO_TAKEN: 'student_no', COMBO_INVALID: 'combo' }}
      onClose={onClose}
      onSubmit={(values) => {
        const body = {
          ...values,
          combo: values.combo || null,
          guardian_phone: values.guardian_phone || null,
          registry_no: values.registry_no || null,
        }
        if (row) update.mutate({ body: { ...changed(body, initial), student_id: row.student_id } })
        else add.mutate({ body })
      }}
      fields={{
        name: { kind: 'text', label: '姓名', isRequired: true, autoFocus: true },
        student_no: { kind: 'text', label: '学号', isRequired: true },
        gender: { kind: 'choice', label: '性别', options: GENDERS },
        class_id: {
          kind: 'choice',
          asList: true,
          label: '班级',
          isRequired: true,
          options: classes,
        },
        combo: { kind: 'text', label: '选科', placeholder: '如 物化生，没有选科的留空' },
        guardian_phone: { kind: 'text', label: '家长手机', placeholder: '11 位，可不填' },
        registry_no: { kind: 'text', label: '学籍号', placeholder: '可不填，不出现在名单里' },
      }}
    />
  )
}

/** Only what was changed is sent, so that nobody else's change is written over. */
function changed(body: Values, before: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => (before[name as keyof Values] || null) !== (value || null),
    ),
  )
}
