import { correctedScores, countedTotal, formatMilli, parseMilli } from '@hengjuan/domain'
import { useRef, useState } from 'react'
import { useTyped, useTypedScores } from '../../../session/typed.ts'
import type { ActsAs } from '../standing.ts'
import { type CheckedTask, type ReadingAction, useReadingAction } from './use-reading-action.ts'

/** The reading, and as whom it is judged. */
export interface ReadingActsProps {
  task: CheckedTask
  examId: number
  as: ActsAs
  onDone: () => void
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

/** What is typed about a reading, and how it is said. */
export function useReadingWords(props: ReadingActsProps) {
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
  return {
    score,
    setScore,
    points,
    given,
    bestOf,
    standsMilli,
    chosen,
    setChosen,
    comment,
    setComment,
    hint,
    isBenchmark,
    isByPoint,
    setByPoint,
    commentBox,
    isSending,
    problem,
    isOvertaken,
    lookAgain,
    refusals,
    full,
    act,
    stay,
    toBenchmark,
    explained,
    correct,
    corrected,
    choose,
  }
}
