import { CallError } from '@hengjuan/client'

/**
 * The number that the sentence of a failure asks its reader to pass on; null where it asks for none. What is to be
 * passed on is copied by a click. @source ui D10
 */
export const askedNumber = (error: unknown): string | null =>
  error instanceof CallError && error.requestId !== '' && error.message.includes(error.requestId)
    ? error.requestId
    : null
