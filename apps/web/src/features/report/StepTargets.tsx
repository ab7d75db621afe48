import { Button, Dialog, DialogBody, DialogFooter, NumericInput } from '@blueprintjs/core'
import type { ReplyOf, reportStepLines } from '@hengjuan/contracts'
import { sentenceOf } from '@hengjuan/ui'
import { useState } from 'react'
import { useMay } from '../../session/session-store.ts'
import css from './report.module.css'
import { type KeptLines, useKeptLines } from './use-kept-lines.ts'

type Reply = ReplyOf<typeof reportStepLines>

/** How many of each class are meant to be on each line; kept for the exam. @source reports P10 */
export function StepTargets(props: { reply: Reply; examId: number }) {
  const [isOpen, setOpen] = useState(false)
  const mayConfigure = useMay('report.configure')
  const { reply } = props
  if (!mayConfigure || reply.rows.length === 0) return null
  const hasTargets = reply.rows.some(({ cells }) => cells.some(({ target }) => target !== null))
  return (
    <>
      <Button onClick={() => setOpen(true)}>{hasTargets ? '修改指标…' : '填写指标…'}</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="各班上线指标"
        style={{ width: 640 }}
      >
        {isOpen && <Fields {...props} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function Fields(props: { reply: Reply; examId: number; onDone: () => void }) {
  const { lines, rows } = props.reply
  const classes = rows.filter(({ is_reference }) => !is_reference)
  const kept = useKeptLines(props.examId, '已保存各班上线指标', props.onDone)
  const [typed, setTyped] = useState(
    () =>
      new Map(
        classes.flatMap(({ group, cells }) =>
          cells.flatMap(({ target }, at) =>
            target === null ? [] : [[`${group.id} ${at}`, String(target)] as const],
          ),
        ),
      ),
  )
  const isWrong = [...typed.values()].some((text) => !/^\d{0,6}$/.test(text.trim()))
  const targetsAt = (at: number) =>
    classes.flatMap(({ group: { id } }) => {
      const text = typed.get(`${id} ${at}`)?.trim() ?? ''
      return id === null || text === '' ? [] : [{ class_id: id, count: Number(text) }]
    })
  /** Of classes that this page does not show, what is kept stays. */
  const change = (now: KeptLines): KeptLines =>
    now.map((line) => {
      const at = lines.findIndex(({ name }) => name === line.name)
      if (at < 0) return line
      const shown = new Set(classes.map(({ group }) => group.id))
      const others = line.targets?.filter(({ class_id }) => !shown.has(class_id)) ?? []
      return { ...line, targets: [...others, ...targetsAt(at)] }
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) kept.mutate({ reason: '填写各班上线指标', lines: change })
      }}
    >
      <DialogBody>
        <div className={css['targets']}>
          <table>
            <thead>
              <tr>
                <th scope="col">班级</th>
                {lines.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {classes.map(({ group, n, cells }) => (
                <tr key={group.id}>
                  <th scope="row">
                    {group.name}（{n} 人）
                  </th>
                  {lines.map(({ name }, at) => (
                    <td key={name}>
                      <NumericInput
                        value={typed.get(`${group.id} ${at}`) ?? ''}
                        min={0}
                        buttonPosition="none"
                        placeholder={`现 ${cells[at]?.on ?? 0}`}
                        style={{ width: 72 }}
                        aria-label={`${group.name} ${name}指标（人）`}
                        onValueChange={(_, text) =>
                          setTyped((before) => new Map(before).set(`${group.id} ${at}`, text))
                        }
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {isWrong && <p role="alert">指标应为不超过六位的整数</p>}
        {kept.error && <p role="alert">{sentenceOf(kept.error)}</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <Button type="submit" intent="primary" disabled={isWrong} loading={kept.isPending}>
            保存
          </Button>
        }
      >
        留空为没有指标；保存后表中出现「指标」与「差额」两列
      </DialogFooter>
    </form>
  )
}
