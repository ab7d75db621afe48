import {
  type Envelope,
  type ErrorEnvelope,
  type InputOf,
  jobFile,
  jobGet,
  type ReplyOf,
  type Route,
} from '@hengjuan/contracts'
import { errorMessage } from '@hengjuan/domain'
import { CallError } from './call-error.ts'

export interface CallerOptions {
  /** Empty in the browser (same origin), `http://host:port` elsewhere. */
  baseUrl: string
  fetch?: typeof globalThis.fetch
  /** Cookies and headers of a client that is not a browser. */
  headers?: () => Record<string, string>
  /** The value to send against cross-site requests. */
  csrfToken: () => string
  /**
   * Taken when a call begins, and asked once where its token was refused: the token of a session that the same
   * person, in the same role, began elsewhere since; null where there is none. May throw `CallError`.
   */
  tokenRenewal?: () => () => Promise<string | null>
  /** A session ended under our feet (401). */
  onSessionEnd?: () => void
}

export interface CallOptions {
  signal?: AbortSignal
  /** Sent although the page is being left. The body may have 64 KB at most. */
  keepalive?: boolean
  /** Raw body for calls whose body is bytes or multipart. */
  payload?: BodyInit
  headers?: Record<string, string>
}

export interface DownloadOptions extends CallOptions {
  /** Hears of every part: bytes so far, and of how many; null where the server does not say. */
  onProgress?: (loaded: number, total: number | null) => void
  /** Hears how far a file is that the server makes beside the call, from when it is known to be one. */
  onStep?: (step: string) => void
}

/** Files that are made beside a call are asked for so often. */
const STEP_MS = 1000

/** The only call whose 401 does not end the session. @source specification, section 8 */
const VOTE_PATH = '/v1/help_center/video/vote'

/** Makes `call(route, input)`: sends, unwraps the envelope, throws `CallError`. */
export function createCaller(options: CallerOptions) {
  const send = options.fetch ?? globalThis.fetch

  /** Sends, and once more where only the token against cross-site requests was of a session that is no more. */
  async function request(
    route: Route,
    input: Record<string, unknown>,
    extra: CallOptions,
  ): Promise<Response> {
    const renew = options.tokenRenewal?.()
    const response = await sendOnce(route, input, extra, options.csrfToken())
    if (!renew || !(await isTokenRefused(response))) return response
    const token = await renew()
    return token === null ? response : sendOnce(route, input, extra, token)
  }

  async function sendOnce(
    route: Route,
    input: Record<string, unknown>,
    extra: CallOptions,
    csrfToken: string,
  ): Promise<Response> {
    const unsafe = route.method !== 'GET'
    const { body, contentType } = encodeBody(route, input['body'], extra.payload)
    try {
      return await send(options.baseUrl + addressOf(route, input), {
        method: route.method,
        credentials: 'same-origin',
        headers: {
          accept: 'application/json',
          ...(contentType ? { 'content-type': contentType } : {}),
          ...(unsafe ? { 'x-csrf-token': csrfToken } : {}),
          ...options.headers?.(),
          ...extra.headers,
        },
        ...(body === undefined ? {} : { body }),
        ...(extra.signal ? { signal: extra.signal } : {}),
        ...(extra.keepalive ? { keepalive: true } : {}),
      })
    } catch (cause) {
      throw broken(cause)
    }
  }

  async function refuse(route: Route, response: Response): Promise<never> {
    const reply = (await response.json().catch(() => null)) as Partial<ErrorEnvelope> | null
    if (response.status === 401 && route.path !== VOTE_PATH && route.access.kind !== 'anyone')
      options.onSessionEnd?.()
    const retryAfterMs = retryAfterOf(response)
    throw new CallError({
      status: response.status,
      ...(reply?.error
        ? { code: reply.error, message: reply.msg ?? unexplained(response) }
        : response.status === 429
          ? tooMany(retryAfterMs)
          : { code: 'INTERNAL', message: unexplained(response) }),
      retryAfterMs,
      facts: reply?.facts ?? {},
      fields: reply?.fields ?? [],
      requestId: reply?.request_id ?? '',
    })
  }

  async function call<R extends Route>(
    route: R,
    input: InputOf<R>,
    extra: CallOptions = {},
  ): Promise<ReplyOf<R>> {
    const response = await request(route, input as Record<string, unknown>, extra)
    if (!response.ok) return refuse(route, response)
    const envelope = (await bodyOf(() => response.json())) as Envelope
    return envelope.data as ReplyOf<R>
  }

  /** For calls that answer a file: the bytes and the name that the server gave it. */
  async function download<R extends Route>(
    route: R,
    input: InputOf<R>,
    extra: DownloadOptions = {},
  ): Promise<{ blob: Blob; fileName: string }> {
    const response = await request(route, input as Record<string, unknown>, extra)
    if (!response.ok) return refuse(route, response)
    if (response.status === 202) {
      const { data } = (await bodyOf(() => response.json())) as { data: { job_id: string } }
      return fileOfJob(data.job_id, extra)
    }
    const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')
    return {
      blob: await bodyOf(() => bytesOf(response, extra.onProgress)),
      fileName: name?.[1] ? decodeURIComponent(name[1]) : 'download',
    }
  }

  /** The file of a job, as soon as it is made. @throws CallError JOB_FAILED where it ended without one */
  async function fileOfJob(
    jobId: string,
    extra: DownloadOptions = {},
  ): Promise<{ blob: Blob; fileName: string }> {
    const query = { job_id: jobId }
    for (;;) {
      const { state, step, message } = await call(jobGet, { query }, extra)
      if (state === 'done') return download(jobFile, { query }, extra)
      if (state === 'failed' || state === 'cancelled')
        throw new CallError({
          status: 0,
          code: 'JOB_FAILED',
          message: message || '后台任务没有完成，请重试',
        })
      extra.onStep?.(step || '排队中')
      await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    }
  }

  /** The address of a GET call, for `<img>`, `EventSource` and links. */
  const address = <R extends Route>(route: R, input: InputOf<R>): string =>
    options.baseUrl + addressOf(route, input as Record<string, unknown>)

  return { call, download, fileOfJob, address }
}

