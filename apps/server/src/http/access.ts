import type { Route, Target } from '@hengjuan/contracts'
import { AppError, mayDo, PERMISSIONS, roleLabel } from '@hengjuan/domain'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import type { Session } from './session.ts'
import { findTarget, type TargetRows } from './targets.ts'

/** Rows named by the access rule, already checked against the caller's scope. */
export type Found = { [K in keyof TargetRows]: TargetRows[K] }

/**
 * The one place where access is decided: does the current role hold the permission, and does its scope
 * reach the thing that the call is about? What is out of scope is answered like what does not exist.
 */
export async function authorise(
  services: Services,
  route: Route,
  request: FastifyRequest,
  session: Session | null,
): Promise<Found> {
  const { access } = route
  if (access.kind === 'anyone') return nothingFound(route)
  if (!session) throw new AppError('LOGIN_EXPIRED')
  if (access.kind === 'signedIn') return nothingFound(route)
  if (!mayDo(session.role, access.permission))
    throw new AppError('NOT_ALLOWED', {
      role: roleLabel(session.role),
      action: PERMISSIONS[access.permission].label,
    })
  const ids: Partial<Record<keyof Target, number | string>> = {}
  for (const [kind, place] of Object.entries(access.on) as [keyof Target, string][]) {
    const value = valueAt(request, place)
    if (value !== undefined && value !== null) ids[kind] = value
  }
  const rows = await findTarget(services.db, session, access.permission, ids)
  return guarded(route, rows)
}

function valueAt(request: FastifyRequest, place: string): number | string | undefined {
  const [part, name] = place.split('.') as ['query' | 'params' | 'body', string]
  return (request[part] as Record<string, number | string> | undefined)?.[name]
}

const nothingFound = (route: Route): Found => guarded(route, {})

/** Asking for a row that the rule does not look up is a mistake in the code, not an empty answer. */
function guarded(route: Route, rows: Partial<TargetRows>): Found {
  return new Proxy(rows as Found, {
    get(target, name) {
      // A promise that resolves to this object asks whether it is one itself.
      if (name === 'then') return undefined
      const row = target[name as keyof Found]
      if (row === undefined)
        throw new Error(`${route.method} ${route.path}: its access rule finds no ${String(name)}`)
      return row
    },
  })
}
