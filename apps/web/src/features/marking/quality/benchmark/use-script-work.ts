import { useCaller } from '@hengjuan/client/react'
import { benchmarkDefinitive, benchmarkMark } from '@hengjuan/contracts'
import { sentenceOf, toast, useOneByOne } from '@hengjuan/ui'
import { useState } from 'react'
import { keepTyped, useTypedOver } from '../../../../session/typed.ts'
import { pointsOfTask } from '../../marking-core/paper/paper.ts'
import type { Script } from './Benchmarks.tsx'
import { type ScoreTexts, scoresOfTexts, textsOf } from './score-fields.ts'
import { commentsByPoint } from './script-comments.ts'

/** A script, and whether its leader may agree to it alone. */
export interface ScriptProps {
  blockId: number
  script: Script
  mayBeAlone: boolean
  onDone: () => void
}

/** What is typed about a script, and how it is sent. */
export function useScriptWork(props: ScriptProps) {
  const { blockId, script } = props
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
  return {
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
  }
}
