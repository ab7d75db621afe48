import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { secondReaderRegister } from '@hengjuan/contracts'
import { ReasonButton, sentenceOf } from '@hengjuan/ui'
import { useState } from 'react'
import css from './second-reader.module.css'

const EMPTY = { name: '', version: '', maker: '', purpose: '' }
type Form = typeof EMPTY

const FIELDS: { key: keyof Form; label: string; most: number; example: string; isWide?: true }[] = [
  { key: 'name', label: '名称', most: 60, example: '例如：作文评阅' },
  { key: 'version', label: '版本', most: 60, example: '例如：1.0' },
  { key: 'maker', label: '制作单位', most: 60, example: '例如：市教研院' },
  {
    key: 'purpose',
    label: '用途',
    most: 200,
    example: '例如：与阅卷教师的给分对照，找出需要抽查的试卷',
    isWide: true,
  },
]

/** Registers a program in one version. */
export function RegisterReader(props: {
  examId: number
  onDone: (reader: Form, token: string) => Promise<unknown>
}) {
  const [form, setForm] = useState<Form | null>(null)
  const register = useCall(secondReaderRegister, {
    onSuccess: ({ token }, { body }) => {
      setForm(null)
      return props.onDone(body, token)
    },
  })
  if (!form)
    return (
      <Button style={{ marginTop: 12 }} onClick={() => setForm(EMPTY)}>
        登记评阅程序…
      </Button>
    )
  const missing = FIELDS.filter(({ key }) => form[key].trim() === '').map(({ label }) => label)
  const reason = missing.length > 0 ? `请填写${missing.join('、')}` : null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === null) register.mutate({ body: { exam_id: props.examId, ...form } })
      }}
    >
      <div className={css['form']}>
        {FIELDS.map(({ key, label, most, example, isWide }) => (
          <FormGroup key={key} label={label} className={isWide ? (css['wide'] ?? '') : ''}>
            <InputGroup
              aria-label={label}
              maxLength={most}
              placeholder={example}
              value={form[key]}
              onValueChange={(value) => {
                register.reset()
                setForm({ ...form, [key]: value })
              }}
            />
          </FormGroup>
        ))}
      </div>
      <div className={css['line']}>
        <ReasonButton type="submit" intent="primary" loading={register.isPending} reason={reason}>
          登记并取得令牌
        </ReasonButton>
        <Button variant="minimal" onClick={() => setForm(null)}>
          取消
        </Button>
      </div>
      {register.error && (
        <p className={css['error']} role="alert">
          ✕ {sentenceOf(register.error)}
        </p>
      )}
    </form>
  )
}
