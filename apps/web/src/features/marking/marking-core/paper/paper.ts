import type { markNext, ReplyOf } from '@hengjuan/contracts'
import {
  type Annotation,
  type BestOf,
  countedTotal,
  formatMilli,
  type Milli,
  pointsText,
  scoreOfStamps,
  type ScorePoint,
} from '@hengjuan/domain'
import {
  emptyEntry,
  entryOf,
  type EntryRules,
  type ScoreEntry,
  ungiven,
} from '../entry/score-entry.ts'

export type MarkTaskView = ReplyOf<typeof markNext>['tasks'][number]

/** What undo goes back to: scores and signs together. */
interface Work {
  entry: ScoreEntry
  marks: readonly Annotation[]
}

/** Scores and signs that are being given, with what undo and redo go to. */
export interface Sketch extends Work {
  rules: EntryRules
  /** Work before the present one, for undo; after it, for redo. */
  past: readonly Work[]
  future: readonly Work[]
}

/** A paper on the desk with what was given so far. */
export interface Paper extends Sketch {
  task: MarkTaskView
  flags: readonly string[]
  /** What is written beside the flags. */
  flagNote: string
  /** Time in use so far. */
  activeMs: number
  /** What was handed in, once it was. */
  given: (Work & { flags: readonly string[]; flagNote: string }) | null
}

/** Sent back, or taken back: it is marked once more. */
export const isAgain = (kind: MarkTaskView['kind']): boolean =>
  kind === 'rejected' || kind === 'taken_back'

export const pointsOfTask = (task: Pick<MarkTaskView, 'points'>): ScorePoint[] =>
  task.points.map(({ name, full_milli, step_milli }) => ({
    name,
    fullMilli: full_milli,
    stepMilli: step_milli,
  }))

/** Of which questions of a paper the best ones count; null where all its points count. */
export const bestOfTask = (
  { points }: Pick<MarkTaskView, 'points'>,
  choose: number | null,
): BestOf | null =>
  choose === null ? null : { choose, questionOf: points.map(({ question_no: no }) => no ?? '') }

/** What the scores that were given to a paper are worth together; null where none were. */
export const totalOfTask = (task: MarkTaskView, choose: number | null): Milli | null =>
  task.scores && countedTotal(task.scores, bestOfTask(task, choose))

/** 「（您原来给了 32 分：内容 10、表达 12、发展等级 10）」 of a paper that is scored anew; empty where nothing was given. */
export function givenText(task: MarkTaskView, choose: number | null): string {
  const total = totalOfTask(task, choose)
  if (task.scores === null || total === null) return ''
  const isByPoint = task.points.length > 1 && task.scores.length === task.points.length
  const points = isByPoint ? `：${pointsText(task.points, task.scores)}` : ''
  return `（您原来给了 ${formatMilli(total)} 分${points}）`
}

/**
 * Which of the optional questions of a block a paper is marked for, as they are printed; null where all its points
 * are marked.
 *
 * @param block points of all its questions
 */
export function answeredOf(
  { points }: Pick<MarkTaskView, 'points'>,
  block: { points: readonly unknown[] } | undefined,
): string | null {
  if (!block || points.length === 0 || points.length >= block.points.length) return null
  return `第${[...new Set(points.map(({ question_no: no }) => no ?? ''))].join('、')}题`
}

export function paperOf(task: MarkTaskView, isDeductive: boolean): Paper {
  const rules = { points: pointsOfTask(task), isDeductive }
  const isNew = task.kind === 'normal'
  // A paper that comes again is scored anew; one that is looked at again shows what was given.
  const entry =
    task.kind === 'backmark' && task.scores
      ? entryOf(
          task.scores,
          task.pressed?.map(({ entry_id }) => entry_id),
        )
      : emptyEntry(rules)
  const marks = task.traces ?? []
  const { flags } = task
  const flagNote = task.flag_note ?? ''
  return {
    task,
    rules,
    entry,
    marks,
    past: [],
    future: [],
    flags,
    flagNote,
    activeMs: 0,
    given: isNew || isAgain(task.kind) ? null : { entry, marks, flags, flagNote },
  }
}

