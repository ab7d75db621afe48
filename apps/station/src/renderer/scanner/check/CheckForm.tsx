import { Button } from '@blueprintjs/core'
import { saveFile, sentenceOf, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { CHECK_STEP_WORDS, VERDICT_WORDS } from '../../../bridge/check-words.ts'
import { CHECK_STEPS, type CheckState, type CheckStep } from '../../../bridge/scanner-api.ts'
import { useTransport } from '../../transport/use-station.ts'
import { CheckStepView } from './CheckStepView.tsx'
import css from './check.module.css'

export function CheckForm({ check, onClose }: { check: CheckState; onClose: () => void }) {
  const { call } = useTransport()
  const [chosen, setChosen] = useState<CheckStep>('devices')
  const [failure, setFailure] = useState<unknown>(null)
  const state = check.steps.find(({ step }) => step === chosen)
  const next = CHECK_STEPS[CHECK_STEPS.indexOf(chosen) + 1]
  const run = (work: () => Promise<unknown>) => {
    setFailure(null)
    work().catch(setFailure)
  }
  const print = () =>
    run(async () => {
      const { file_name, base64 } = await call('checkSheet', {})
      const bytes = Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0)
      saveFile(new Blob([bytes], { type: 'application/pdf' }), file_name)
    })
  const done = check.steps.filter(({ verdict }) => verdict !== 'pending').length
  return (
    <div className={css['content']}>
      <ol className={css['steps']} aria-label="步骤">
        {check.steps.map(({ step, verdict }, at) => (
          <li key={step}>
            <button
              type="button"
              className={css['step']}
              aria-current={step === chosen ? 'step' : undefined}
              data-verdict={check.running === step ? 'running' : verdict}
              onClick={() => setChosen(step)}
            >
              <b aria-hidden="true">{check.running === step ? '…' : MARKS[verdict] || at + 1}</b>
              <span>{CHECK_STEP_WORDS[step].title}</span>
              <small>{check.running === step ? '正在做' : VERDICT_WORDS[verdict]}</small>
            </button>
          </li>
        ))}
        <li className={css['print']}>
          <p>要用两张双面打印的检查页（A4、实际大小、沿长边翻转）。</p>
          <Button size="small" text="下载检查页 (PDF)" onClick={print} />
        </li>
      </ol>
      <div className={css['main']}>
        {state && (
          <CheckStepView
            key={chosen}
            state={state}
            running={check.running}
            onRun={() => run(() => call('runCheckStep', { step: chosen }))}
            onStop={() => run(() => call('stopCheckStep', {}))}
            onJudge={(verdict, note) =>
              run(async () => {
                await call('judgeCheckStep', { step: chosen, verdict, note })
                if (verdict === 'skip' && next) setChosen(next)
              })
            }
          />
        )}
        {failure !== null && (
          <p className={css['bad']} role="alert">
            ✕ {sentenceOf(failure)}
          </p>
        )}
      </div>
      <footer className={css['foot']}>
        {check.report === null ? (
          <p>
            已做 {done} 步，共 {CHECK_STEPS.length} 步。随时可以结束；报告里没有姓名和笔迹。
          </p>
        ) : (
          <p className={css['report']} role="status">
            ✓ 报告已写到：<code>{check.report}</code>
          </p>
        )}
        {check.report !== null && (
          <Button
            size="small"
            text="复制路径"
            onClick={() =>
              void navigator.clipboard.writeText(check.report ?? '').then(
                () => toast.done('已复制'),
                () => toast.warn('请选中路径后复制'),
              )
            }
          />
        )}
        <span className={css['space']} />
        <Button
          text="写报告"
          disabled={check.running !== null || done === 0}
          onClick={() => run(() => call('writeCheckReport', {}))}
        />
        <Button text="结束检查" onClick={onClose} />
        {next && (
          <Button
            intent="primary"
            text="下一步"
            disabled={check.running !== null || state?.verdict === 'pending'}
            onClick={() => setChosen(next)}
          />
        )}
      </footer>
    </div>
  )
}

const MARKS = { pending: '', pass: '✓', fail: '✕', skip: '–' } as const
