import type { ServerResponse } from 'node:http'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * The security headers of every answer, made once: the policy is the same for all, and building it anew
 * for each request costs as much as reading the session.
 */
export function securityHeaders(options: HelmetOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  const answer = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  }
  helmet(options)({} as never, answer as unknown as ServerResponse, () => undefined)
  return headers
}
