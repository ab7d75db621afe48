import { useCall } from '@hengjuan/client/react'
import { studentTransfer } from '@hengjuan/contracts'
import { SchemaDialog, toast } from '@hengjuan/ui'
import { useClassOptions, useRefreshSchool } from './use-school.ts'

/** A student comes from another school with a code. */
export function TransferInDialog({ onClose }: { onClose: () => void }) {
  const classes = useClassOptions()
  const refresh = useRefreshSchool()
  const take = useCall(studentTransfer, {
    onSuccess: () => {
      toast.done('已转入学生')
      onClose()
      return refresh()
    },
  })
  return (
    <SchemaDialog
      key={classes.length}
      title="凭转学码转入"
      effect="姓名、性别、学籍号等由原学校带来；在本校另给学号和班级。"
      schema={studentTransfer.body}
      initial={{ code: '', student_no: '', class_id: classes[0]?.value ?? 1 }}
      submitText="转入"
      isPending={take.isPending}
      error={take.error}
      errorFields={{ TRANSFER_CODE_WRONG: 'code', STUDENT_NO_TAKEN: 'student_no' }}
      onClose={onClose}
      onSubmit={(values) => take.mutate({ body: { action: 'in', ...values } })}
      fields={{
        code: {
          kind: 'text',
          label: '转学码',
          isRequired: true,
          autoFocus: true,
          placeholder: '8 位字母',
        },
        student_no: { kind: 'text', label: '本校学号', isRequired: true },
        class_id: {
          kind: 'choice',
          asList: true,
          label: '班级',
          options: classes,
          isRequired: true,
        },
      }}
    />
  )
}
