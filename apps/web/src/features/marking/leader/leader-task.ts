import type { leaderNext, ReplyOf } from '@hengjuan/contracts'

/** A paper that a leader decides. */
export type LeaderTaskView = NonNullable<ReplyOf<typeof leaderNext>['task']>
