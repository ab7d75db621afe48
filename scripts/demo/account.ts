import { type Caller, CallError, createCaller } from '@hengjuan/client'
import { changePassword, type InputOf, login, type ReplyOf, type Route } from '@hengjuan/contracts'

export const DEMO_PASSWORD = 'mingde-2026'

/** How long a call is tried again while the server is away. */
const AWAY_MS = 300_000

/** A signed-in person, as seen by a program. */
export interface Account {
  user: ReplyOf<typeof login>
  call: Caller['call']
  /** What a request has to carry to be this person's, as headers. */
  credentials(): Record<string, string>
  /** The image behind a signed address. */
  image(address: string): Promise<Uint8Array>
}

/**
 * Signs in and keeps the cookies. Calls are tried again while the server is away, as the portal's outbox
 * does; the calls themselves make that safe.
 */
export async function signIn(
  server: () => string,
  account: string,
  password = DEMO_PASSWORD,
): Promise<Account> {
  const cookies = new Map<string, string>()
  const cookieLine = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const csrfToken = () => cookies.get('hj_csrf') ?? ''
  const withCookies = async (path: string, init?: RequestInit): Promise<Response> => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', cookieLine())
    const response = await fetch(`${server()}${path}`, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    return response
  }
  const caller = createCaller({
    baseUrl: '',
    fetch: (path, init) => withCookies(path as string, init),
    csrfToken,
  })
  const call: Caller['call'] = <R extends Route>(
    route: R,
    input: InputOf<R>,
    extra?: Parameters<Caller['call']>[2],
  ) => persistently(() => caller.call(route, input, extra))
  const user = await call(login, { body: { account, password } })
  return {
    user,
    call,
    credentials: () => ({ cookie: cookieLine(), 'x-csrf-token': csrfToken() }),
    image: (address) =>
      persistently(async () => {
        const away = (cause: unknown): never => {
          throw new CallError({ status: 0, code: 'OFFLINE', message: address, cause })
        }
        const response = await withCookies(address).catch(away)
        if (!response.ok) throw new Error(`image ${address}: ${response.status}`)
        // A server that is killed may have sent half a picture.
        return new Uint8Array(await response.arrayBuffer().catch(away))
      }),
  }
}

/** Makes an account somebody's own, as its owner does: an initial password opens nothing but the change of it. */
export async function ownAccount(
  server: () => string,
  account: string,
  initialPassword: string | null,
): Promise<void> {
  const owner = await signIn(server, account, initialPassword ?? '')
  const body = { password: initialPassword ?? '', new_password: DEMO_PASSWORD }
  await owner.call(changePassword, { body })
}

async function persistently<T>(attempt: () => Promise<T>): Promise<T> {
  const end = Date.now() + AWAY_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const away = error instanceof CallError && error.code === 'OFFLINE'
      if (!away || Date.now() > end) throw error
      await new Promise((resume) => setTimeout(resume, 150))
    }
  }
}
