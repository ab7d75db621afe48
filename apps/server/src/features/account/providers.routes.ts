import {
  entryToken,
  linkIdentity,
  providerTest,
  signInOptions,
  thirdLogin,
  thirdStart,
  unlinkIdentity,
} from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { InvalidCredentialsError } from 'ldapts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { assertManagesServer } from '../../http/server-manager.ts'
import { networkOf } from '../../http/try-limit.ts'
import type { Services } from '../../services.ts'
import { smsSettings } from '../notice/index.ts'
import { makeEntry, takeEntry } from './entry-token.ts'
import { checkDirectory, nameOf, withDirectory } from './ldap.ts'
import { letIn } from './let-in.ts'
import { beginOidc, discoverProvider, endOidc, STATE_MINUTES } from './oidc.ts'
import { accountOf, link } from './outside-person.ts'
import { ldapSettings, oidcSettings, providerLabels } from './provider-settings.ts'
import { placeOf } from './sign-in-places.ts'
import { checkSignIn } from './sign-in.ts'
import { takeTicket } from './ticket.ts'

/** Signing in by what others know somebody as. */
export function registerProviders(target: ServeApp): void {
  serve(target, signInOptions, async ({ services }) => {
    const { db } = services
    const [oidc, ldap] = [await oidcSettings(services), await ldapSettings(db)]
    return {
      sms: (await smsSettings(db)).enabled,
      providers: [
        ...(oidc.enabled ? [{ id: 'oidc' as const, label: oidc.label }] : []),
        ...(ldap.enabled ? [{ id: 'ldap' as const, label: ldap.label }] : []),
      ],
    }
  })

  serve(target, thirdStart, async ({ services, reply }) => {
    const { url, state } = await beginOidc(services)
    void reply.setCookie(stateCookie(services), state, {
      path: '/',
      sameSite: 'lax',
      secure: services.config.secureCookies,
      httpOnly: true,
      maxAge: STATE_MINUTES * 60,
    })
    return { url }
  })

  serve(target, thirdLogin, async (call) => {
    const { body, services, request, reply } = call
    if (body.provider === 'partner') {
      const { entry = 'school' } = body
      const come = await takeEntry(services, { ...body, token: body.token ?? '' })
      const userRoleId = await roleIn(services, come)
      const user = await letIn(call, { userId: come.userId, proof: 'partner', entry, userRoleId })
      return { ...user, target: come.target }
    }
    const userId =
      body.provider === 'oidc'
        ? await byOidc(services, request, reply, { ...body })
        : await byDirectory(services, request, { ...body })
    const entering = { userId, proof: body.provider, entry: body.entry ?? ('either' as const) }
    return { ...(await letIn(call, entering)), target: null }
  })

  serve(target, linkIdentity, async (call) => {
    const { body, services, request } = call
    const userId = await checkSignIn(services, { ...body, place: placeOf(services, request) })
    const labels = await providerLabels(services)
    await services.db.transaction().execute(async (db) => {
      const ticket = await takeTicket(services, db, 'link', body.ticket)
      if (!ticket) throw new AppError('TICKET_EXPIRED')
      const { provider, subject } = ticket.facts
      await link(services, db, { id: provider, label: labels[provider] }, subject, userId)
      await audit(
        db,
        { services, request, session: null },
        {
          action: 'link-identity',
          object: `user:${userId}`,
          after: { provider: labels[provider] },
        },
      )
    })
    return letIn(call, { userId, proof: 'password', entry: body.entry ?? 'either' })
  })

  serve(target, unlinkIdentity, async (call) => {
    const { body, services, session } = call
    const labels = await providerLabels(services)
    await services.db.transaction().execute(async (db) => {
      const ticket = await takeTicket(services, db, 'self', body.ticket)
      if (ticket?.userId !== session.userId) throw new AppError('TICKET_EXPIRED')
      await db
        .deleteFrom('outside_identity')
        .where('user_id', '=', session.userId)
        .where('provider', '=', body.provider)
        .execute()
      await audit(db, call, {
        action: 'unlink-identity',
        object: `user:${session.userId}`,
        before: { provider: labels[body.provider] },
      })
    })
    return { ok: true as const }
  })

  serve(target, entryToken, async ({ body, services }) => makeEntry(services, body))

  serve(target, providerTest, async (call) => {
    const { body, services, session } = call
    await assertManagesServer(services, session)
    const told =
      body.provider === 'oidc' ? await tryOidc(services) : await tryDirectory(services, body)
    await audit(services.db, call, {
      action: 'provider-test',
      object: 'setting',
      after: { provider: body.provider },
    })
    return { told }
  })
}

