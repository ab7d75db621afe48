import { timingSafeEqual } from 'node:crypto'
import type { Route } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import type { FastifyRequest } from 'fastify'
import type { Session } from './session.ts'

/**
 * Refuses calls that another site makes with our user's cookie: an unsafe method needs the session's
 * token in a header; where there is no session yet, the browser must not say that the call comes from
 * elsewhere.
 */
export function checkOrigin(route: Route, request: FastifyRequest, session: Session | null): void {
  if (route.method === 'GET') return
  if (session && route.access.kind !== 'anyone') {
    const given = Buffer.from(String(request.headers['x-csrf-token'] ?? ''))
    const expected = Buffer.from(session.csrfToken)
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new AppError('CSRF_FAILED')
    return
  }
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site') throw new AppError('CSRF_FAILED')
  const { origin } = request.headers
  if (origin && hostOf(origin) !== request.headers.host) throw new AppError('CSRF_FAILED')
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '')
