import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useCall, useCaller } from '@hengjuan/client/react'
import { benchmarkDefinitive, benchmarkMark, benchmarkScriptSet } from '@hengjuan/contracts'
import { BENCHMARK_KINDS, BENCHMARK_MARKS, type BenchmarkKind, formatMilli } from '@hengjuan/domain'
import {
  ConfirmDialog,
  ProblemLine,
  ReasonButton,
  sentenceOf,
  toast,
  useOneByOne,
} from '@hengjuan/ui'
import { useState } from 'react'
import { keepTyped, useTypedOver } from '../../../../session/typed.ts'
import { pointsOfTask } from '../../marking-core/paper/paper.ts'
import type { Script } from './Benchmarks.tsx'
import { scoresOfTexts, type ScoreTexts, textsOf } from './score-fields.ts'
import { commentsByPoint } from './script-comments.ts'
import { scriptNote } from './script-note.ts'
import { ScriptMarks } from './ScriptMarks.tsx'
import css from './quality.module.css'

/** A script, and whether its leader may agree to it alone. */
interface ScriptProps {
  blockId: number
  script: Script
  mayBeAlone: boolean
  onDone: () => void
}

/** First the own mark, unseen by others; then the definitive score, which another leader agrees to. */
export function ScriptPanel(props: ScriptProps) {
  const { blockId, script, mayBeAlone } = props
  const { call } = useCaller()
  const points = pointsOfTask(script)
  const own = script.marks.find(({ is_own }) => is_own)
  const { definitive } = script
  const typedAs = `script ${script.script_id}`
  // What another leader proposes is agreed to as it stands, not as something else was typed before.
  const scoresAs = `${typedAs} ${own ? 'agreed' : 'own'} ${definitive?.scores.join(' ') ?? ''} of ${points.length}`
  const [scoresText, setScoresText] = useTypedOver(
    scoresAs,
    JSON.stringify(textsOf(definitive?.scores ?? own?.scores, points)),
  )
  const texts = JSON.parse(scoresText) as ScoreTexts
  const [comment, setComment] = useTypedOver(`${typedAs} comment`, own?.comment ?? '')
  // Of a block with one point, the reason of the own mark is a beginning of the agreed one.
  const [reasonsText, setReasonsText] = useTypedOver(
    `${typedAs} reasons of ${points.length}`,
    JSON.stringify(
      definitive
        ? commentsByPoint(definitive.comments, points).byPoint
        : points.map(() => (points.length === 1 ? (own?.comment ?? '') : '')),
    ),
  )
  const reasons = JSON.parse(reasonsText) as readonly string[]
  const [hint, setHint] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  // With each step other marks show, and the next step is under the same button.
  const { here } = useOneByOne(
    `${script.script_id} ${script.state} ${definitive?.total_milli} ${script.marks.length}`,
  )
  const on = { block_id: blockId, script_id: script.script_id }
  const run = async (work: () => Promise<string>) => {
    setIsSending(true)
    setHint(null)
    try {
      toast.done(await work())
      props.onDone()
    } catch (failure) {
      setHint(sentenceOf(failure))
    } finally {
      setIsSending(false)
    }
  }
  const withScores = (work: (scores: number[]) => Promise<string>) => {
    const { scores, problem } = scoresOfTexts(texts, points)
    if (scores === null) setHint(problem)
    else void run(() => work(scores))
  }
  const mark = () =>
    withScores(async (scores) => {
      await call(benchmarkMark, { body: { ...on, scores, comment } })
      keepTyped(`${typedAs} comment`, '')
      keepTyped(scoresAs, '')
      return '独立评分已保存'
    })
  const define = (isAlone: boolean) =>
    withScores(async (scores) => {
      const { state } = await call(benchmarkDefinitive, {
        body: {
          ...on,
          scores,
          comments: reasons.map((reason) => reason.trim()),
          ...(isAlone ? { alone: 1 as const } : {}),
        },
      })
      keepTyped(`${typedAs} reasons of ${points.length}`, '')
      keepTyped(scoresAs, '')
      return state === 'agreed' ? '标准分已生效' : '已提出标准分，等待另一位题组长同意'
    })
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
      <ProblemLine problem={hint} />
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

function ScriptField(props: {
  name: string
  fullMilli: number
  text: string
  onText: (text: string) => void
  /** Why the agreed score is what it is; null while the leaders still mark on their own. */
  reason: string | null
  onReason: (reason: string) => void
}) {
  const { reason } = props
  return (
    <>
      <span>{props.name}</span>
      <InputGroup
        aria-label={`${props.name}得分`}
        inputMode="decimal"
        value={props.text}
        onValueChange={props.onText}
      />
      <span className={css['full']}>/ {formatMilli(props.fullMilli)}</span>
      {reason !== null && (
        <InputGroup
          className={css['reason'] ?? ''}
          aria-label={`${props.name}的理由`}
          placeholder="这样给分的理由，阅卷教师会看到"
          maxLength={300}
          value={reason}
          onValueChange={props.onReason}
        />
      )}
    </>
  )
}

/** Takes a script out of use, once it was asked for. */
function RetireScript(props: { blockId: number; script: Script; onDone: () => void }) {
  const { blockId, script } = props
  const [isAsking, setIsAsking] = useState(false)
  const retire = useCall(benchmarkScriptSet, {
    onSuccess: () => {
      setIsAsking(false)
      toast.done('已停用')
      props.onDone()
    },
  })
  return (
    <div className={css['actions']}>
      <Button variant="minimal" intent="danger" onClick={() => setIsAsking(true)}>
        停用这份标准卷…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`停用标准卷 ${script.secret_code}`}
        effect={
          script.served > 0
            ? '不再发给阅卷教师；已有教师评过，这份试卷保留标准分。'
            : '这份试卷回到正常阅卷，独立评分保留在记录中。'
        }
        confirmText="停用"
        isPending={retire.isPending}
        error={retire.error}
        onClose={() => {
          setIsAsking(false)
          retire.reset()
        }}
        onConfirm={() =>
          retire.mutate({
            body: { block_id: blockId, script_id: script.script_id, retire: 1 },
          })
        }
      >
        需要时可以从「选取试卷」重新选取。
      </ConfirmDialog>
    </div>
  )
}
