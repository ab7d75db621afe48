import { type Annotation, areAnnotationsBounded, countedPlaces, meanOnGrid } from '@hengjuan/domain'
import { useEffect, useState } from 'react'
import { bestOfTask, redone, signed, undone, worked } from '../../marking-core/paper/paper.ts'
import { enter, entryOf, type ScoreEntry } from '../../marking-core/entry/score-entry.ts'
import { keepPad } from './kept-pad.ts'
import type { OnPad } from './last-decision.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import { padOf, sketchOf, sketchOfQuestions, sketchOnPad } from './leader-sketch.ts'
import { isAsRead, type LeaderTaskView, scoredPoints } from './leader-task.ts'

/**
 * Scores, signs and flags that a leader puts down for one paper; they are kept until it is decided.
 *
 * @param kept what was on the pad when the paper left the page; null for one that comes for the first time
 * @param say tells why something was not done, or with null that there is nothing to tell any more
 */
export function usePad(
  mode: LeaderMode,
  task: LeaderTaskView,
  kept: OnPad | null,
  say: (hint: string | null) => void,
) {
  const [questionIds, setQuestionIds] = useState<readonly number[]>(
    kept?.questionIds ?? task.chosen,
  )
  const [sketch, setSketch] = useState(() =>
    kept ? sketchOnPad(task, kept) : sketchOf(task, task.chosen),
  )
  const [flags, setFlags] = useState<readonly string[]>(kept?.flags ?? [])
  const [flagNote, setFlagNote] = useState(kept?.flagNote ?? '')
  const { rules, entry, marks } = sketch
  const isUntouched =
    sketch.past.length === 0 &&
    entry.buffer === '' &&
    kept === null &&
    isAsRead(task, questionIds) &&
    flags.length === 0 &&
    flagNote === ''
  const unitId = task.unit_id
  // The store of the window outlives the page.
  useEffect(() => {
    const onPad = padOf(task, questionIds, { entry, marks }, { flags, flagNote })
    keepPad(mode, unitId, isUntouched ? null : onPad)
  }, [mode, unitId, isUntouched, task, questionIds, entry, marks, flags, flagNote])

  const edit = (change: (entry: ScoreEntry) => ScoreEntry) => {
    say(null)
    setSketch((now) => worked(now, { entry: change(now.entry), marks: now.marks }))
  }

  const resign = (next: readonly Annotation[]) => {
    const after = signed(sketch, next)
    if (after) setSketch(after)
    say(after ? null : '印章的分数加起来超出本给分点，没有盖上')
  }

  return {
    rules,
    /** The points of `rules`, as they were read. */
    taskPoints: scoredPoints(task, questionIds),
    entry,
    marks,
    flags,
    flagNote,
    questionIds,
    edit,
    resign,
    sign: (...more: Annotation[]) => {
      const next = [...marks, ...more]
      if (areAnnotationsBounded(next)) resign(next)
      else say('这份试卷上的批注太多了，请先擦去一些')
    },
    toggleFlag: (flag: string) => {
      if (mode === 'problem') say('问题卷没有标记，只有仲裁卷可以标记')
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
    choose: (ids: readonly number[]) => {
      say(null)
      setQuestionIds(ids)
      const onPad = padOf(task, questionIds, sketch, { flags, flagNote })
      setSketch(sketchOfQuestions(task, onPad, ids))
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
    /** Closes what is typed, and goes to the first point that is missing. @returns the scores; null while one is */
    close: () => {
      const { entry: closed, outcome } = enter(entry, rules)
      setSketch((before) => worked(before, { entry: closed, marks: before.marks }))
      if (outcome === 'missing') say(`「${rules.points[closed.at]?.name ?? ''}」未给分`)
      return outcome === 'complete' ? closed.scores : null
    },
  }
}
