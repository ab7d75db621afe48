import type { ErrorCode } from '@hengjuan/domain'

/** A call that was refused or never arrived. `message` is Chinese and fit to show. */
export class CallError extends Error {
  override name = 'CallError'
  /** HTTP status; 0 when no answer came. */
  status: number
  code: ErrorCode | 'OFFLINE' | 'CANCELLED'
  facts: Record<string, unknown>
  fields: { path: string; msg: string }[]
  requestId: string
  /** How long the server wants to be left alone; null where it does not say. */
  retryAfterMs: number | null

  constructor(init: {
    status: number
    code: ErrorCode | 'OFFLINE' | 'CANCELLED'
    message: string
    facts?: Record<string, unknown>
    fields?: { path: string; msg: string }[]
    requestId?: string
    retryAfterMs?: number | null
    cause?: unknown
  }) {
    super(init.message, { cause: init.cause })
    this.status = init.status
    this.code = init.code
    this.facts = init.facts ?? {}
    this.fields = init.fields ?? []
    this.requestId = init.requestId ?? ''
    this.retryAfterMs = init.retryAfterMs ?? null
  }
}
