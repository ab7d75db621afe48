/** An id as the database gives it; compared with `===` and never interpreted. */
export type EntityId = string | number
