import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { benchmarkScriptSet } from '@hengjuan/contracts'
import { BENCHMARK_KINDS, BENCHMARK_MARKS, type BenchmarkKind } from '@hengjuan/domain'
import { ReasonButton } from '@hengjuan/ui'
import { RetireScript } from './RetireScript.tsx'
import { ScriptMarks } from './ScriptMarks.tsx'
import css from './quality.module.css'
import { type ScriptProps, useScriptWork } from './use-script-work.ts'
import { ScriptField } from './ScriptField.tsx'
import { scriptNote } from './script-note.ts'

/** First the own mark, unseen by others; then the definitive score, which another leader agrees to. */
export function ScriptPanel(props: ScriptProps) {
  const { blockId, script, mayBeAlone } = props
  const {
    call,
    points,
    own,
    definitive,
    texts,
    setScoresText,
    comment,
    setComment,
    reasons,
    setReasonsText,
    hint,
    isSending,
    here,
    on,
    run,
    mark,
    define,
  } = useScriptWork(props)
  const isOpen = script.state === 'marking'
  const canDefine = isOpen && own !== undefined
  const isEnough = script.mark_count >= BENCHMARK_MARKS
  const agrees = definitive !== null && !definitive.is_own_proposal
  return (
    <section {...here} className={css['side']} aria-label="标准卷评分">
      <div className={css['head']}>
        <strong>密号 {script.secret_code}</strong>
        <HTMLSelect
          aria-label="用途"
          value={script.kind}
          disabled={script.state === 'retired' || isSending}
          options={Object.entries(BENCHMARK_KINDS).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => {
            const kind = currentTarget.value as BenchmarkKind
            void run(async () => {
              await call(benchmarkScriptSet, { body: { ...on, kind } })
              return `用途已改为${BENCHMARK_KINDS[kind]}`
            })
          }}
        />
      </div>
      <ScriptMarks script={script} points={points} />
      {isOpen && (
        <>
          <div className={css['scores']}>
            {points.map((point, index) => (
              <ScriptField
                key={index}
                name={points.length === 1 ? '得分' : point.name}
                fullMilli={point.fullMilli}
                text={texts[index] ?? ''}
                onText={(text) => setScoresText(JSON.stringify(texts.with(index, text)))}
                reason={canDefine ? (reasons[index] ?? '') : null}
                onReason={(reason) => setReasonsText(JSON.stringify(reasons.with(index, reason)))}
              />
            ))}
          </div>
          {!canDefine && (
            <InputGroup
              aria-label="评语"
              placeholder="给分理由，可不填"
              maxLength={500}
              value={comment}
              onValueChange={setComment}
            />
          )}
        </>
      )}
      <p className={css['note']}>{scriptNote(script, own !== undefined)}</p>
      {hint !== null && (
        <p className={css['error']} role="alert">
          {hint}
        </p>
      )}
      {isOpen && (
        <div className={css['actions']}>
          {!own && (
            <Button intent="primary" loading={isSending} onClick={mark}>
              提交独立评分
            </Button>
          )}
          {canDefine && (
            <>
              <ReasonButton
                intent="primary"
                loading={isSending}
                reason={isEnough ? null : '还需要另一位题组长独立评分'}
                onClick={() => define(false)}
              >
                {agrees ? '同意（或改提）标准分' : '提出标准分'}
              </ReasonButton>
              {!definitive && (
                <Button disabled={isSending} onClick={mark}>
                  改我的评分
                </Button>
              )}
              {!isEnough && mayBeAlone && (
                <Button disabled={isSending} onClick={() => define(true)}>
                  由我一人确认
                </Button>
              )}
            </>
          )}
        </div>
      )}
      {script.state !== 'retired' && (
        <RetireScript blockId={blockId} script={script} onDone={props.onDone} />
      )}
    </section>
  )
}
