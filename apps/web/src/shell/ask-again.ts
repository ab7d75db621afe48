/** How long after a failure that passes by itself something is asked for again. */
export const ASK_AGAIN_MS = 10_000
