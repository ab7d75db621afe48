import { monotonicFactory } from 'ulid'

/** Names of jobs, in the order in which a node was asked for them. */
export const newJobId = monotonicFactory()
