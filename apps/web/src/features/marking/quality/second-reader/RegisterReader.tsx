import { Button } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { type InputOf, secondReaderRegister } from '@hengjuan/contracts'
import { SchemaForm } from '@hengjuan/ui'
import { useState } from 'react'

type Form = Omit<InputOf<typeof secondReaderRegister>['body'], 'exam_id'>

const EMPTY: Form = { name: '', version: '', maker: '', purpose: '' }

/** Registers a program in one version. */
export function RegisterReader(props: {
  examId: number
  onDone: (reader: Form, token: string) => Promise<unknown>
}) {
  const [isOpen, setOpen] = useState(false)
  const register = useCall(secondReaderRegister, {
    onSuccess: ({ token }, { body }) => {
      setOpen(false)
      return props.onDone(body, token)
    },
  })
  if (!isOpen)
    return (
      <Button style={{ marginTop: 12 }} onClick={() => setOpen(true)}>
        登记评阅程序…
      </Button>
    )
  return (
    <SchemaForm<Form>
      schema={secondReaderRegister.body}
      initial={EMPTY}
      submitText="登记并取得令牌"
      isPending={register.isPending}
      error={register.error}
      onCancel={() => setOpen(false)}
      onSubmit={(form) => register.mutate({ body: { exam_id: props.examId, ...form } })}
      fields={{
        name: { kind: 'text', label: '名称', maxLength: 60, placeholder: '例如：作文评阅' },
        version: { kind: 'text', label: '版本', maxLength: 60, placeholder: '例如：1.0' },
        maker: { kind: 'text', label: '制作单位', maxLength: 60, placeholder: '例如：市教研院' },
        purpose: {
          kind: 'text',
          label: '用途',
          maxLength: 200,
          placeholder: '例如：与阅卷教师的给分对照，找出需要抽查的试卷',
        },
      }}
    />
  )
}
