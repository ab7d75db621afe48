import { Button, FormGroup, InputGroup, TextArea } from '@blueprintjs/core'
import { KeyHint, ProgressBar, ReasonButton, useOneByOne } from '@hengjuan/ui'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { GivenScore } from './GivenScore.tsx'
import { ReadingFacts } from './ReadingFacts.tsx'
import type { SpotTask } from './SpotDesk.tsx'
import {
  agree,
  correctionOf,
  isChange,
  type Said,
  scaleOf,
  sendBack,
  type Verdict,
  withPoints,
} from './verdict.ts'
import { usualHint } from './verdict-words.ts'
import { useWords } from './words-on.ts'
import { keyName } from '../../marking-core/keys/key-name.ts'
import { afterTypedKey } from './typed-key.ts'
import css from './spot.module.css'

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
  const { task, isBlind, isSending } = props
  const { score, setScore, scores, setScores, comment, setComment } = useWords(props.blockId, task)
  const [problem, setProblem] = useState<string | null>(null)
  const [isShown, setIsShown] = useState(!isBlind)
  const commentBox = useRef<HTMLTextAreaElement>(null)
  // What a blind check shows is another thing to decide about.
  const { here } = useOneByOne(`${task.task_detail_id} ${props.isPainted} ${isShown}`, {
    keys: [],
    onEarly: setProblem,
  })
  const draft = { score, scores, comment, isShown }
  const changes = isChange(task, draft)
  const say = (how: (of: SpotTask, what: typeof draft) => Said) => {
    setProblem(null)
    if (!props.isOnScreen()) return
    const said = how(task, draft)
    switch (said.kind) {
      case 'verdict':
        props.onVerdict(said.verdict)
        break
      case 'shown':
        setIsShown(true)
        if (said.isSame) setScore('')
        break
      case 'refused':
        setProblem(said.problem)
        if (said.needsComment) commentBox.current?.focus()
    }
  }
  const onAgree = () => say(agree)
  const onSendBack = () => say(sendBack)
  useVerdictKeys({ score, onScore: setScore, isSending, onAgree, onSendBack })

  return (
    <section
      {...here}
      className={css['verdict']}
      aria-label="抽查"
      data-reading={task.task_detail_id}
    >
      <CheckedToday checked={props.checkedToday} target={props.dailyTarget} />
      <p className={css['last']} role="status">
        {props.last ?? ''}
      </p>
      {props.notice}
      <ReadingFacts task={task} isShown={isShown} />
      <GivenScore
        task={task}
        scale={scaleOf(task)}
        isShown={isShown}
        corrected={correctionOf(task, draft)}
        isSending={isSending}
        onPoints={(next) => {
          const chosen = withPoints(task, next)
          setScores(chosen.scores, chosen.score)
        }}
        rubric={props.rubric}
      />
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
        <Button intent="primary" loading={isSending} onClick={onAgree}>
          {!isShown ? '对照教师给分' : changes ? '改分' : '合格'} <KeyHint keys="Enter" />
        </Button>
        <ReasonButton
          reason={isSending ? '正在提交' : changes ? null : task.reject_reason}
          onClick={onSendBack}
        >
          {changes ? '打回并改分' : '打回重评'} <KeyHint keys="Ctrl+Backspace" />
        </ReasonButton>
      </div>
      {isShown && props.more}
    </section>
  )
}

/** How many of the day's checks are done. */
function CheckedToday(props: { checked: number; target: number }) {
  return (
    <div className={css['today']}>
      <span>本日抽查</span>
      <ProgressBar
        label={`本日 ${props.checked}/${props.target}`}
        done={Math.min(props.checked, props.target)}
        total={props.target}
        status={props.checked >= props.target ? 'ok' : 'busy'}
      />
    </div>
  )
}

/** Where keys are text; a tick box or a switch that has the focus is none. */
const TEXT_FIELD = 'select, textarea, input:not([type="checkbox"], [type="radio"])'

/** Enter agrees, a number corrects, Ctrl+Backspace sends back: wherever the focus is, as on the marking page. */
function useVerdictKeys(keys: {
  /** As it is typed so far. */
  score: string
  onScore: (score: string) => void
  /** What is pressed before the next paper is there must not be said of either of them. */
  isSending: boolean
  onAgree: () => void
  onSendBack: () => void
}): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('[role="dialog"], select') && !target.closest('[data-reading]')) return
      if (keys.isSending) return
      const isTyping = target !== null && target.closest(TEXT_FIELD) !== null
      if (event.ctrlKey && event.key === 'Backspace') {
        event.preventDefault()
        keys.onSendBack()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const key = keyName(event) ?? ''
      const typed = isTyping ? null : afterTypedKey(keys.score, key)
      if (event.key === 'Enter') {
        if (target?.closest('textarea, button, a')) return
        event.preventDefault()
        keys.onAgree()
      } else if (typed !== null) keys.onScore(typed)
      // In another field Esc is about what is written there.
      else if (key === 'Esc' && (!isTyping || target.closest('[data-score]'))) keys.onScore('')
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
}
