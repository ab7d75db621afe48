import { setImmediate } from 'node:timers/promises'

/**
 * Lets the process hear whoever called it meanwhile. SQLite answers without letting anything else happen, so that a
 * transaction of many statements would hold up every call of the server, also those that need nothing of the database.
 */
export const yieldToEventLoop = (): Promise<void> => setImmediate()
