import type { leaderList, leaderNext, ReplyOf } from '@hengjuan/contracts'

/** A paper that a leader decides. */
export type LeaderTaskView = NonNullable<ReplyOf<typeof leaderNext>['task']>

/** A paper in the list of those that wait for a leader. */
export type WaitingPaper = ReplyOf<typeof leaderList>['list'][number]
