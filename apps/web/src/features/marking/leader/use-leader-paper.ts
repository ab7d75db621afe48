import { CallError, freshKey } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { type InputOf, leaderDecide } from '@hengjuan/contracts'
import {
  type Annotation,
  areAnnotationsBounded,
  countedPlaces,
  countedTotal,
  meanOnGrid,
  type Milli,
} from '@hengjuan/domain'
import { JUST_CAME, sentenceOf } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import { bestOfTask, noteOf, redone, signed, undone, worked } from '../desk/paper.ts'
import { NOT_PAINTED } from '../desk/unseen.ts'
import { enter, entryOf, type ScoreEntry } from '../entry/score-entry.ts'
import type { PaperImages } from '../queue/paper-images.ts'
import { standingEntries } from '../rubric/chosen-entries.ts'
import type { RubricVersion } from '../rubric/rubric-view.ts'
import { decisionText, isPutBack, type LastDecision, type OnPad } from './last-decision.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import { keepPad } from './kept-pad.ts'
import { placeOf, sketchOf, sketchOnPad } from './leader-sketch.ts'
import { isAsRead, type LeaderTaskView, missingChoice, scoredPoints } from './leader-task.ts'

export type Outcome = NonNullable<InputOf<typeof leaderDecide>['body']['outcome']>

/**
 * Where a paper goes that is not decided: an arbitration to a leader, or back to who gave a reading, with words; a
 * problem paper back to who passed it on, or to somebody else.
 */
export type ReturnTo = Pick<
  InputOf<typeof leaderDecide>['body'],
  'to_user_id' | 'to_reading_id' | 'comment' | 'exclude_raiser'
>

/** A problem paper gets nothing: the candidate cheated, or the paper does not count. */
export type NoMark = Extract<Outcome, 'misconduct' | 'void'>

