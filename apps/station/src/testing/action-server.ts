/** What reached the double, in the order of arriving. */
interface SeenAction {
  id: string
  /** The kind of the change, or the call. */
  kind: string
  account: string
  body: { action_id: string; change?: { kind: string; undo_action_id?: string } }
}

/**
 * A TEST DOUBLE of the server as far as a station's decisions go: behind `fetch`, with sign-in, applying
 * every action once, and misbehaving as networks do.
 */
export class ActionServer {
  isAway = false
  /** So many answers are lost after the action was applied. */
  losesAnswers = 0
  /** Answers every action with it. */
  refusal: { code: string; message: string; status?: number } | null = null
  /** Every request that arrived. */
  readonly seen: SeenAction[] = []
  /** Every action that was applied. */
  readonly applied: SeenAction[] = []

  readonly fetch: typeof globalThis.fetch = async (address, init) => {
    if (this.isAway) throw new TypeError('fetch failed')
    const request = new Request(address, init)
    const { pathname } = new URL(request.url)
    const text = await request.text()
    if (pathname === '/v1/auth/login') return signedIn(new URLSearchParams(text).get('account'))
    if (!pathname.startsWith('/v1/client/')) return reply(200, null)
    const given = JSON.parse(text) as SeenAction['body'] & { action?: SeenAction['body'] }
    const body = given.action ?? given
    const cookie = new Headers(init?.headers).get('cookie') ?? ''
    const action: SeenAction = {
      id: body.action_id,
      kind: body.change?.kind ?? pathname.slice('/v1/client/'.length),
      account: /hj_session=(\w+)/.exec(cookie)?.[1] ?? '',
      body,
    }
    this.seen.push(action)
    if (this.refusal) {
      const { code, message, status = 409 } = this.refusal
      return new Response(
        JSON.stringify({ code: status, msg: message, data: null, error: code, facts: {} }),
        { status, headers: { 'content-type': 'application/json' } },
      )
    }
    if (!this.applied.some(({ id }) => id === action.id)) this.applied.push(action)
    if (this.losesAnswers > 0) {
      this.losesAnswers--
      throw new TypeError('connection reset')
    }
    return reply(200, {
      action_id: action.id,
      result: 'applied',
      decision_ids: [1],
      sheet_id: null,
      open: [],
      applied_at: '2026-11-21T10:00:00.000Z',
    })
  }
}

const reply = (status: number, data: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify({ code: status, msg: 'ok', data }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

const signedIn = (account: string | null): Response =>
  reply(
    200,
    {
      user_id: 1,
      user_name: account === 'operator' ? '周强' : '孙敏',
      school_name: '示范中学',
      permissions: ['scan.operate', 'exception.handle'],
      current_role: { role_name: '扫描员' },
      csrf_token: 'token',
    },
    { 'set-cookie': `hj_session=${account ?? ''}; Path=/; HttpOnly` },
  )
