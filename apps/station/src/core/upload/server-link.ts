import { type InputOf, login, logout, type ReplyOf, type Route } from '@hengjuan/contracts'
import { CallError, type CallOptions, createCaller } from '@hengjuan/client'
import { StationError } from '../../bridge/station-error.ts'
import { forgetOperator, rememberOperator, signInOffline } from '../account/offline-sign-in.ts'
import type { StationContext } from '../context.ts'
import { dropSetting, findSetting, putSetting } from '../store/settings.store.ts'
import { backOffMs } from './back-off.ts'
import { endsSession, isPassing, offline } from './call-failure.ts'

export interface SignedIn {
  account: string
  name: string
  school_name: string
  /** `name=value` of the session cookie. */
  cookie: string
  csrf_token: string
  /** The server said 401: the person is known, the session is over. */
  is_over: boolean
  /** Let in by the station alone; the server has yet to say so. */
  is_offline?: boolean
}

const SESSION = 'session'
const CALL_TIMEOUT_MS = 30_000

/** The station's line to the server: session, reachability, and one pause for all after a failure. */
export class ServerLink {
  readonly baseUrl: string
  private readonly station: StationContext
  private readonly fetch: typeof globalThis.fetch
  private readonly caller: ReturnType<typeof createCaller>
  private failures = 0
  private resumeAt = 0
  /** Server's clock minus this computer's, in milliseconds; null until it has answered. */
  private clockAheadMs: number | null = null
  /** Of somebody let in without the server, to be shown to it; never written down. */
  private unproven: { account: string; password: string } | null = null
  /** Chinese, why the last call did not get through; empty while the server answers. */
  note = ''

  constructor(station: StationContext, baseUrl: string, send = globalThis.fetch) {
    this.station = station
    this.baseUrl = baseUrl.replace(/\/+$/, '')
    this.fetch = async (address, init) => {
      // A body that is made while it is sent; the option is missing from the types of the DOM.
      const isStream = init?.body instanceof ReadableStream
      const options = (isStream ? { ...init, duplex: 'half' } : init) as RequestInit
      const response = await send(address, options)
      this.noteClock(response)
      return response
    }
    this.caller = createCaller({
      baseUrl: this.baseUrl,
      fetch: this.fetch,
      csrfToken: () => this.session?.csrf_token ?? '',
      headers: (): Record<string, string> => (this.session ? { cookie: this.session.cookie } : {}),
    })
  }

  get session(): SignedIn | null {
    return findSetting<SignedIn>(this.station.db, SESSION)
  }

  /** With a session that the server takes, as far as is known. */
  get isSignedIn(): boolean {
    const { session } = this
    return session !== null && !session.is_over && session.is_offline !== true
  }

  /** Somebody works here whom the server has not seen yet. */
  get isUnproven(): boolean {
    const { session } = this
    return session !== null && !session.is_over && session.is_offline === true
  }

  get isReachable(): boolean {
    return this.failures === 0
  }

  /** Milliseconds until the next try makes sense; 0 when one may be made now. */
  get pauseMs(): number {
    return Math.max(0, this.resumeAt - performance.now())
  }

  /** Milliseconds since 1970 by the server's clock; null until it has answered since the start. */
  get serverNow(): number | null {
    return this.clockAheadMs === null ? null : Date.now() + this.clockAheadMs
  }

  /** The next try is made now, whatever was planned. */
  retryNow(): void {
    this.resumeAt = 0
  }

  /**
   * Calls the server with the kept session.
   *
   * @throws CallError; a lost connection and a lost session are noted before
   */
  async call<R extends Route>(
    route: R,
    input: InputOf<R>,
    extra: CallOptions & { timeoutMs?: number } = {},
  ): Promise<ReplyOf<R>> {
    const { timeoutMs = CALL_TIMEOUT_MS, ...rest } = extra
    const cookie = this.session?.cookie
    try {
      const reply = await within(timeoutMs, (signal) =>
        this.caller.call(route, input, { ...rest, signal }),
      )
      this.noteSuccess()
      return reply
    } catch (error) {
      // An answer cut off in the middle is no answer.
      const failure = error instanceof CallError ? error : offline(error)
      this.noteFailure(failure, cookie)
      throw failure
    }
  }

