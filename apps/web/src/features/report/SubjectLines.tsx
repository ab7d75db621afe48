import { Button, NumericInput, PopoverNext } from '@blueprintjs/core'
import type { ReplyOf, reportSubjectLines } from '@hengjuan/contracts'
import { MILLI_PER_POINT } from '@hengjuan/domain'
import { sentenceOf } from '@hengjuan/ui'
import { useState } from 'react'
import { useMay } from '../../session/session-store.ts'
import css from './report.module.css'
import { useKeptLines } from './use-kept-lines.ts'

type Reply = ReplyOf<typeof reportSubjectLines>

/** Lines of subjects set by hand: a copy that stays in the address, whatever the settings say. @source reports P10 */
export function SubjectLines(props: {
  reply: Reply
  value: string
  examId: number
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

function Fields(props: { reply: Reply; examId: number; onChange: (value: string) => void }) {
  const { reply, onChange } = props
  const mayConfigure = useMay('report.configure')
  const kept = useKeptLines(props.examId, '已保存为本场考试的单科线', () => onChange(''))
  const keep = (subjects: { subject_id: number; line_milli: number }[]) =>
    kept.mutate({
      reason: subjects.length === 0 ? '单科线恢复按方法' : '保存手工设定的单科线',
      lines: (now) =>
        now.map((line) => (line.name === reply.line?.name ? { ...line, subjects } : line)),
    })
  // A line that stands in the address only has no place in the settings.
  const isNamed = reply.lines.some(({ name }) => name === reply.line?.name)
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
        {mayConfigure && isNamed && (
          <Button
            loading={kept.isPending}
            disabled={isWrong}
            onClick={() =>
              keep(
                known.map(([subject_id, text]) => ({
                  subject_id,
                  line_milli: Math.round(Number(text.trim()) * MILLI_PER_POINT),
                })),
              )
            }
          >
            保存为本场设置
          </Button>
        )}
        <Button
          onClick={() => {
            if (mayConfigure && isNamed && reply.line?.subjects.some(({ by_hand }) => by_hand))
              keep([])
            else onChange('')
          }}
        >
          恢复按方法
        </Button>
      </div>
      {kept.error && <p role="alert">{sentenceOf(kept.error)}</p>}
    </form>
  )
}
