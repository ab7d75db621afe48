import { Button, FormGroup, InputGroup, TextArea } from '@blueprintjs/core'
import { correctedScores, countedTotal, formatMilli, parseMilli } from '@hengjuan/domain'
import { KeyHint, PointScores, ProgressBar, ReasonButton, Time, useOneByOne } from '@hengjuan/ui'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { bestOfTask, pointsOfTask } from '../desk/paper.ts'
import { keyName } from '../keys/key-name.ts'
import { PressedEntries } from '../rubric/PressedEntries.tsx'
import { SecondReaderGiven } from './SecondReaderGiven.tsx'
import type { SpotTask } from './SpotDesk.tsx'
import { afterTypedKey } from './typed-key.ts'
import { useWords } from './words-on.ts'
import css from './spot.module.css'

export interface Verdict {
  isRejected: boolean
  /** The corrected total; null when the score stands. */
  scoreMilli: number | null
  /** What of it is each point's; null where it was typed alone. */
  scores: number[] | null
  comment: string
}

/** Where keys are text; a tick box or a switch that has the focus is none. */
const TEXT_FIELD = 'select, textarea, input:not([type="checkbox"], [type="radio"])'

/**
 * What the marker gave, and the checker's word on it: Enter agrees, a number corrects, Ctrl+Backspace sends
 * back, or with a number corrects and counts as sent back.
 */
