import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { TLSSocket } from 'node:tls'
import { ScanError } from '../../protocol/scan-error.ts'

export interface EsclReply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A device that says nothing at all for this long is gone. */
const SOCKET_TIMEOUT_MS = 30_000
/** No session is taken up again: every connection shows its certificate. */
const agent = new Agent({ keepAlive: true, maxCachedSessions: 0 })

type EsclRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  body?: string
  signal?: AbortSignal
  certificate?: string | null
  onCertificate?: (sha256: string) => void
  onBytes?: () => void
  /** Its answer is there only once, so a request whose fate is unknown is not sent again. */
  isOnce?: boolean
}

/**
 * One request to a scanner. Scanners sign their certificates themselves, so nobody vouches for them; what
 * can be told is whether it is the one that was seen before.
 *
 * Scanners close connections that are idle, or are switched off and on between two stacks. A request that meets
 * such a connection is sent once more, over a new one.
 *
 * @param certificate SHA-256 that a secure device has to show, hexadecimal; null for the first visit
 * @param onCertificate called with the one that it shows
 * @param onBytes called while the answer comes in
 * @throws ScanError OFFLINE without an answer, IO_ERROR when it is cut in the middle, CERTIFICATE_CHANGED
 */
export async function esclRequest(url: URL, options: EsclRequest): Promise<EsclReply> {
  try {
    return await send(url, options, true)
  } catch (error) {
    if (options.isOnce || !(error instanceof ClosedMeanwhile)) throw error
    return await send(url, options, false)
  }
}

/** The device had closed the connection when the request went out on it. */
class ClosedMeanwhile extends ScanError {}

const isClosed = (error: NodeJS.ErrnoException) =>
  error.code === 'ECONNRESET' || error.code === 'EPIPE'

/** @param mayReuse whether a connection of an earlier request is good enough */
function send(url: URL, options: EsclRequest, mayReuse: boolean): Promise<EsclReply> {
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const lost = (error: Error) => {
      if (error instanceof ScanError) return reject(error)
      const Kind = request.reusedSocket && isClosed(error) ? ClosedMeanwhile : ScanError
      const said = `${options.method} ${url.href}: ${error.message}`
      reject(new Kind('OFFLINE', said, { cause: error }))
    }
    const request = (isSecure ? httpsRequest : httpRequest)(
      url,
      {
        method: options.method,
        timeout: SOCKET_TIMEOUT_MS,
        ...(options.signal ? { signal: options.signal } : {}),
        ...(isSecure ? { rejectUnauthorized: false } : {}),
        ...agentOf(isSecure, mayReuse),
        ...(options.body === undefined
          ? {}
          : {
              headers: {
                'content-type': 'text/xml',
                'content-length': Buffer.byteLength(options.body),
              },
            }),
      },
      (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => {
          pieces.push(piece)
          options.onBytes?.()
        })
        response.on('error', (error) =>
          reject(
            new ScanError('IO_ERROR', `the answer was cut: ${error.message}`, { cause: error }),
          ),
        )
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces),
          }),
        )
      },
    )
    if (isSecure) checkCertificate(request, options.certificate ?? null, options.onCertificate)
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', lost)
    request.end(options.body)
  })
}

function agentOf(isSecure: boolean, mayReuse: boolean) {
  if (!mayReuse) return { agent: false as const }
  return isSecure ? { agent } : {}
}

/** Ends a request whose device shows another certificate than the one that is known. */
function checkCertificate(
  request: ClientRequest,
  expected: string | null,
  onCertificate?: (sha256: string) => void,
): void {
  request.once('socket', (socket) => {
    if (!(socket instanceof TLSSocket)) return
    const check = () => {
      const shown = socket.getPeerCertificate().fingerprint256?.replaceAll(':', '').toLowerCase()
      if (shown === undefined || (expected !== null && shown !== expected))
        request.destroy(
          new ScanError('CERTIFICATE_CHANGED', `shows ${shown ?? 'no certificate'}`, {
            sheetState: 'not-fed',
          }),
        )
      else onCertificate?.(shown)
    }
    if (request.reusedSocket) check()
    else socket.once('secureConnect', check)
  })
}
