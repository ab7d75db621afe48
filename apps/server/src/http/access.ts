import { currentUser, mayEnter, type Route, type Target } from '@hengjuan/contracts'
import { AppError, grantFor, type Permission, PERMISSIONS, roleLabel } from '@hengjuan/domain'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import type { Session } from './session.ts'
import { sessionIn } from './exam-reach.ts'
import type { TargetRows } from './target-rows.ts'
import { findTarget } from './targets.ts'

/** Rows named by the access rule, already checked against the caller's scope. */
export type Found = { [K in keyof TargetRows]: TargetRows[K] }

/**
 * Is the caller signed in where that is needed, and does the current role hold the permission, or one by which it
 * can have the duty that lets in as well? Asked before the request is read any further.
 *
 * @throws AppError LOGIN_EXPIRED, PAGE_SESSION, PASSWORD_CHANGE_FIRST, SECOND_FACTOR_FIRST, NOT_ALLOWED
 */
export function admit(route: Route, session: Session | null): void {
  const { access, early } = route
  if (session?.readsPages && !isReadByPages(route)) throw new AppError('PAGE_SESSION')
  if (access.kind === 'anyone') return
  if (!session) throw new AppError('LOGIN_EXPIRED')
  if (session.held && !early)
    throw new AppError(
      session.held === 'password' ? 'PASSWORD_CHANGE_FIRST' : 'SECOND_FACTOR_FIRST',
    )
  if (access.kind === 'can' && !mayEnter(session.role, access) && !isNamedFor(session, access))
    throw new AppError('NOT_ALLOWED', {
      role: roleLabel(session.role),
      action: PERMISSIONS[access.permission].label,
    })
}

/** What a grant for an exam can be asked about. */
const OF_EXAMS: readonly (keyof Target)[] = ['exam', 'block', 'unit', 'scanSheet', 'snapshot']

/** Was the caller named for some exam, with the permission? Whether for the one that is asked about is looked up then. */
const isNamedFor = (
  { grants }: Session,
  { permission, on }: { permission: Permission; on: Target },
): boolean =>
  grants.some(({ examId }) => grantFor(grants, permission, examId) !== undefined) &&
  OF_EXAMS.some((one) => on[one] !== undefined)

/** What a page needs beside its reports: who looks at it. */
const BESIDE_REPORTS = [currentUser]

/** Does a report page read this? Nothing that changes anything, and no files. */
const isReadByPages = (route: Route): boolean =>
  route.method === 'GET' &&
  (route.area === 'reports' || BESIDE_REPORTS.some(({ path }) => path === route.path)) &&
  (route.replyKind === undefined || route.replyKind === 'json' || route.replyKind === 'image')

/**
 * Looks up what the call is about within the reach of the current role, and of what the caller was named for. What is
 * out of reach is answered like what does not exist.
 *
 * @returns it, and the session with the scope that it has there
 */
export async function reach<S extends Session | null>(
  services: Services,
  route: Route,
  request: FastifyRequest,
  session: S,
): Promise<{ found: Found; as: S | Session }> {
  const { access } = route
  if (access.kind !== 'can' || !session) return { found: guarded(route, {}), as: session }
  const ids: Partial<Record<keyof Target, number | string>> = {}
  for (const [kind, place] of Object.entries(access.on) as [keyof Target, string][]) {
    const value = valueAt(request, place)
    if (value !== undefined && value !== null) ids[kind] = value
  }
  const { permission, or, sides } = access
  const rows = await findTarget(services.db, session, permission, ids, or, sides)
  return { found: guarded(route, rows), as: sessionIn(session, permission, rows.exam) }
}

const placesOf = ({ access }: Route): Target => (access.kind === 'can' ? access.on : {})

function valueAt(request: FastifyRequest, place: string): number | string | undefined {
  const [part, name] = place.split('.') as ['query' | 'params' | 'body', string]
  return (request[part] as Record<string, number | string> | undefined)?.[name]
}

const viewed = new WeakSet<Found>()

/**
 * A call that lets others in than the organiser of its exam, and never asks how much of it they see, would tell them
 * everything. @throws Error as for every mistake in the code
 */
export function assertViewed({ access, method, path }: Route, found: Found): void {
  if (access.kind === 'can' && access.sides && !viewed.has(found))
    throw new Error(`${method} ${path}: its handler is not cut by the view of the exam`)
}

/**
 * Asking for a row that the rule does not look up is a mistake in the code, not an empty answer; one that the rule
 * names and the caller did not is missing from what they sent.
 */
function guarded(route: Route, rows: Partial<TargetRows>): Found {
  const found = new Proxy(rows as Found, {
    get(target, name) {
      if (name === 'view') viewed.add(found)
      // A promise that resolves to this object asks whether it is one itself.
      if (name === 'then') return undefined
      const row = target[name as keyof Found]
      const place = placesOf(route)[name as keyof Target]
      if (row === undefined && place !== undefined)
        throw new AppError('INPUT_INVALID').withDetails([
          { path: place.slice(place.indexOf('.') + 1), message: '必须填写' },
        ])
      if (row === undefined)
        throw new Error(`${route.method} ${route.path}: its access rule finds no ${String(name)}`)
      return row
    },
  })
  return found
}
