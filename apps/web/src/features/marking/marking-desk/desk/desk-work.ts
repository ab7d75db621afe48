import { type Annotation, areAnnotationsBounded } from '@hengjuan/domain'
import { isFinishedBy, type ScoreEntry } from '../../marking-core/entry/score-entry.ts'
import type { DeskAction } from '../../marking-core/keys/desk-actions.ts'
import { type EntryPresser, entryPresser } from '../../marking-messages/rubric/entry-choice.ts'
import type { RubricEntryView } from '../../marking-messages/rubric/rubric-view.ts'
import type { DeskCore } from './desk-core.ts'
import { type Paper, redone, signed, undone, worked } from '../../marking-core/paper/paper.ts'
import { unseenReason } from './unseen.ts'

/** What is done to the paper in hand before it is handed in: scores, signs, flags, and taking them back. */
export function workOf(
  core: DeskCore,
  go: { submit: () => void; previous: () => Promise<void>; next: () => void },
) {
  const { get, set, replace, current, images } = core

  /** Changes the entry; the one before can be taken back. */
  function edit(change: (entry: ScoreEntry, paper: Paper) => ScoreEntry): void {
    const paper = current()
    const entry = hold(change)
    if (!paper || !entry) return
    const isFinished = isFinishedBy(paper.entry, entry, paper.rules)
    if (isFinished && get().info.settings.submit_type === 1 && get().view !== 'grid') go.submit()
  }

  /** The same without handing in: more may follow. @returns null where nothing changed */
  function hold(change: (entry: ScoreEntry, paper: Paper) => ScoreEntry): ScoreEntry | null {
    const paper = current()
    if (!paper || paper.task.locked_reason !== null) return null
    const entry = change(paper.entry, paper)
    if (entry === paper.entry) return null
    const unseen = isScored(paper.entry, entry) ? unseenReason(images, paper.task.images) : null
    if (unseen !== null) {
      set({ hint: unseen })
      return null
    }
    replace(worked(paper, { entry, marks: paper.marks }))
    set({ hint: null })
    return entry
  }

  /** What presses entries of the rubric for the paper in hand as it is now; null where there is none. */
  function presser(): EntryPresser | null {
    const paper = current()
    const { rubric } = get()
    if (!paper || !rubric || paper.task.locked_reason !== null) return null
    const { entry, rules, task } = paper
    return entryPresser({ entry, rules, points: task.points }, rubric.entries, hold, (hint) =>
      set({ hint }),
    )
  }

  /** Puts signs on the paper, as one step. */
  function sign(...marks: Annotation[]): void {
    const paper = current()
    if (!paper) return
    const next = [...paper.marks, ...marks]
    if (areAnnotationsBounded(next)) resign(next)
    else set({ hint: '这份试卷上的批注太多了，请先擦去一些' })
  }

  /** Other signs in place of those on the paper. */
  function resign(marks: readonly Annotation[]): void {
    const paper = current()
    if (!paper || paper.task.locked_reason !== null) return
    const next = signed(paper, marks)
    if (next) replace(next)
    set({ hint: next ? null : '印章的分数加起来超出本给分点，没有盖上' })
  }

  function toggleFlag(flag: string): void {
    const paper = current()
    if (!paper) return
    if (paper.task.locked_reason !== null) {
      set({ hint: `不能修改标记：${paper.task.locked_reason}` })
      return
    }
    const flags = paper.flags.includes(flag)
      ? paper.flags.filter((one) => one !== flag)
      : [...paper.flags, flag]
    replace({ ...paper, flags })
    set({ hint: null })
  }

  /** What is written beside the flags; it goes with them when the paper is handed in. */
  function writeNote(flagNote: string): void {
    const paper = current()
    if (paper && paper.task.locked_reason === null) replace({ ...paper, flagNote })
  }

  /** Takes back the last score or sign of this paper, or goes to the paper before. */
  function undo(): void {
    const paper = current()
    const before = paper && undone(paper)
    if (before) replace(before)
    else void go.previous()
  }

  /** Does again what was taken back; from a paper that was only looked at, goes on. */
  function redo(): void {
    const paper = current()
    const after = paper && redone(paper)
    if (after) replace(after)
    else if (get().back !== null) go.next()
  }

  return {
    edit,
    /** An entry of the rubric gives its points, or takes them back. */
    pressEntry: (entry: RubricEntryView): void => presser()?.press(entry),
    /** The same by its key. @returns whether there is such an entry */
    pressSlot: (action: DeskAction): boolean => presser()?.pressSlot(action) ?? false,
    sign,
    resign,
    toggleFlag,
    writeNote,
    undo,
    redo,
  }
}

/** Is this more than a step to another point, or a key that meant nothing? */
const isScored = (before: ScoreEntry, after: ScoreEntry): boolean =>
  before.scores !== after.scores || before.buffer !== after.buffer
