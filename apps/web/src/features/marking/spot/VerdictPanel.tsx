import { Button, Checkbox, FormGroup, InputGroup, TextArea } from '@blueprintjs/core'
import { formatMilli, fullOfPoints } from '@hengjuan/domain'
import { KeyHint, ProgressBar, ReasonButton } from '@hengjuan/ui'
import { useLayoutEffect, useRef, useState } from 'react'
import { pointsOfTask } from '../desk/paper.ts'
import { parseMilli } from './score-text.ts'
import type { SpotTask } from './SpotDesk.tsx'
import css from './spot.module.css'

export interface Verdict {
  isRejected: boolean
  /** The corrected total; null when the score stands. */
  scoreMilli: number | null
  comment: string
}

/** Where keys are text; a tick box or a switch that has the focus is none. */
const TEXT_FIELD = 'textarea, input:not([type="checkbox"], [type="radio"])'

/** What the marker gave, and the checker's word on it: Enter agrees, a number corrects, Ctrl+Backspace sends back. */
export function VerdictPanel(props: {
  task: SpotTask
  isBlind: boolean
  isSending: boolean
  hint: string | null
  remaining: number
  checkedToday: number
  dailyTarget: number
  onVerdict: (verdict: Verdict) => void
}) {
  const { task, isBlind, isSending, onVerdict } = props
  const [score, setScore] = useState('')
  const [alsoRejects, setAlsoRejects] = useState(false)
  const [comment, setComment] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isShown, setIsShown] = useState(!isBlind)
  const commentBox = useRef<HTMLTextAreaElement>(null)
  const points = pointsOfTask(task)
  const fullMilli = fullOfPoints(points)

  const decide = () => {
    setProblem(null)
    const typed = score.trim()
    if (typed === '') {
      if (!isShown) setProblem('盲查：请先给出您的分数')
      else onVerdict({ isRejected: false, scoreMilli: null, comment })
      return
    }
    const scoreMilli = parseMilli(typed)
    if (scoreMilli === null || scoreMilli > fullMilli) {
      setProblem(`请填 0 到 ${formatMilli(fullMilli)} 之间的分数`)
      return
    }
    if (!isShown) {
      // Blind: the marker's score shows once the checker has committed to one.
      setIsShown(true)
      if (scoreMilli === task.total_milli) setScore('')
      return
    }
    if (scoreMilli === task.total_milli && !alsoRejects)
      onVerdict({ isRejected: false, scoreMilli: null, comment })
    else onVerdict({ isRejected: alsoRejects, scoreMilli, comment })
  }
  const sendBack = () => {
    if (task.reject_reason !== null) {
      setProblem(task.reject_reason)
      return
    }
    if (comment.trim() === '') {
      setProblem('打回重评请写明原因，阅卷教师会看到')
      commentBox.current?.focus()
      return
    }
    onVerdict({ isRejected: true, scoreMilli: null, comment })
  }
  // Keys work wherever the focus is, as on the marking page.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('[role="dialog"], select')) return
      // What is pressed before the next paper is there must not be said of either of them.
      if (isSending) return
      if (event.ctrlKey && event.key === 'Backspace') {
        event.preventDefault()
        sendBack()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const isTyping = target !== null && target.closest(TEXT_FIELD) !== null
      if (event.key === 'Enter') {
        if (target?.closest('textarea, button, a')) return
        event.preventDefault()
        decide()
      } else if (!isTyping && /^[\d.]$/.test(event.key)) setScore((now) => now + event.key)
      else if (!isTyping && event.key === 'Backspace') setScore((now) => now.slice(0, -1))
      else if (event.key === 'Escape') setScore('')
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })

  return (
    <section className={css['verdict']} aria-label="抽查" data-reading={task.task_detail_id}>
      <ProgressBar
        label={`本日 ${props.checkedToday}/${props.dailyTarget}`}
        done={Math.min(props.checkedToday, props.dailyTarget)}
        total={props.dailyTarget}
        status={props.checkedToday >= props.dailyTarget ? 'ok' : 'busy'}
      />
      <p className={css['remaining']}>这个样本还有 {props.remaining} 份没有抽查</p>
      <dl className={css['facts']}>
        <div>
          <dt>密号</dt>
          <dd>
            <code>{task.secret_code}</code>
          </dd>
        </div>
        <div>
          <dt>阅卷教师</dt>
          <dd>{isShown ? task.marker_name : '盲查中'}</dd>
        </div>
        <div>
          <dt>用时</dt>
          <dd>{task.active_ms === null ? '–' : `${Math.round(task.active_ms / 1000)} 秒`}</dd>
        </div>
        <div>
          <dt>打回</dt>
          <dd>
            {task.rejections}/{task.rejection_limit} 次
          </dd>
        </div>
      </dl>
      <div className={css['given']}>
        <span>教师给分</span>
        <strong data-testid="spot-given">{isShown ? formatMilli(task.total_milli) : '？'}</strong>
        <span>/ {formatMilli(fullMilli)}</span>
      </div>
      {isShown && points.length > 1 && (
        <ul className={css['points']}>
          {points.map((point, index) => (
            <li key={index}>
              <span>{point.name}</span>
              <b>{formatMilli(task.scores[index] ?? 0)}</b>
            </li>
          ))}
        </ul>
      )}
      <FormGroup
        label="我给的分数"
        helperText={props.hint ?? problem ?? '不填为合格；填了不同的分数即改分'}
        intent={(props.hint ?? problem) ? 'danger' : 'none'}
      >
        <InputGroup
          aria-label="我给的分数"
          inputMode="decimal"
          disabled={isSending}
          value={score}
          onValueChange={setScore}
        />
      </FormGroup>
      <Checkbox
        checked={alsoRejects}
        label="改分同时计为打回"
        onChange={({ currentTarget }) => setAlsoRejects(currentTarget.checked)}
      />
      <FormGroup label="意见">
        <TextArea
          fill
          inputRef={commentBox}
          rows={2}
          maxLength={500}
          aria-label="意见"
          placeholder="打回时必填，例如：第 2 步公式正确，应给 2 分"
          disabled={isSending}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
      </FormGroup>
      <div className={css['actions']}>
        <Button intent="primary" loading={isSending} onClick={decide}>
          {actionText(isShown, score, alsoRejects)} <KeyHint keys="Enter" />
        </Button>
        <ReasonButton reason={isSending ? '正在提交' : task.reject_reason} onClick={sendBack}>
          打回重评 <KeyHint keys="Ctrl+Backspace" />
        </ReasonButton>
      </div>
    </section>
  )
}

function actionText(isShown: boolean, score: string, alsoRejects: boolean): string {
  if (!isShown) return '对照教师给分'
  if (score.trim() === '') return '合格'
  return alsoRejects ? '打回并改分' : '改分'
}
