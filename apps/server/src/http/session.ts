import { hash, randomBytes } from 'node:crypto'
import { type Db, isOneOf } from '@hengjuan/db'
import {
  effectiveScope,
  type ExamGrant,
  type Role,
  type ScopeList,
  type ScopeLists,
} from '@hengjuan/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isoNow, minutesFrom } from '../clock.ts'
import type { Services } from '../services.ts'
import { batchLoader } from './batch-loader.ts'
import { clientLabel } from './client-label.ts'
import { selectGrants } from './exam-grants.ts'

/** Who is calling, as which role, and how far that role reaches. */
export interface Session {
  idHash: string
  userId: number
  userName: string
  account: string
  userType: number
  studentId: number | null
  userRoleId: number
  role: Role
  scopeLevel: number
  /** School of the current role; null for regional roles. */
  schoolId: number | null
  scope: ScopeLists<number>
  /** That of the role, where `scope` was widened by what the person was named for in the exam of the call. */
  roleScope?: ScopeLists<number>
  /** What the person may do in single exams beside that. */
  grants: readonly ExamGrant[]
  csrfToken: string
  /** What it was begun with, row of `mark_client`; null for one of before there was such a row. */
  clientId: number | null
  /** What has to be done before anything else. */
  held: Held | null
  /** Does it only read report pages, to print them? */
  readsPages: boolean
}

/** An initial password is to be changed, or a second factor set up. */
export type Held = 'password' | 'factor'

const cookieName = (services: Services): string =>
  services.config.secureCookies ? '__Host-hj_session' : 'hj_session'

export const hashOf = (sessionId: string): string => hash('sha256', sessionId, 'hex')

/** How often `last_seen_at` is written: not at every call. */
const TOUCH_MS = 60_000

/** Sessions that are not signed out, of people who are not disabled. */
const sessionQuery = (db: Db, hashes: readonly string[]) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .innerJoin('user_role', 'user_role.id', 'session.user_role_id')
    .where(isOneOf(db, 'session.id_hash', hashes))
    .where('user.disabled_at', 'is', null)
    .select([
      'session.id_hash',
      'session.csrf_token',
      'session.last_seen_at',
      'session.expires_at',
      'session.client_id',
      'session.held',
      'session.bound_to',
      'user.id as user_id',
      'user.name',
      'user.account',
      'user.user_type',
      'user.student_id',
      'user_role.id as user_role_id',
      'user_role.role',
      'user_role.scope_level',
      'user_role.school_id',
      'user_role.grade_ids',
      'user_role.class_ids',
      'user_role.subject_ids',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('exam_admin')
            .whereRef('exam_admin.user_id', '=', 'session.user_id')
            .whereRef('exam_admin.school_id', '=', 'user_role.school_id')
            .select('exam_admin.exam_id'),
        )
        .as('has_grants'),
    )

type SessionRow = Awaited<ReturnType<ReturnType<typeof sessionQuery>['execute']>>[number]

/** Looked up at every call: who was signed out or disabled is out at the next one. */
const findSession = batchLoader(async (db, hashes: readonly string[]) => {
  const rows = await sessionQuery(db, hashes).execute()
  return new Map(rows.map((row) => [row.id_hash, row]))
})

const idHashIn = (services: Services, request: FastifyRequest): string | null => {
  const id = request.cookies[cookieName(services)]
  return id ? hashOf(id) : null
}

/** What calls of one session have in common before it is looked up; null where the request names none. */
export const sessionKey = (services: Services, request: FastifyRequest): string | null =>
  request.cookies[cookieName(services)]?.slice(0, 64) ?? null

/** The session that the request's cookie names; null without one, or when it has run out. */
export async function readSession(
  services: Services,
  request: FastifyRequest,
): Promise<Session | null> {
  const idHash = idHashIn(services, request)
  if (idHash === null) return null
  const { db, clock, config } = services
  const row = await findSession(db, idHash)
  const now = isoNow(clock)
  const idleSince = minutesFrom(clock, -config.sessionIdleMinutes)
  if (!row || row.expires_at < now || row.last_seen_at < idleSince) return null
  if (Date.parse(now) - Date.parse(row.last_seen_at) > TOUCH_MS) {
    await db
      .updateTable('session')
      .set({ last_seen_at: now })
      .where('id_hash', '=', row.id_hash)
      .execute()
    row.last_seen_at = now
  }
  // Hardly anybody has any, and nobody else waits for them.
  const grants = row.has_grants
    ? await selectGrants(db, { userId: row.user_id, schoolId: row.school_id })
    : []
  return sessionOf(row, grants)
}

