import type { leaderList, leaderNext, ReplyOf } from '@hengjuan/contracts'

/** A paper that a leader decides. */
export type LeaderTaskView = NonNullable<ReplyOf<typeof leaderNext>['task']>

/** A paper in the list of those that wait for a leader. */
export type WaitingPaper = ReplyOf<typeof leaderList>['list'][number]

/** The points to score: of an optional group, those of the question that was chosen. */
export function scoredPoints(
  task: LeaderTaskView,
  questionId: number | null,
): LeaderTaskView['points'] {
  const no = task.choices.find((one) => one.question_id === questionId)?.no
  return task.points.filter(({ question_no }) => task.choices.length === 0 || question_no === no)
}
