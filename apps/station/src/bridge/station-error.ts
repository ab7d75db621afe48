/** A call that the station refuses; `message` is Chinese and says what to do. */
export class StationError extends Error {
  override name = 'StationError'
  readonly code: string

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
