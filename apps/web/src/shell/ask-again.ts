import { CallError, isPassing } from '@hengjuan/client'

/** How long after a failure that passes by itself something is asked for again. */
const ASK_AGAIN_MS = 10_000
/** Asked not to ask for longer, a page would look forgotten. */
const LONGEST_MS = 300_000

/** After how long the same is asked again by itself: when the server says, else after a while; false for never. */
export function askAgainMs(error: unknown): number | false {
  if (!isPassing(error)) return false
  const wanted = error instanceof CallError ? error.retryAfterMs : null
  return wanted === null ? ASK_AGAIN_MS : Math.min(Math.max(wanted, 1000), LONGEST_MS)
}

/** Is it worth asking at once? Not of a server that says when. */
export const isAskedAtOnce = (failures: number, error: unknown): boolean =>
  failures < 2 && isPassing(error) && !(error instanceof CallError && isHeldOff(error))

const isHeldOff = ({ status, retryAfterMs }: CallError): boolean =>
  status === 429 || retryAfterMs !== null
