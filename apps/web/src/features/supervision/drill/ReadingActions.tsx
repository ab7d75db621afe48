import { Button, FormGroup, InputGroup, TextArea } from '@blueprintjs/core'
import { correctedScores, formatMilli, pointsText } from '@hengjuan/domain'
import { ReasonButton } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import { useTyped } from '../../../session/typed.ts'
import type { ActsAs } from '../standing.ts'
import css from './drill.module.css'
import { type CheckedTask, type ReadingAction, useReadingAction } from './use-reading-action.ts'
import { parseScore } from './words.ts'

/** The checker's word on a reading. What can not be done says why. */
export function ReadingActions(props: {
  task: CheckedTask
  examId: number
  as: ActsAs
  onDone: () => void
}) {
  const { task, as } = props
  // Arrows turn to the next paper: what was begun on this one is there again when it comes back.
  const [score, setScore] = useTyped(`reading ${task.task_detail_id} score`)
  const [comment, setComment] = useTyped(`reading ${task.task_detail_id} comment`)
  const [hint, setHint] = useState<string | null>(null)
  const [isBenchmark, setBenchmark] = useState(false)
  const commentBox = useRef<HTMLTextAreaElement>(null)
  const { send, isSending, problem, isOvertaken, lookAgain } = useReadingAction(as, props.examId)
  const { refusals } = task
  const full = formatMilli(task.full_milli)

  const act = async (action: ReadingAction) => {
    setHint(null)
    if (!(await send(task, action))) return
    setScore('')
    setComment('')
    props.onDone()
  }
  // The paper stays on the table: what the set agrees on, and what a second reader gives, comes later.
  const stay = (action: ReadingAction) => {
    setHint(null)
    return send(task, action)
  }
  const toBenchmark = async () => {
    if (await stay({ kind: 'benchmark' })) setBenchmark(true)
  }
  /** Acts that somebody else has to understand later say why. */
  const explained = (kind: 'return' | 'escalate' | 'reopen') => {
    if (comment.trim() === '') {
      setHint(
        kind === 'return' ? '打回重评请写明原因，阅卷教师会看到' : '请写明原因，操作记录中会保留',
      )
      commentBox.current?.focus()
      return
    }
    void act({ kind, comment })
  }
  const correct = () => {
    const scoreMilli = parseScore(score)
    if (scoreMilli === null || scoreMilli > task.full_milli) {
      setHint(`请填 0 到 ${full} 之间的分数`)
      return
    }
    void act({ kind: 'correct', scoreMilli, comment })
  }
  const moved = correctedText(task, score)
  return (
    <div className={css['actions']}>
      <FormGroup
        label="意见"
        helperText={problem ?? hint ?? '打回、转仲裁和撤销裁定时必填'}
        intent={(problem ?? hint) ? 'danger' : 'none'}
      >
        <TextArea
          fill
          inputRef={commentBox}
          rows={2}
          maxLength={200}
          aria-label="意见"
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
      </FormGroup>
      {isOvertaken && (
        <Button size="small" intent="primary" onClick={() => void lookAgain()}>
          刷新这份（意见和分数保留）
        </Button>
      )}
      <div className={css['row']}>
        <ReasonButton
          intent="primary"
          loading={isSending}
          reason={refusals.agree ?? refusals.correct}
          onClick={() => void act({ kind: 'agree' })}
        >
          合格
        </ReasonButton>
        <ReasonButton reason={refusals.send_back} onClick={() => explained('return')}>
          打回重评
        </ReasonButton>
      </div>
      <form
        className={css['row']}
        onSubmit={(event) => {
          event.preventDefault()
          correct()
        }}
      >
        <InputGroup
          className={css['scoreBox']}
          aria-label="改为"
          placeholder={`0–${full}`}
          inputMode="decimal"
          value={score}
          onValueChange={setScore}
        />
        <ReasonButton
          type="submit"
          reason={refusals.correct ?? (score.trim() === '' ? '先填写分数' : null)}
        >
          改分
        </ReasonButton>
      </form>
      {moved !== null && <p className={css['muted']}>各给分点记为：{moved}</p>}
      <div className={css['row']}>
        <ReasonButton reason={refusals.escalate} onClick={() => explained('escalate')}>
          转仲裁
        </ReasonButton>
        <ReasonButton reason={refusals.reopen} onClick={() => explained('reopen')}>
          撤销裁定
        </ReasonButton>
      </div>
      <div className={css['row']}>
        <SecondReader task={task} isSending={isSending} onAct={(action) => void stay(action)} />
        <ReasonButton
          reason={isBenchmark ? '这份试卷已选作标准卷' : null}
          loading={isSending}
          onClick={() => void toBenchmark()}
        >
          {isBenchmark ? '已选作标准卷' : '选作标准卷'}
        </ReasonButton>
      </div>
    </div>
  )
}

/** What a typed total makes of the points of the reading; null where there is one point, or no such total. */
function correctedText(task: CheckedTask, typed: string): string | null {
  const { points, best_of } = task
  const totalMilli = parseScore(typed)
  const reading = task.readings.find(({ task_detail_id: id }) => id === task.task_detail_id)
  if (!reading || points.length < 2 || totalMilli === null) return null
  const scores = correctedScores(
    points.map((point) => ({
      name: point.name,
      fullMilli: point.full_milli,
      stepMilli: point.step_milli,
    })),
    reading.scores,
    totalMilli,
    best_of === null
      ? null
      : { choose: best_of, questionOf: points.map(({ question_no: no }) => no ?? '') },
  )
  return scores && pointsText(points, scores)
}

/** To a second reader, and back while nobody has begun. */
function SecondReader(props: {
  task: CheckedTask
  isSending: boolean
  onAct: (action: ReadingAction) => void
}) {
  const { refusal, sent } = props.task.read_again
  return sent ? (
    <ReasonButton
      reason={sent.withdraw_refusal}
      loading={props.isSending}
      onClick={() => props.onAct({ kind: 'withdraw_again' })}
    >
      撤回第二人
    </ReasonButton>
  ) : (
    <ReasonButton
      reason={refusal}
      loading={props.isSending}
      onClick={() => props.onAct({ kind: 'send_again' })}
    >
      送第二人评阅
    </ReasonButton>
  )
}