const stateCookie = ({ config }: Services): string =>
  config.secureCookies ? '__Host-hj_oidc' : 'hj_oidc'

async function byOidc(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { code, state, iss }: { code?: string; state?: string; iss?: string },
): Promise<number> {
  const begun = request.cookies[stateCookie(services)]
  void reply.clearCookie(stateCookie(services), { path: '/' })
  // Another browser began it: whoever sent the link would be signed in here.
  if (code === undefined || state === undefined || begun !== state)
    throw new AppError('THIRD_LOGIN_FAILED')
  const person = await endOidc(services, { code, state, iss })
  const { label, trusted } = await oidcSettings(services)
  return accountOf(services, { id: 'oidc', label, trusted }, person)
}

async function byDirectory(
  services: Services,
  request: FastifyRequest,
  { account = '', password = '' }: { account?: string; password?: string },
): Promise<number> {
  const network = networkOf(request.ip)
  const person = await checkDirectory(services, { account, password, network })
  const { label, trusted } = await ldapSettings(services.db)
  return accountOf(services, { id: 'ldap', label, trusted }, person)
}

/** The role of the school that the link is about. */
async function roleIn(
  { db }: Services,
  { userId, schoolId }: { userId: number; schoolId: number },
): Promise<number | undefined> {
  const role = await db
    .selectFrom('user_role')
    .select('id')
    .where('user_id', '=', userId)
    .where('school_id', '=', schoolId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return role?.id
}

const problemOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 200)

async function tryOidc(services: Services): Promise<string> {
  const settings = await oidcSettings(services)
  const { label: provider } = settings
  if (!settings.enabled) throw new AppError('PROVIDER_OFF', { provider })
  try {
    const found = (await discoverProvider(settings)).serverMetadata()
    return `已连通，签发者 ${found.issuer}`
  } catch (error) {
    const problem = `取不到签发者的配置（${problemOf(error)}），请核对签发者地址与网络`
    throw new AppError('PROVIDER_FAILED', { provider, problem }).withCause(error)
  }
}

async function tryDirectory(
  { db }: Services,
  { account = '', password = '' }: { account?: string; password?: string },
): Promise<string> {
  const settings = await ldapSettings(db)
  const { label: provider } = settings
  if (!settings.enabled) throw new AppError('PROVIDER_OFF', { provider })
  const name = nameOf(settings, account)
  const isPerson = account !== '' && password !== ''
  try {
    // Without somebody's password, as nobody: many directories refuse that, and have answered then.
    await withDirectory(settings, (client) =>
      client.bind(isPerson ? name : '', isPerson ? password : ''),
    )
    return isPerson ? `已连通，以 ${name} 登录成功` : '已连通目录服务器'
  } catch (error) {
    const hasAnswered = error instanceof Error && /Code: 0x/.test(error.message)
    if (hasAnswered && !isPerson) return '已连通目录服务器（不允许匿名登录）'
    const problem =
      error instanceof InvalidCredentialsError
        ? `目录不接受 ${name} 的密码，请核对用户名模板与密码`
        : `连接不上目录服务器（${problemOf(error)}），请核对地址、端口与证书`
    throw new AppError('PROVIDER_FAILED', { provider, problem }).withCause(error)
  }
}
