import { Button, InputGroup } from '@blueprintjs/core'
import { Segmented } from '@hengjuan/ui'
import { useState } from 'react'
import { CHECK_STEP_WORDS } from '../../../bridge/check-words.ts'
import type { CheckStep, CheckStepState } from '../../../bridge/scanner-api.ts'
import { CheckPages } from './CheckPages.tsx'
import css from './check.module.css'

type Verdict = 'pass' | 'fail' | 'skip'

/** A step: what to do, what should come of it, what was seen, and the verdict, which a person may change. */
export function CheckStepView(props: {
  state: CheckStepState
  /** The step under way, this one or another. */
  running: CheckStep | null
  onRun: () => void
  onStop: () => void
  onJudge: (verdict: Verdict, note: string) => void
}) {
  const { state, running } = props
  const words = CHECK_STEP_WORDS[state.step]
  const isRunning = running === state.step
  const isDone = state.verdict !== 'pending'
  const [note, setNote] = useState(state.note)
  return (
    <section aria-label={words.title} aria-busy={isRunning}>
      <h2 className={css['title']}>{words.title}</h2>
      <dl className={css['words']}>
        <dt>要做</dt>
        <dd>{words.todo}</dd>
        <dt>应当</dt>
        <dd>{words.expected}</dd>
      </dl>
      <div className={css['act']}>
        {isRunning && words.movesPaper ? (
          <Button intent="danger" text="停止" onClick={props.onStop} />
        ) : (
          <Button
            autoFocus
            intent={isDone ? 'none' : 'primary'}
            text={isDone ? '再做一次' : '开始'}
            loading={isRunning}
            disabled={running !== null}
            onClick={props.onRun}
          />
        )}
        {!isDone && !isRunning && (
          <Button
            variant="minimal"
            text="跳过这一步"
            disabled={running !== null}
            onClick={() => props.onJudge('skip', note)}
          />
        )}
        {isRunning && <span role="status">正在做，请看着扫描仪…</span>}
      </div>
      {isDone && (
        <>
          <ul className={css['seen']}>
            {state.seen.map((line) => (
              <li key={line} data-bad={line.startsWith('✕')}>
                {line}
              </li>
            ))}
          </ul>
          {state.advice !== '' && (
            <p className={css['advice']}>
              <strong>建议：</strong>
              {state.advice}
            </p>
          )}
          <div className={css['judge']}>
            <Segmented
              label="结论"
              options={[
                { value: 'pass', label: '通过' },
                { value: 'fail', label: '不通过' },
                { value: 'skip', label: '跳过' },
              ]}
              value={state.verdict as Verdict}
              onChange={(verdict) => props.onJudge(verdict, note)}
            />
            <InputGroup
              fill
              aria-label="备注"
              placeholder="备注：和量出来的不一样时写明（不要写姓名）"
              maxLength={300}
              value={note}
              onValueChange={setNote}
              onBlur={() => {
                if (note !== state.note) props.onJudge(state.verdict as Verdict, note)
              }}
            />
          </div>
          <CheckPages pages={state.pages} />
        </>
      )}
    </section>
  )
}