/** The paper with other work on it; what was there can be taken back, unless only the keys moved. */
export function worked<S extends Sketch>(paper: S, work: Work): S {
  // By what they are: clearing what is empty is no step that undo would go back over, and nobody would see.
  const isKept =
    String(work.entry.scores) !== String(paper.entry.scores) ||
    String(work.entry.pressed) !== String(paper.entry.pressed) ||
    work.marks !== paper.marks
  const before: Work = { entry: paper.entry, marks: paper.marks }
  return isKept
    ? { ...paper, ...work, past: [...paper.past, before], future: [] }
    : { ...paper, ...work }
}

/** One step back, first of all what is typed and not closed; null when there is none. */
export function undone<S extends Sketch>(paper: S): S | null {
  if (paper.entry.buffer !== '') return { ...paper, entry: { ...paper.entry, buffer: '' } }
  const before = paper.past.at(-1)
  if (!before) return null
  const now: Work = { entry: paper.entry, marks: paper.marks }
  return { ...paper, ...before, past: paper.past.slice(0, -1), future: [now, ...paper.future] }
}

/** One step forth again; null when there is none. */
export function redone<S extends Sketch>(paper: S): S | null {
  const [after, ...future] = paper.future
  if (!after) return null
  const now: Work = { entry: paper.entry, marks: paper.marks }
  return { ...paper, ...after, past: [...paper.past, now], future }
}

/**
 * The paper with other signs on it. Where a stamp came or went, its point gets what the stamps add up to.
 *
 * @returns null when the stamps would give a score that is not allowed
 */
export function signed<S extends Sketch>(paper: S, marks: readonly Annotation[]): S | null {
  const { rules } = paper
  const stamped = rules.points.map((point, index) => ({
    before: scoreOfStamps(paper.marks, index, point, rules.isDeductive),
    after: scoreOfStamps(marks, index, point, rules.isDeductive),
    without: ungiven(rules, point),
  }))
  if (stamped.some(({ after }) => after === 'outside')) return null
  const at = stamped.findIndex(({ before, after }) => before !== after)
  if (at < 0) return worked(paper, { entry: paper.entry, marks })
  const scores = paper.entry.scores.map((score, index) => {
    const { before, after, without } = stamped[index] ?? {}
    return before === after || after === 'outside' ? score : (after ?? without ?? null)
  })
  // The point that was stamped stays in hand: another stamp may follow.
  return worked(paper, { entry: { ...paper.entry, buffer: '', scores, at }, marks })
}

/**
 * A point whose stamps add up to something else than it was given, in words; null where all agree. Which of the two
 * was meant only the marker knows.
 */
export function stampsApart({ rules, marks, entry }: Sketch): string | null {
  for (const [index, point] of rules.points.entries()) {
    const stamped = scoreOfStamps(marks, index, point, rules.isDeductive)
    const given = entry.scores[index] ?? null
    if (stamped === null || stamped === 'outside' || given === null || stamped === given) continue
    const [asked, typed] = [formatMilli(stamped), formatMilli(given)]
    return `「${point.name}」按印章应为 ${asked} 分，给的是 ${typed} 分：请改分或擦去印章，再次提交则按 ${typed} 分计`
  }
  return null
}

/** The note that goes with the flags of a paper: none where it has no flag. */
export const noteOf = ({ flagNote }: Pick<Paper, 'flagNote'>, flags: readonly string[]): string =>
  flags.length === 0 ? '' : flagNote.trim()

/** Was something changed on a paper that was handed in before, or typed for it and not closed? */
export const isChanged = (paper: Paper, flags: readonly string[]): boolean =>
  paper.entry.buffer !== '' ||
  String(paper.entry.scores) !== String(paper.given?.entry.scores) ||
  String(paper.entry.pressed.toSorted()) !== String(paper.given?.entry.pressed.toSorted()) ||
  String(flags) !== String(paper.given?.flags) ||
  noteOf(paper, flags) !== (paper.given?.flagNote ?? '') ||
  JSON.stringify(paper.marks) !== JSON.stringify(paper.given?.marks)
