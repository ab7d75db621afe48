import { HTMLSelect } from '@blueprintjs/core'
import { fixChoiceAll } from '@hengjuan/contracts'
import { useCaller } from '@hengjuan/client/react'
import { ReasonButton, toast } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import css from './scan-errors.module.css'
import type { ExamSubject, ServerDecisions } from './use-decisions.ts'

/** What a person may take without looking, first. @source ui D4 */
const SURE = 0.98
const LEVELS = [SURE, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5]

/** Takes the machine's reading of everything above a confidence, after saying how much that is. */
export function AcceptAll({ at, decisions }: { at: ExamSubject; decisions: ServerDecisions }) {
  const { call } = useCaller()
  const [above, setAbove] = useState(SURE)
  const [count, setCount] = useState<number | null>(null)
  // The number that the button names comes from the server, and changes with every decision.
  useEffect(() => {
    if (decisions.pending) return undefined
    const gone = new AbortController()
    call(fixChoiceAll, { body: { ...at, above, preview: true } }, { signal: gone.signal })
      .then((reply) => setCount(reply.count))
      .catch(() => undefined)
    return () => gone.abort()
  }, [call, at, above, decisions.pending])
  return (
    <div className={css['acceptAll']}>
      <span>机器识别可信度不低于</span>
      <HTMLSelect
        value={above}
        onChange={(event) => setAbove(Number(event.currentTarget.value))}
        options={LEVELS.map((level) => ({ value: level, label: `${Math.round(level * 100)}%` }))}
        aria-label="可信度"
      />
      <ReasonButton
        reason={count === 0 ? '没有达到这个可信度的题目' : null}
        disabled={count === null || decisions.pending}
        onClick={() =>
          void decisions
            .decide(
              fixChoiceAll,
              { body: { ...at, above, preview: false } },
              `整体接受 ${count} 题`,
              ({ decision_ids }) => decision_ids,
            )
            .then((done) => done && toast.done(`已接受 ${count} 题，Ctrl+Z 可一次撤销`))
        }
      >
        {count === null ? '正在计算' : `按识别结果接受 ${count} 题`}
      </ReasonButton>
    </div>
  )
}
