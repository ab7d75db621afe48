export const AWAY_MS = 30_000

/** The same where the server itself says what is the matter. */
export const TROUBLE_MS = 3_000
