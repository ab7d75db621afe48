import { Button, NumericInput, PopoverNext } from '@blueprintjs/core'
import type { ReplyOf, reportSubjectLines } from '@hengjuan/contracts'
import { useState } from 'react'
import css from './report.module.css'

type Reply = ReplyOf<typeof reportSubjectLines>

/** Lines of subjects set by hand: a copy that stays in the address, whatever the settings say. @source reports P10 */
export function SubjectLines(props: {
  reply: Reply
  value: string
  onChange: (value: string) => void
}) {
  const { reply, value } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <PopoverNext
      placement="bottom-start"
      isOpen={isOpen}
      onInteraction={setOpen}
      content={
        <Fields
          key={value}
          {...props}
          onChange={(next) => {
            setOpen(false)
            props.onChange(next)
          }}
        />
      }
    >
      <Button disabled={!reply.line}>{value === '' ? '手工设定单科线' : '修改单科线'}</Button>
    </PopoverNext>
  )
}

function Fields({ reply, onChange }: { reply: Reply; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(
    () =>
      new Map(
        reply.line?.subjects.map(({ subject_id, line_milli }) => [
          subject_id,
          line_milli === null ? '' : String(Math.round(line_milli / 10) / 100),
        ]),
      ),
  )
  const known = [...typed].filter(([, text]) => text.trim() !== '')
  const isWrong = known.some(([, text]) => !/^\d{1,4}(\.\d{1,2})?$/.test(text.trim()))
  return (
    <form
      className={css['lineForm']}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) onChange(known.map(([id, text]) => `${id}:${text.trim()}`).join(','))
      }}
    >
      {reply.subjects.map(({ subject_id, subject_name }) => (
        <label key={subject_id}>
          {subject_name}
          <NumericInput
            value={typed.get(subject_id) ?? ''}
            min={0}
            buttonPosition="none"
            style={{ width: 80 }}
            onValueChange={(_, text) => setTyped((before) => new Map(before).set(subject_id, text))}
          />
        </label>
      ))}
      {isWrong && <p role="alert">请填写 0 到 9999 的分数，最多两位小数</p>}
      <div>
        <Button type="submit" intent="primary" disabled={isWrong}>
          按这些线统计
        </Button>
        <Button onClick={() => onChange('')}>恢复按方法</Button>
      </div>
    </form>
  )
}
