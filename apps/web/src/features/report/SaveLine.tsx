import { Button, HTMLSelect, InputGroup, PopoverNext } from '@blueprintjs/core'
import { EFFECTIVE_LINE_METHODS, MILLI_PER_POINT } from '@hengjuan/domain'
import { FilterField, sentenceOf } from '@hengjuan/ui'
import { useState } from 'react'
import { useMay } from '../../session/session-store.ts'
import css from './report.module.css'
import { type KeptLines, useKeptLines } from './use-kept-lines.ts'

const NEW = ''

/** Makes the line and the method that stand in the address those of the exam. @source reports P10 */
export function SaveLine(props: {
  examId: number
  lines: readonly { name: string }[]
  /** In points; null where only the method differs. */
  total: number | null
  method: 'same_rate' | 'coefficient' | 'window_mean' | null
  onSaved: () => void
}) {
  const { total, method } = props
  const mayConfigure = useMay('report.configure')
  const [instead, setInstead] = useState(props.lines[0]?.name ?? NEW)
  const [name, setName] = useState('')
  const kept = useKeptLines(props.examId, '已保存为本场考试的上线设置', props.onSaved)
  if (!mayConfigure) return null
  const isNameless = total !== null && instead === NEW && name.trim() === ''
  return (
    <PopoverNext
      placement="bottom-start"
      content={
        <form
          className={css['lineForm']}
          onSubmit={(event) => {
            event.preventDefault()
            if (isNameless) return
            kept.mutate({
              reason: '保存上线分析中试过的线',
              ...(method ? { method } : {}),
              ...(total === null
                ? {}
                : {
                    lines: (now) => withLine(now, instead === NEW ? name.trim() : instead, total),
                  }),
            })
          }}
        >
          {total !== null && (
            <>
              <label>
                把 {total} 分存为
                <HTMLSelect
                  value={instead}
                  onChange={({ currentTarget }) => setInstead(currentTarget.value)}
                >
                  {props.lines.map((line) => (
                    <option key={line.name} value={line.name}>
                      {line.name}（取代原来的线）
                    </option>
                  ))}
                  <option value={NEW}>一条新的线</option>
                </HTMLSelect>
              </label>
              {instead === NEW && (
                <FilterField label="名称">
                  <InputGroup value={name} maxLength={20} onValueChange={setName} />
                </FilterField>
              )}
            </>
          )}
          {method && <p>单科线的算法改为{EFFECTIVE_LINE_METHODS[method]}</p>}
          <div>
            <Button type="submit" intent="primary" disabled={isNameless} loading={kept.isPending}>
              保存为本场设置
            </Button>
          </div>
          {kept.error && <p role="alert">{sentenceOf(kept.error)}</p>}
        </form>
      }
    >
      <Button>保存为本场设置…</Button>
    </PopoverNext>
  )
}

/** The line of that name at this score, or one more. Lines of subjects that were set for another score go. */
function withLine(now: KeptLines, name: string, points: number): KeptLines {
  const own = { name, percent: null, total_milli: Math.round(points * MILLI_PER_POINT) }
  const before = now.find((line) => line.name === name)
  if (!before) return [...now, own]
  return now.map((line) =>
    line === before ? { ...own, ...(line.targets ? { targets: line.targets } : {}) } : line,
  )
}