  /**
   * Signs in at the server or, without it, as somebody who was here lately.
   *
   * @throws StationError in the server's own words, or why it does not go without the server
   */
  async signIn(account: string, password: string): Promise<void> {
    try {
      this.startSession(await this.askToSignIn(account, password))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!isPassing(error)) {
        await forgetOperator(this.station.db, account, password)
        throw new StationError(error.code, error.message, { cause: error })
      }
      await this.signInHere(account, password)
    }
  }

  /** Shows the server who works here, once it is back. */
  async prove(): Promise<void> {
    const { session, unproven } = this
    if (session?.is_offline !== true || session.is_over) return
    if (unproven?.account !== session.account) return this.endSession(session, SIGN_IN_AGAIN)
    try {
      const proven = await this.askToSignIn(unproven.account, unproven.password)
      // Whoever signed out or in meanwhile stays so.
      if (!this.isStill(session)) return
      this.startSession(proven)
      this.station.changed()
    } catch (error) {
      if (error instanceof CallError && isPassing(error)) return this.noteFailure(error, undefined)
      this.unproven = null
      this.noteSuccess()
      this.endSession(session, error instanceof Error ? error.message : SIGN_IN_AGAIN)
      if (error instanceof CallError)
        await forgetOperator(this.station.db, unproven.account, unproven.password)
    }
  }

  /** Forgets the person on this station; the server is told when it can be reached. */
  async signOut(): Promise<void> {
    const before = this.session
    if (this.isSignedIn) await this.call(logout, {}).catch(() => null)
    // Somebody else may have signed in while the server was being told.
    if (!this.isStill(before)) return
    this.unproven = null
    dropSetting(this.station.db, SESSION)
    this.station.changed()
  }

  private async askToSignIn(account: string, password: string): Promise<SignedIn> {
    let cookie = ''
    const caller = createCaller({
      baseUrl: this.baseUrl,
      csrfToken: () => '',
      fetch: async (...request) => {
        const response = await this.fetch(...request)
        cookie = sessionCookieOf(response)
        return response
      },
    })
    const user = await within(CALL_TIMEOUT_MS, (signal) =>
      caller.call(login, { body: { account, password } }, { signal }),
    ).catch((error: unknown) => {
      throw error instanceof CallError ? error : offline(error)
    })
    if (!user.permissions.includes('scan.operate'))
      throw new StationError(
        'NOT_ALLOWED',
        `「${user.current_role.role_name}」不能扫描，请用扫描员账号登录，或请管理员授权`,
      )
    const operator = { account, name: user.user_name, school_name: user.school_name ?? '' }
    const { db } = this.station
    await rememberOperator(db, operator, password, Date.parse(this.station.now()))
    return { ...operator, cookie, csrf_token: user.csrf_token, is_over: false }
  }

  private startSession(session: SignedIn): void {
    putSetting(this.station.db, SESSION, session)
    this.unproven = null
    this.noteSuccess()
  }

  private async signInHere(account: string, password: string): Promise<void> {
    const { db } = this.station
    const now = Date.parse(this.station.now())
    const operator = await signInOffline(db, account, password, now)
    const kept = this.session
    // The same person with a session that the server has not ended: it goes on with that.
    if (kept?.account !== account || kept.is_over || kept.is_offline === true)
      putSetting(db, SESSION, {
        ...operator,
        cookie: '',
        csrf_token: '',
        is_over: false,
        is_offline: true,
      })
    this.unproven = { account, password }
    this.noteFailure(offline(undefined), undefined)
  }

  private isStill(before: SignedIn | null): boolean {
    const { session } = this
    return (
      session?.account === before?.account &&
      session?.cookie === before?.cookie &&
      session?.is_offline === before?.is_offline
    )
  }

  private endSession(session: SignedIn, note: string): void {
    if (!this.isStill(session)) return
    putSetting(this.station.db, SESSION, { ...session, is_over: true })
    this.note = note
    this.station.changed()
  }

  private noteClock(response: Response): void {
    const at = Date.parse(response.headers.get('date') ?? '')
    if (!Number.isNaN(at)) this.clockAheadMs = at - Date.now()
  }

  private noteSuccess(): void {
    const was = this.failures
    this.failures = 0
    this.resumeAt = 0
    this.note = ''
    if (was > 0) this.station.changed()
  }

  private noteFailure(error: CallError, cookie: string | undefined): void {
    const { session } = this
    // A sign-in that happened meanwhile is not ended by the old session's answer.
    if (endsSession(error) && session && session.cookie === cookie && !session.is_over) {
      putSetting(this.station.db, SESSION, { ...session, is_over: true })
      this.station.changed()
    }
    if (!isPassing(error)) {
      // It answered, so it is there.
      this.noteSuccess()
      return
    }
    this.failures++
    this.note =
      error.status === 0 ? '连不上服务器，已扫的内容都在本机，恢复后自动补传' : error.message
    this.resumeAt = performance.now() + backOffMs(this.failures, Math.random())
    if (this.failures === 1) this.station.changed()
  }
}

const SIGN_IN_AGAIN = '网络已恢复，请登录一次，已扫的内容会自动上传'

/** Ends work that takes too long, an answer that never ends included. */
async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(new DOMException('no answer', 'TimeoutError')), ms)
  try {
    return await work(abort.signal)
  } finally {
    clearTimeout(timer)
  }
}

function sessionCookieOf(response: Response): string {
  const found = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .find((cookie) => /^(__Host-)?hj_session=/.test(cookie))
  return found ?? ''
}