export type Caller = ReturnType<typeof createCaller>

const unexplained = ({ status }: Response): string => `服务器没有给出说明（${status}），请稍后重试`

/** What stands before a server counts requests, and has no words of ours. */
function tooMany(retryAfterMs: number | null): Pick<CallError, 'code' | 'message'> {
  const seconds = Math.ceil((retryAfterMs ?? 10_000) / 1000)
  return { code: 'TOO_MANY_REQUESTS', message: errorMessage('TOO_MANY_REQUESTS', { seconds }) }
}

/** The head says it in seconds or as a time. */
function retryAfterOf({ headers }: Response): number | null {
  const said = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(said)) return Number(said) * 1000
  const at = Date.parse(said)
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now())
}

/** Reads a copy: whoever tells of the refusal reads the reply itself. */
async function isTokenRefused(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const reply = (await response
    .clone()
    .json()
    .catch(() => null)) as Partial<ErrorEnvelope> | null
  return reply?.error === 'CSRF_FAILED'
}

/**
 * A body of which only a part came: the server ended after the head of its reply, so nobody knows whether
 * the call was carried out, just as when no reply came. @throws CallError OFFLINE, CANCELLED
 */
async function bodyOf<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    // What came whole and is not JSON is not the network's fault.
    throw cause instanceof SyntaxError ? cause : broken(cause)
  }
}

async function bytesOf(
  response: Response,
  onProgress: DownloadOptions['onProgress'],
): Promise<Blob> {
  if (!onProgress || !response.body) return response.blob()
  const { headers } = response
  // Of what is packed for the way, the length is not that of the file.
  const length = headers.has('content-encoding') ? null : headers.get('content-length')
  const total = length === null ? null : Number(length)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let loaded = 0
  for await (const part of response.body) {
    parts.push(part)
    loaded += part.length
    onProgress(loaded, total)
  }
  return new Blob(parts, { type: headers.get('content-type') ?? '' })
}

function broken(cause: unknown): CallError {
  const cancelled = cause instanceof Error && cause.name === 'AbortError'
  return new CallError({
    status: 0,
    code: cancelled ? 'CANCELLED' : 'OFFLINE',
    message: cancelled
      ? '请求已取消'
      : '连不上服务器，请检查网络；网络正常的，请稍后重试或通知管理员',
    cause,
  })
}

function addressOf(route: Route, input: Record<string, unknown>): string {
  const params = (input['params'] ?? {}) as Record<string, unknown>
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((input['query'] ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

function encodeBody(
  route: Route,
  body: unknown,
  payload: BodyInit | undefined,
): { body?: BodyInit; contentType?: string } {
  switch (route.bodyKind ?? 'json') {
    case 'bytes':
      return payload === undefined ? {} : { body: payload, contentType: 'application/octet-stream' }
    case 'multipart':
      return payload === undefined ? {} : { body: payload }
    case 'form':
      return {
        body: new URLSearchParams(
          Object.entries((body ?? {}) as Record<string, unknown>)
            .filter(([, value]) => value !== undefined && value !== null)
            .flatMap(([name, value]) =>
              // Of a list, each value by itself under the name.
              (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
            ),
        ),
        contentType: 'application/x-www-form-urlencoded',
      }
    case 'json':
      return body === undefined
        ? {}
        : { body: JSON.stringify(body), contentType: 'application/json' }
  }
}