function sessionOf(row: SessionRow, grants: readonly ExamGrant[]): Session {
  const role = row.role as Role
  return {
    idHash: row.id_hash,
    userId: row.user_id,
    userName: row.name,
    account: row.account,
    userType: row.user_type,
    studentId: row.student_id,
    userRoleId: row.user_role_id,
    role,
    scopeLevel: row.scope_level,
    schoolId: row.school_id,
    scope: effectiveScope(role, {
      grades: JSON.parse(row.grade_ids) as ScopeList<number>,
      classes: JSON.parse(row.class_ids) as ScopeList<number>,
      subjects: JSON.parse(row.subject_ids) as ScopeList<number>,
    }),
    grants,
    csrfToken: row.csrf_token,
    clientId: row.client_id,
    held: row.held as Held | null,
    readsPages: row.bound_to === PAGES,
  }
}

const PAGES = 'pages'
/** Longer than a page may take to be printed. */
const PAGE_SESSION_MINUTES = 2

/**
 * A session of the same person in the same role that only reads report pages, for as long as one is printed. It ends
 * with `discard`, and by itself soon after.
 */
export async function openPageSession(
  services: Services,
  caller: Pick<Session, 'userId' | 'userRoleId' | 'clientId'>,
): Promise<{ cookie: string; discard: () => Promise<void> }> {
  const { db, clock } = services
  const id = randomBytes(32).toString('base64url')
  const idHash = hashOf(id)
  await db
    .insertInto('session')
    .values({
      id_hash: idHash,
      user_id: caller.userId,
      user_role_id: caller.userRoleId,
      csrf_token: randomBytes(24).toString('base64url'),
      created_at: isoNow(clock),
      last_seen_at: isoNow(clock),
      expires_at: minutesFrom(clock, PAGE_SESSION_MINUTES),
      client_id: caller.clientId,
      held: null,
      bound_to: PAGES,
    })
    .execute()
  return {
    cookie: `${cookieName(services)}=${id}`,
    discard: async () => {
      await db.deleteFrom('session').where('id_hash', '=', idHash).execute()
    },
  }
}

/** Enough to tell sessions apart, far too little to find one by. */
const TAG_LENGTH = 8

/** Begins a session with a new id, sets its cookies and returns its token against cross-site calls. */
export async function beginSession(
  services: Services,
  db: Db,
  reply: FastifyReply,
  who: { userId: number; userRoleId: number; held: Held | null },
): Promise<string> {
  const { clock, config } = services
  const id = randomBytes(32).toString('base64url')
  const csrfToken = randomBytes(24).toString('base64url')
  const idHash = hashOf(id)
  const client = await db
    .insertInto('mark_client')
    .values({
      user_id: who.userId,
      tag: idHash.slice(0, TAG_LENGTH),
      label: clientLabel(reply.request.headers['user-agent']),
      begun_at: isoNow(clock),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('session')
    .values({
      id_hash: idHash,
      user_id: who.userId,
      user_role_id: who.userRoleId,
      csrf_token: csrfToken,
      created_at: isoNow(clock),
      last_seen_at: isoNow(clock),
      expires_at: minutesFrom(clock, config.sessionHours * 60),
      client_id: client.id,
      held: who.held,
    })
    .execute()
  const common = {
    path: '/',
    sameSite: 'lax' as const,
    secure: config.secureCookies,
    maxAge: config.sessionHours * 3600,
  }
  void reply.setCookie(cookieName(services), id, { ...common, httpOnly: true })
  // The page reads this one and sends it back in a header, which a foreign site cannot do.
  void reply.setCookie('hj_csrf', csrfToken, { ...common, httpOnly: false })
  return csrfToken
}

export async function endSession(
  services: Services,
  reply: FastifyReply,
  idHash: string,
): Promise<void> {
  await services.db.deleteFrom('session').where('id_hash', '=', idHash).execute()
  void reply.clearCookie(cookieName(services), { path: '/' })
  void reply.clearCookie('hj_csrf', { path: '/' })
}
