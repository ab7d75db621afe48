import type { Milli } from '@hengjuan/domain'
import type { SnapshotCandidate } from './snapshot-data.ts'

/**
 * What a candidate's answer to a question counts for in item statistics. Null where the question does not
 * count for the candidate, and where the paper ended without a mark, as misconduct or void: the 0 in the
 * total says nothing about the question.
 *
 * @param index - place of the question among those of the subject
 * @source domain rules 6.2, 11
 */
export const countedItem = (
  { subjects }: Pick<SnapshotCandidate, 'subjects'>,
  subjectId: number,
  questionId: number,
  index: number,
): Milli | null =>
  isUnmarked({ subjects }, subjectId, questionId)
    ? null
    : (subjects[subjectId]?.items[index] ?? null)

/** Did the paper with this answer end as misconduct or void? */
export const isUnmarked = (
  { subjects }: Pick<SnapshotCandidate, 'subjects'>,
  subjectId: number,
  questionId: number,
): boolean => subjects[subjectId]?.noMark?.includes(questionId) ?? false
