import { NOTHING_NEW, nothingNew, type NothingNew } from './nothing-new.ts'
import { type Waiting, waitingWords } from './waiting-words.ts'

/** A block that a marker marks, as the list of the own tasks has it. */
export interface OwnTask extends Waiting {
  status: string
  target: number | null
  claimed_count: number
  rejected_count: number
  taken_back_count: number
  pool_count: number
  pool_reason: NothingNew | null
  suspended: number
  unit_count: number
  final_count: number
}

/** Why nothing can be taken, as a sentence; of whoever has not qualified, what they wait for and who decides. */
export const whyNothing = (task: OwnTask): string | null =>
  task.pool_reason === 'unqualified'
    ? (waitingWords(task)?.line ?? NOTHING_NEW.unqualified.line)
    : task.pool_reason && nothingNew(task.pool_reason, task.target).line

/** What says whether a task is over. */
type TaskEnd = Pick<
  OwnTask,
  'status' | 'claimed_count' | 'rejected_count' | 'taken_back_count' | 'unit_count' | 'final_count'
>

/** Papers that only this marker can mark now: claimed, sent back and taken back. */
export const inHandOf = (task: TaskEnd): number =>
  task.claimed_count + task.rejected_count + task.taken_back_count

/** Nothing of it will come to this marker any more: every paper has its score, or the block is closed. */
export const isOverTask = (task: TaskEnd): boolean =>
  inHandOf(task) === 0 &&
  (task.status === 'closed' || (task.unit_count > 0 && task.final_count === task.unit_count))

/** Is there still something to mark in this block? */
export const isUnfinishedTask = (task: OwnTask): boolean =>
  task.rejected_count + task.taken_back_count > 0 ||
  task.claimed_count > 0 ||
  task.pool_count > 0 ||
  (task.status !== 'closed' && task.suspended === 0 && task.final_count < task.unit_count)