/** Scores, signs and flags that a leader gives one paper, and what becomes of it. */
export function useLeaderPaper(props: {
  mode: LeaderMode
  task: LeaderTaskView
  images: Pick<PaperImages, 'isPainted'>
  keepsTraces: boolean
  /** The rubric on the page; null until it was read. */
  rubric: RubricVersion | null
  /** What was on the pad when the paper left the page; null for one that comes for the first time. */
  pad: OnPad | null
  /** What became of the paper while it was on the page; null for nothing. */
  news: string | null
  /** Has nobody seen the paper yet? What is pressed then was meant for the one before. */
  isEarly: () => boolean
  onDecided: (decision: LastDecision) => void
  /** The server did not take it: perhaps somebody else has the paper. */
  onRefused: () => void
}) {
  const { mode, task, pad } = props
  const { call } = useCaller()
  const [questionIds, setQuestionIds] = useState<readonly number[]>(pad?.questionIds ?? task.chosen)
  const [sketch, setSketch] = useState(() =>
    pad ? sketchOnPad(task, pad) : sketchOf(task, task.chosen),
  )
  const [flags, setFlags] = useState<readonly string[]>(pad?.flags ?? [])
  const [flagNote, setFlagNote] = useState(pad?.flagNote ?? '')
  const [hint, setHint] = useState<string | null>(props.news)
  const [isSending, setSending] = useState(false)
  const [idemKey] = useState(freshKey)
  const [began] = useState(() => performance.now())
  const { rules, entry, marks } = sketch
  const isUntouched =
    sketch.past.length === 0 &&
    entry.buffer === '' &&
    pad === null &&
    isAsRead(task, questionIds) &&
    flags.length === 0 &&
    flagNote === ''
  const unitId = task.unit_id
  // The store of the window outlives the page.
  useEffect(() => {
    const { scores, at, buffer, pressed } = entry
    const given = { scores, at, buffer, pressed }
    const onPad = { ...placeOf(task, questionIds), ...given, marks, flags, flagNote }
    keepPad(mode, unitId, isUntouched ? null : onPad)
  }, [mode, unitId, isUntouched, task, questionIds, entry, marks, flags, flagNote])

  const decide = async (
    outcome: Outcome,
    scores: readonly (Milli | null)[],
    given: readonly string[] = flags,
    to: ReturnTo = {},
  ) => {
    if (isSending) return
    if (props.isEarly()) {
      setHint(JUST_CAME)
      return
    }
    const note = noteOf({ flagNote }, given)
    const points = scoredPoints(task, questionIds)
    const pressed = standingEntries(
      { entry: { ...entry, scores }, rules, points },
      props.rubric?.entries ?? [],
    )
    setSending(true)
    try {
      await call(leaderDecide, {
        body: {
          mode,
          unit_id: task.unit_id,
          reading_id: task.reading_id,
          version: task.version,
          idem_key: idemKey,
          ...(scores.length > 0 ? { scores: [...scores] } : {}),
          active_ms: Math.round(performance.now() - began),
          ...to,
          ...(mode === 'problem' ? { outcome } : {}),
          ...(mode === 'arbitration' && outcome === 'return' ? { outcome } : {}),
          ...(mode === 'arbitration' && outcome === 'score'
            ? {
                flags: [...given],
                ...(note === '' ? {} : { flag_note: note }),
                ...(props.keepsTraces ? { traces: [...marks] } : {}),
              }
            : {}),
          ...(outcome === 'score'
            ? {
                ...(props.rubric ? { rubric_version: props.rubric.version } : {}),
                ...(pressed.length === 0
                  ? {}
                  : { pressed_entries: pressed.map(({ entry_id }) => entry_id) }),
              }
            : {}),
          ...(questionIds.length === 0 ? {} : { question_ids: [...questionIds] }),
        },
      })
      const total = countedTotal(
        scores.map((score) => score ?? 0),
        bestOfTask({ points }, task.best_of),
      )
      props.onDecided({
        unitId: task.unit_id,
        code: task.secret_code,
        text: decisionText(mode, task, outcome, to, total),
        isFinal: outcome === 'score' || outcome === 'misconduct' || outcome === 'void',
        isPutBack: isPutBack(mode, outcome, to),
        pad: {
          ...placeOf(task, questionIds),
          scores,
          at: 0,
          buffer: '',
          pressed: entry.pressed,
          marks,
          flags: given,
          flagNote,
        },
      })
    } catch (failure) {
      setHint(sentenceOf(failure))
      setSending(false)
      if (failure instanceof CallError && failure.status === 409) props.onRefused()
    }
  }

  const edit = (change: (entry: ScoreEntry) => ScoreEntry) => {
    setHint(null)
    setSketch((now) => worked(now, { entry: change(now.entry), marks: now.marks }))
  }

  const resign = (next: readonly Annotation[]) => {
    const after = signed(sketch, next)
    if (after) setSketch(after)
    setHint(after ? null : '印章的分数加起来超出本给分点，没有盖上')
  }

  return {
    rules,
    /** The points of `rules`, as they were read. */
    taskPoints: scoredPoints(task, questionIds),
    entry,
    marks,
    flags,
    flagNote,
    hint,
    isSending,
    questionIds,
    say: setHint,
    edit,
    resign,
    sign: (...more: Annotation[]) => {
      const next = [...marks, ...more]
      if (areAnnotationsBounded(next)) resign(next)
      else setHint('这份试卷上的批注太多了，请先擦去一些')
    },
    toggleFlag: (flag: string) => {
      if (mode === 'problem') setHint('问题卷没有标记，只有仲裁卷可以标记')
      else setFlags(flags.includes(flag) ? flags.filter((one) => one !== flag) : [...flags, flag])
    },
    writeNote: setFlagNote,
    /** One step back on this paper. @returns whether anything was done on it at all */
    undo: (): boolean => {
      const before = undone(sketch)
      if (before) setSketch(before)
      return before !== null || sketch.future.length > 0
    },
    canRedo: sketch.future.length > 0,
    redo: () => setSketch((now) => redone(now) ?? now),
    /** What was given to a question that stays chosen stays with it, and what it was given for. */
    choose: (ids: readonly number[]) => {
      const before = scoredPoints(task, questionIds)
      const scores = scoredPoints(task, ids).map(
        (point) => entry.scores[before.indexOf(point)] ?? null,
      )
      setHint(null)
      setQuestionIds(ids)
      const { pressed } = entry
      setSketch(sketchOnPad(task, { questionIds: ids, scores, pressed, marks }))
    },
    takeReading: (index: number) => {
      const reading = task.readings[index]
      if (reading && isAsRead(task, questionIds)) edit(() => entryOf(reading.scores))
    },
    takeMean: () => {
      if (task.readings.length === 0 || !isAsRead(task, questionIds)) return
      const given = task.readings.map(({ scores }) => scores)
      const counted = countedPlaces(given, bestOfTask(task, task.best_of))
      edit(() => entryOf(meanOnGrid(rules.points, given, counted)))
    },
    /** Closes what is typed, goes to what is missing, or hands in; with a further flag. */
    submit: (flag?: string) => {
      const missing = missingChoice(task, questionIds)
      if (missing) {
        setHint(missing)
        return
      }
      // Of a paper that has no picture there is nothing to see first.
      if (task.images.length > 0 && !props.images.isPainted(task.images)) {
        setHint(NOT_PAINTED)
        return
      }
      const { entry: now, outcome } = enter(entry, rules)
      setSketch((before) => worked(before, { entry: now, marks: before.marks }))
      if (outcome === 'missing') setHint(`「${rules.points[now.at]?.name ?? ''}」未给分`)
      if (outcome === 'complete')
        void decide('score', now.scores, flag ? [...new Set([...flags, flag])] : flags)
    },
    toImage: () => void decide('to_image', []),
    noMark: (outcome: NoMark, comment: string) => void decide(outcome, [], flags, { comment }),
    handBack: (to: ReturnTo) => void decide('return', [], flags, to),
  }
}

export type LeaderPaperWork = ReturnType<typeof useLeaderPaper>