export function VerdictPanel(props: {
  blockId: number
  task: SpotTask
  isBlind: boolean
  isSending: boolean
  hint: string | null
  checkedToday: number
  dailyTarget: number
  /** What was said of the paper before; null for the first. */
  last: string | null
  /** What became of the paper while it was on the table. */
  notice: ReactNode
  /** What else can be done with the paper. */
  more: ReactNode
  /** What scores are given by. */
  rubric: ReactNode
  /** Was the paper on the screen? Where it was not, the page tells. */
  isOnScreen: () => boolean
  /** Is its picture there? The look at it begins then. */
  isPainted: boolean
  onVerdict: (verdict: Verdict) => void
}) {
  const { task, isBlind, isSending, onVerdict } = props
  const { score, setScore, scores, setScores, comment, setComment } = useWords(props.blockId, task)
  const [problem, setProblem] = useState<string | null>(null)
  const [isShown, setIsShown] = useState(!isBlind)
  const commentBox = useRef<HTMLTextAreaElement>(null)
  // What a blind check shows is another thing to decide about.
  const { here } = useOneByOne(`${task.task_detail_id} ${props.isPainted} ${isShown}`, {
    keys: [],
    onEarly: setProblem,
  })
  const points = pointsOfTask(task)
  const bestOf = bestOfTask(task, task.best_of)
  const fullMilli = countedTotal(
    points.map((point) => point.fullMilli),
    bestOf,
  )

  // Before it is shown, the buttons must not tell whether the marker gave the same.
  const isChange =
    scores !== null ||
    (score.trim() !== '' && !(isShown && parseMilli(score.trim()) === task.total_milli))

  const changeMilli = isChange ? parseMilli(score.trim()) : null
  // Which points a total moves is seen before it is said, and can be chosen otherwise.
  const corrected =
    scores ??
    (changeMilli === null ? null : correctedScores(points, task.scores, changeMilli, bestOf))
  const choose = (next: number[]) => {
    const isSame = next.every((one, at) => one === task.scores[at])
    setScores(isSame ? null : next, isSame ? '' : formatMilli(countedTotal(next, bestOf)))
  }

  /** What was typed, null for nothing; a problem is told, and then it is undefined. */
  const typedMilli = (): number | null | undefined => {
    const typed = score.trim()
    if (typed === '') return null
    const scoreMilli = parseMilli(typed)
    if (scoreMilli !== null && scoreMilli <= fullMilli) return scoreMilli
    setProblem(`请填 0 到 ${formatMilli(fullMilli)} 之间的分数`)
    return undefined
  }
  const decide = () => {
    setProblem(null)
    if (!props.isOnScreen()) return
    const scoreMilli = typedMilli()
    if (scoreMilli === undefined) return
    if (!isShown) {
      if (scoreMilli === null) setProblem('盲查：请先给出您的分数')
      else {
        // Blind: the marker's score shows once the checker has committed to one.
        setIsShown(true)
        if (scoreMilli === task.total_milli) setScore('')
      }
      return
    }
    const isSame = scores === null && scoreMilli === task.total_milli
    onVerdict({ isRejected: false, scoreMilli: isSame ? null : scoreMilli, scores, comment })
  }
  const sendBack = () => {
    setProblem(null)
    if (!props.isOnScreen()) return
    const typed = typedMilli()
    if (typed === undefined) return
    // The score that the marker gave corrects nothing.
    const scoreMilli = scores === null && typed === task.total_milli ? null : typed
    if (!isShown) setProblem('盲查：请先给出您的分数')
    else if (scoreMilli === null && task.reject_reason !== null) setProblem(task.reject_reason)
    else if (comment.trim() === '') {
      setProblem(
        scoreMilli === null
          ? '打回重评请写明原因，阅卷教师会看到'
          : '打回并改分请写明原因，会留在抽查记录中',
      )
      commentBox.current?.focus()
    } else onVerdict({ isRejected: true, scoreMilli, scores, comment })
  }
  // Keys work wherever the focus is, as on the marking page.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('[role="dialog"], select') && !target.closest('[data-reading]')) return
      // What is pressed before the next paper is there must not be said of either of them.
      if (isSending) return
      const isTyping = target !== null && target.closest(TEXT_FIELD) !== null
      if (event.ctrlKey && event.key === 'Backspace') {
        event.preventDefault()
        sendBack()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const key = keyName(event) ?? ''
      const typed = isTyping ? null : afterTypedKey(score, key)
      if (event.key === 'Enter') {
        if (target?.closest('textarea, button, a')) return
        event.preventDefault()
        decide()
      } else if (typed !== null) setScore(typed)
      // In another field Esc is about what is written there.
      else if (key === 'Esc' && (!isTyping || target.closest('[data-score]'))) setScore('')
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })

  return (
    <section
      {...here}
      className={css['verdict']}
      aria-label="抽查"
      data-reading={task.task_detail_id}
    >
      <div className={css['today']}>
        <span>本日抽查</span>
        <ProgressBar
          label={`本日 ${props.checkedToday}/${props.dailyTarget}`}
          done={Math.min(props.checkedToday, props.dailyTarget)}
          total={props.dailyTarget}
          status={props.checkedToday >= props.dailyTarget ? 'ok' : 'busy'}
        />
      </div>
      <p className={css['last']} role="status">
        {props.last ?? ''}
      </p>
      {props.notice}
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
        {task.best_of !== null && (
          <div style={{ gridColumn: '1 / -1' }}>
            <dt>选做题</dt>
            <dd>全部评阅，计得分最高的 {task.best_of} 题</dd>
          </div>
        )}
        {task.answered !== null && (
          <div>
            <dt>选做题</dt>
            <dd>{task.answered}</dd>
          </div>
        )}
        {task.rubric_now > 0 && (
          <div style={{ gridColumn: '1 / -1' }}>
            <dt>评分标准</dt>
            <dd>{rubricText(task)}</dd>
          </div>
        )}
      </dl>
      <div className={css['given']}>
        <span>教师给分</span>
        <strong data-testid="spot-given">{isShown ? formatMilli(task.total_milli) : '？'}</strong>
        <span>/ {formatMilli(fullMilli)}</span>
      </div>
      {isShown && points.length > 1 && (
        <PointScores
          points={points}
          given={task.scores}
          corrected={corrected}
          bestOf={bestOf}
          isDisabled={isSending}
          onChange={choose}
        />
      )}
      {isShown && <PressedEntries pressed={task.pressed} />}
      {props.rubric}
      {isShown && task.checks.length > 0 && (
        <ul className={css['checks']} aria-label="抽查记录">
          {task.checks.map((check) => (
            <li key={check.checked_at}>
              <Time at={check.checked_at} /> {check.checker_name}抽查{check.marker_name}：
              {checkText(check)}
            </li>
          ))}
        </ul>
      )}
      {isShown && task.second_reader && (
        <SecondReaderGiven given={task.second_reader} scores={task.scores} points={points} />
      )}
      <FormGroup
        label="我给的分数"
        helperText={props.hint ?? problem ?? usualHint(isShown)}
        intent={(props.hint ?? problem) ? 'danger' : 'none'}
      >
        <InputGroup
          aria-label="我给的分数"
          data-score
          inputMode="decimal"
          disabled={isSending}
          value={score}
          onValueChange={setScore}
        />
      </FormGroup>
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
          {!isShown ? '对照教师给分' : isChange ? '改分' : '合格'} <KeyHint keys="Enter" />
        </Button>
        <ReasonButton
          reason={isSending ? '正在提交' : isChange ? null : task.reject_reason}
          onClick={sendBack}
        >
          {isChange ? '打回并改分' : '打回重评'} <KeyHint keys="Ctrl+Backspace" />
        </ReasonButton>
      </div>
      {isShown && props.more}
    </section>
  )
}

/** 「改为 5 分（多给了）」 of a check that was made. */
function checkText(check: SpotTask['checks'][number]): string {
  const comment = check.comment === '' ? '' : `（${check.comment}）`
  if (check.reject_milli === null) return (check.is_rejected === 1 ? '打回重评' : '合格') + comment
  const score = `改为 ${formatMilli(check.reject_milli)} 分`
  const withdrawn = check.withdrawn_at === null ? '' : '，已撤销'
  return (check.is_rejected === 1 ? `打回并${score}` : score) + comment + withdrawn
}

const usualHint = (isShown: boolean): string =>
  isShown ? '不填为合格；填了不同的分数即改分，也可以打回并改分' : '先给出您的分数，再对照教师给分'

/** Which version the reading was given under, and which holds where that is another. */
function rubricText({ rubric_version, rubric_now }: SpotTask): string {
  if (rubric_version === rubric_now) return `第 ${rubric_now} 版`
  const given =
    rubric_version === null || rubric_version === 0 ? '修改前' : `第 ${rubric_version} 版`
  return `${given}（现第 ${rubric_now} 版）`
}
