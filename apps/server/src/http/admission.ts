import type { SessionRow } from './session.ts'

/**
 * Lets a caller in by their session as it was last seen. Whoever handles the call confirms it by what is read in
 * its own transaction, before anything is done or told; a call that fails without is admitted anew in the ordinary
 * way.
 */
export class Admission {
  readonly #seen: SessionRow
  #isSure = false

  constructor(seen: SessionRow) {
    this.#seen = seen
  }

  get idHash(): string {
    return this.#seen.id_hash
  }

  get isSure(): boolean {
    return this.#isSure
  }

  /** @param row of the session now, as `sessionQuery` reads it; undefined when it was signed out */
  confirm(row: SessionRow | undefined): boolean {
    this.#isSure = row !== undefined && isSame(row, this.#seen)
    return this.#isSure
  }
}

/** All but when it was last used. */
const isSame = ({ last_seen_at: _now, ...now }: SessionRow, before: SessionRow): boolean =>
  (Object.keys(now) as (keyof typeof now)[]).every((name) => now[name] === before[name])
