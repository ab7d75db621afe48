import { Button } from '@blueprintjs/core'
import { useCaller } from '@hengjuan/client/react'
import { leaderDecide, leaderNext, type ReplyOf } from '@hengjuan/contracts'
import type { Milli } from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  type ImageViewerHandle,
  KeyHint,
  Segmented,
  sentenceOf,
  SkeletonPage,
} from '@hengjuan/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { AnnotationView } from '../annotate/AnnotationLayer.tsx'
import { PaperView } from '../desk/PaperView.tsx'
import { pointsOfTask } from '../desk/paper.ts'
import { ScorePanel } from '../desk/ScorePanel.tsx'
import {
  clearPoint,
  emptyEntry,
  enter,
  entryOf,
  giveAll,
  move,
  type ScoreEntry,
  typeKey,
} from '../entry/score-entry.ts'
import { PaperImages } from '../queue/paper-images.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import { LeaderReason } from './LeaderReason.tsx'
import { meanOnGrid } from './mean-on-grid.ts'
import { Readings } from './Readings.tsx'
import { agoText } from './waiting-time.ts'
import desk from '../desk/desk.module.css'
import css from './leader.module.css'

type Task = NonNullable<ReplyOf<typeof leaderNext>['task']>

/** Arbitration and problem papers: the marking page with what was read before beside the scores. */
export function LeaderDesk(props: { mode: LeaderMode; unitId: number | null }) {
  const { mode, unitId } = props
  const { call } = useCaller()
  const [images] = useState(() => new PaperImages())
  const [task, setTask] = useState<Task | null | undefined>(undefined)
  const [error, setError] = useState<unknown>(null)

  const take = useCallback(
    async (wanted: number | null) => {
      setTask(undefined)
      setError(null)
      try {
        const query = wanted === null ? { mode } : { mode, unit_id: wanted }
        const reply = await call(leaderNext, { query })
        setTask(reply.task)
      } catch (failure) {
        setError(failure)
      }
    },
    [call, mode],
  )
  // Taking a paper claims it, so it happens once for an address.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the paper before leaves the screen at once
    void take(unitId)
  }, [take, unitId])

  const list = `/MainPage/markPaper/markPage/arbitration-home/${mode}`
  if (error)
    return (
      <ErrorState
        size="large"
        error={error}
        onRetry={() => void take(null)}
        action={<Link to={list}>返回列表</Link>}
      />
    )
  if (task === undefined) return <SkeletonPage inset />
  if (task === null)
    return (
      <EmptyState size="large" title="已全部处理完" action={<Link to={list}>返回列表</Link>}>
        {mode === 'arbitration' ? '没有您可以仲裁的试卷了。' : '没有等待处理的问题卷了。'}
      </EmptyState>
    )
  return (
    <LeaderPaper
      key={task.unit_id}
      mode={mode}
      task={task}
      images={images}
      onDecided={() => void take(null)}
    />
  )
}

