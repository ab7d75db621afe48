import { type InputOf, login, logout, type ReplyOf, type Route } from '@hengjuan/contracts'
import { CallError, type CallOptions, createCaller } from '@hengjuan/client'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import { dropSetting, findSetting, putSetting } from '../store/settings.store.ts'
import { backOffMs } from './back-off.ts'

export interface SignedIn {
  account: string
  name: string
  school_name: string
  /** `name=value` of the session cookie. */
  cookie: string
  csrf_token: string
  /** The server said 401: the person is known, the session is over. */
  is_over: boolean
}

const SESSION = 'session'
const CALL_TIMEOUT_MS = 30_000

/** The station's line to the server: session, reachability, and one pause for all after a failure. */
export class ServerLink {
  readonly baseUrl: string
  private readonly station: StationContext
  private readonly caller: ReturnType<typeof createCaller>
  private failures = 0
  private resumeAt = 0
  /** Chinese, why the last call did not get through; empty while the server answers. */
  note = ''

  constructor(station: StationContext, baseUrl: string) {
    this.station = station
    this.baseUrl = baseUrl.replace(/\/+$/, '')
    this.caller = createCaller({
      baseUrl: this.baseUrl,
      csrfToken: () => this.session?.csrf_token ?? '',
      headers: (): Record<string, string> => (this.session ? { cookie: this.session.cookie } : {}),
    })
  }

  get session(): SignedIn | null {
    return findSetting<SignedIn>(this.station.db, SESSION)
  }

  get isSignedIn(): boolean {
    return this.session?.is_over === false
  }

  get isReachable(): boolean {
    return this.failures === 0
  }

  /** Milliseconds until the next try makes sense; 0 when one may be made now. */
  get pauseMs(): number {
    return Math.max(0, this.resumeAt - performance.now())
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
      const reply = await this.caller.call(route, input, {
        ...rest,
        signal: AbortSignal.timeout(timeoutMs),
      })
      this.noteSuccess()
      return reply
    } catch (error) {
      // An answer cut off in the middle is no answer.
      const failure = error instanceof CallError ? error : offline(error)
      this.noteFailure(failure, cookie)
      throw failure
    }
  }

  /** @throws StationError in the server's own words, or that it does not answer */
  async signIn(account: string, password: string): Promise<void> {
    let cookie = ''
    const caller = createCaller({
      baseUrl: this.baseUrl,
      csrfToken: () => '',
      fetch: async (...request) => {
        const response = await fetch(...request)
        cookie = sessionCookieOf(response)
        return response
      },
    })
    try {
      const user = await caller.call(
        login,
        { body: { account, password } },
        { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) },
      )
      if (!user.permissions.includes('scan.operate'))
        throw new StationError(
          'NOT_ALLOWED',
          `「${user.current_role.role_name}」不能扫描，请用扫描员账号登录，或请管理员授权`,
        )
      const session: SignedIn = {
        account,
        name: user.user_name,
        school_name: user.school_name ?? '',
        cookie,
        csrf_token: user.csrf_token,
        is_over: false,
      }
      putSetting(this.station.db, SESSION, session)
      this.noteSuccess()
    } catch (error) {
      throw this.signInError(error)
    }
  }

  /** Forgets the person on this station; the server is told when it can be reached. */
  async signOut(): Promise<void> {
    if (this.isSignedIn) await this.call(logout, {}).catch(() => null)
    dropSetting(this.station.db, SESSION)
    this.station.changed()
  }

  private signInError(error: unknown): unknown {
    if (error instanceof StationError) return error
    if (error instanceof CallError && error.status > 0)
      return new StationError(error.code, error.message, { cause: error })
    return new StationError(
      'OFFLINE',
      '连不上服务器，暂时不能登录；已扫的内容都在本机，请检查网络后重试',
      { cause: error },
    )
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

const offline = (cause: unknown): CallError =>
  new CallError({ status: 0, code: 'OFFLINE', message: '网络不通，请检查网络后重试', cause })

/** Worth trying again by itself: no answer, a busy or broken server, a full disk there. */
export const isPassing = (error: CallError): boolean =>
  error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500

/** A session that the server no longer takes: gone, or its token against cross-site calls replaced. */
export const endsSession = (error: CallError): boolean =>
  error.status === 401 || error.code === 'CSRF_FAILED'

function sessionCookieOf(response: Response): string {
  const found = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .find((cookie) => /^(__Host-)?hj_session=/.test(cookie))
  return found ?? ''
}
