import { Button, FormGroup, InputGroup, TextArea } from '@blueprintjs/core'
import { correctedScores, countedTotal, formatMilli, parseMilli } from '@hengjuan/domain'
import { PointScores, ReasonButton } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import { useTyped, useTypedScores } from '../../../session/typed.ts'
import type { ActsAs } from '../standing.ts'
import { correctionRefusal } from './words.ts'
import { type CheckedTask, type ReadingAction, useReadingAction } from './use-reading-action.ts'
import css from './drill.module.css'

/** The checker's word on a reading. What can not be done says why. */
export function ReadingActions(props: {
  task: CheckedTask
  examId: number
  /** As whom the reading is judged. */
  as: ActsAs
  onDone: () => void
}) {
  const { task, as } = props
  // Arrows turn to the next paper: what was begun on this one is there again when it comes back.
  const [score, setScore] = useTyped(`reading ${task.task_detail_id} score`)
  const { points, given, bestOf, standsMilli } = correctedOf(task)
  const [chosen, setChosen] = useTypedScores(`reading ${task.task_detail_id} points`, given.length)
  const [comment, setComment] = useTyped(`reading ${task.task_detail_id} comment`)
  const [hint, setHint] = useState<string | null>(null)
  const [isBenchmark, setBenchmark] = useState(false)
  // They take the room of two rows of buttons.
  const [isByPoint, setByPoint] = useState(false)
  const commentBox = useRef<HTMLTextAreaElement>(null)
  const { send, isSending, problem, isOvertaken, lookAgain } = useReadingAction(as, props.examId)
  const { refusals } = task
  const full = formatMilli(task.full_milli)

  const act = async (action: ReadingAction) => {
    setHint(null)
    if (!(await send(task, action))) return
    setScore('')
    setChosen(null)
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
    const scoreMilli = parseMilli(score)
    if (scoreMilli === null || scoreMilli > task.full_milli) {
      setHint(`请填 0 到 ${full} 之间的分数`)
      return
    }
    void act({ kind: 'correct', scoreMilli, scores: chosen, comment })
  }
  const typedMilli = parseMilli(score)
  const corrected =
    chosen ?? (typedMilli === null ? null : correctedScores(points, given, typedMilli, bestOf))
  const choose = (next: number[]) => {
    const isSame = next.every((one, at) => one === given[at])
    setChosen(isSame ? null : next)
    setScore(isSame ? '' : formatMilli(countedTotal(next, bestOf)))
  }
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
        {task.sent_back ? (
          <ReasonButton
            reason={task.sent_back.withdraw_refusal}
            loading={isSending}
            onClick={() => void stay({ kind: 'withdraw_return' })}
          >
            撤销打回
          </ReasonButton>
        ) : (
          <ReasonButton reason={refusals.send_back} onClick={() => explained('return')}>
            打回重评
          </ReasonButton>
        )}
      </div>
      <form
        className={css['row']}
        onSubmit={(event) => {
          event.preventDefault()
          correct()
        }}
      >
        <InputGroup
          aria-label="改为"
          placeholder={`0–${full}`}
          inputMode="decimal"
          value={score}
          onValueChange={(text) => {
            setChosen(null)
            setScore(text)
          }}
        />
        <ReasonButton
          type="submit"
          reason={
            refusals.correct ?? (chosen === null ? correctionRefusal(score, standsMilli) : null)
          }
        >
          改分
        </ReasonButton>
      </form>
      {given.length > 1 &&
        refusals.correct === null &&
        (isByPoint || corrected !== null ? (
          <PointScores
            points={points}
            given={given}
            corrected={corrected}
            bestOf={bestOf}
            onChange={choose}
          />
        ) : (
          <Button size="small" variant="minimal" onClick={() => setByPoint(true)}>
            按给分点改
          </Button>
        ))}
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

/** What a correction starts from: the points of the reading, what it gave each, which of them count, and what stands. */
function correctedOf(task: CheckedTask) {
  const { task_detail_id, readings, points, best_of, final_milli, final_reason } = task
  const reading = readings.find((one) => one.task_detail_id === task_detail_id)
  const scores = reading?.scores ?? []
  return {
    points: points.map(({ name, full_milli, step_milli }) => ({
      name,
      fullMilli: full_milli,
      stepMilli: step_milli,
    })),
    // Of another number of points, or hidden, only the total can be corrected.
    given: scores.length === points.length ? scores : [],
    // The 0 of nothing written or of misconduct is no score that was given.
    standsMilli:
      final_milli === null
        ? (reading?.total_milli ?? null)
        : final_reason === null || final_reason === 'ZERO'
          ? final_milli
          : null,
    bestOf:
      best_of === null
        ? null
        : { choose: best_of, questionOf: points.map(({ question_no: no }) => no ?? '') },
  }
}
