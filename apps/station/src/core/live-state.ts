import type { StationState } from '../bridge/station-api.ts'

const EMIT_EVERY_MS = 100

/** Tells listeners of changes, many small ones as one. */
export class LiveState {
  private readonly describe: () => StationState
  private readonly listeners = new Set<(state: StationState) => void>()
  private timer: NodeJS.Timeout | null = null
  private isStopped = false
  revision = 0

  constructor(describe: () => StationState) {
    this.describe = describe
  }

  readonly changed = (): void => {
    this.revision++
    if (this.timer || this.isStopped || this.listeners.size === 0) return
    this.timer = setTimeout(() => {
      this.timer = null
      const state = this.describe()
      for (const tell of this.listeners) tell(state)
    }, EMIT_EVERY_MS)
  }

  readonly subscribe = (listener: (state: StationState) => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  stop(): void {
    this.isStopped = true
    if (this.timer) clearTimeout(this.timer)
  }
}
