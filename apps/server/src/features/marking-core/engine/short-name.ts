import { createHash } from 'node:crypto'

/** A short name of something that pages are shown, the same as long as it is the same. */
export const shortName = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 10)