function LeaderPaper(props: {
  mode: LeaderMode
  task: Task
  images: PaperImages
  onDecided: () => void
}) {
  const { mode, task } = props
  const { call } = useCaller()
  const viewer = useRef<ImageViewerHandle>(null)
  const [questionId, setQuestionId] = useState<number | null>(null)
  const points = task.points.filter(
    ({ question_no }) =>
      task.choices.length === 0 ||
      question_no === task.choices.find((one) => one.question_id === questionId)?.no,
  )
  const rules = { points: pointsOfTask({ points }), isDeductive: false }
  const [entry, setEntry] = useState<ScoreEntry>(() =>
    task.draft.length > 0 ? entryOf(task.draft) : emptyEntry(rules),
  )
  const [hint, setHint] = useState<string | null>(null)
  const [idemKey] = useState(() => crypto.randomUUID())
  const [began] = useState(() => performance.now())

  const decide = async (outcome: 'score' | 'return' | 'to_image', scores: (Milli | null)[]) => {
    try {
      await call(leaderDecide, {
        body: {
          mode,
          unit_id: task.unit_id,
          reading_id: task.reading_id,
          idem_key: idemKey,
          ...(scores.length > 0 ? { scores } : {}),
          active_ms: Math.round(performance.now() - began),
          ...(mode === 'problem' ? { outcome, exclude_raiser: 1 } : {}),
          ...(questionId === null ? {} : { question_ids: [questionId] }),
        },
      })
      props.onDecided()
    } catch (failure) {
      setHint(sentenceOf(failure))
    }
  }

  const submit = () => {
    if (points.length === 0) {
      setHint('请先选择考生作答的选做题')
      return
    }
    const { entry: now, outcome } = enter(entry, rules)
    setEntry(now)
    if (outcome === 'missing') setHint(`「${rules.points[now.at]?.name ?? ''}」未给分`)
    if (outcome === 'complete') void decide('score', [...now.scores])
  }

  const takeReading = (index: number) => {
    const reading = task.readings[index]
    if (reading) setEntry(entryOf(reading.scores))
  }
  const takeMean = () =>
    setEntry(
      entryOf(
        meanOnGrid(
          rules.points,
          task.readings.map(({ scores }) => scores),
        ),
      ),
    )

  // Digits, Enter and Alt+1 to 3 go to the page wherever the focus is.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key } = event
      const isField =
        event.target instanceof Element && event.target.closest('input, textarea, [role="dialog"]')
      if (isField || event.ctrlKey || event.metaKey) return
      const isPress = key === 'Enter' || key === ' '
      if (isPress && event.target instanceof Element && event.target.closest('button, a')) return
      const letter = key.toLowerCase()
      if (event.altKey) {
        if (!/^Digit[1-3]$/.test(event.code)) return
        takeReading(Number(event.code.slice(5)) - 1)
      } else if (key === 'Enter') submit()
      else if (/^[\d.;]$/.test(key)) setEntry((now) => typeKey(now, key, rules))
      else if (key === 'ArrowDown') setEntry((now) => move(now, 1, rules))
      else if (key === 'ArrowUp') setEntry((now) => move(now, -1, rules))
      else if (key === 'Backspace') setEntry((now) => clearPoint(now, rules))
      else if (letter === 'f') setEntry((now) => giveAll(now, 'full', event.shiftKey, rules))
      else if (letter === 'x') setEntry((now) => giveAll(now, 'zero', event.shiftKey, rules))
      else if (letter === 'm') takeMean()
      else if (letter === 'j') {
        if (mode === 'problem') void decide('return', [])
        else setHint('仲裁卷请直接给分；要教师重评，请在阅卷监管中打回')
      } else if (letter === 'r') viewer.current?.rotate()
      else if (key === '+' || key === '=') viewer.current?.zoomBy(1.25)
      else if (key === '-') viewer.current?.zoomBy(0.8)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })

  const list = `/MainPage/markPaper/markPage/arbitration-home/${mode}`
  return (
    <div className={desk['root']} data-testid="leader-desk">
      <header className={desk['header']}>
        <Link className={desk['leave']} to={list}>
          ◂ 返回
        </Link>
        <strong className={desk['block']}>{mode === 'arbitration' ? '仲裁' : '问题卷'}</strong>
        <LeaderReason task={task} />
        <span className={desk['spring']} />
        <span className={desk['own']}>已等待 {agoText(task.waiting_since)}</span>
        <span className={desk['code']}>密号 {task.secret_code}</span>
      </header>
      <main className={desk['paper']} aria-label="答卷">
        <PaperView
          parts={task.images}
          images={props.images}
          blockId={task.block_id}
          viewer={viewer}
          layer={
            <AnnotationView
              parts={task.images}
              readings={task.readings.map(({ traces }, hand) => ({ hand, marks: traces ?? [] }))}
            />
          }
        />
      </main>
      <div className={desk['panel']}>
        <ScorePanel
          rules={rules}
          entry={entry}
          onEdit={(change) => {
            setHint(null)
            setEntry(change)
          }}
          onSubmit={submit}
          submitText={mode === 'arbitration' ? '提交仲裁分' : '按此给分'}
          hint={hint}
          marked={task.disagree}
          lockedReason={null}
          mayClick
          top={
            task.choices.length > 0 && (
              <div className={css['choice']}>
                <span>考生作答的是</span>
                <Segmented
                  label="选做题号"
                  options={task.choices.map(({ question_id, no }) => ({
                    value: question_id,
                    label: `第${no}题`,
                  }))}
                  value={questionId ?? 0}
                  onChange={(id) => {
                    setQuestionId(id)
                    const chosen = task.choices.find((one) => one.question_id === id)?.no
                    const own = task.points.filter(({ question_no }) => question_no === chosen)
                    setEntry(
                      emptyEntry({ points: pointsOfTask({ points: own }), isDeductive: false }),
                    )
                  }}
                />
              </div>
            )
          }
        >
          {task.readings.length > 0 && (
            <Readings
              readings={task.readings}
              points={rules.points}
              disagree={task.disagree}
              onTake={takeReading}
              onMean={takeMean}
            />
          )}
          {mode === 'problem' && (
            <div className={css['outcomes']}>
              <Button onClick={() => void decide('return', [])}>
                退回其他教师评阅 <KeyHint keys="J" />
              </Button>
              <Button onClick={() => void decide('to_image', [])}>退回切图</Button>
            </div>
          )}
        </ScorePanel>
      </div>
      <footer className={desk['footer']}>
        <span className={desk['tip']}>
          提交后自动进入下一份。先前评阅只显示字母，不显示教师；Alt+1、Alt+2、Alt+3
          取对应评阅的分数，M 取均值。
        </span>
      </footer>
    </div>
  )
}
