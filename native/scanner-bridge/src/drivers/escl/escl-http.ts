import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { ScanError } from '../../protocol/scan-error.ts'

export interface EsclReply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A device that says nothing at all for this long is gone. */
const SOCKET_TIMEOUT_MS = 30_000

/**
 * One request to a scanner. Certificates are not checked: scanners sign their own, and there is nothing
 * to compare them with.
 *
 * @param onBytes called while the answer comes in
 * @throws ScanError OFFLINE without an answer, IO_ERROR when it is cut in the middle
 */
export function esclRequest(
  url: URL,
  options: {
    method: 'GET' | 'POST' | 'DELETE'
    body?: string
    signal?: AbortSignal
    onBytes?: () => void
  },
): Promise<EsclReply> {
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const lost = (error: Error) =>
      reject(
        new ScanError('OFFLINE', `${options.method} ${url.href}: ${error.message}`, {
          cause: error,
        }),
      )
    const request = (isSecure ? httpsRequest : httpRequest)(
      url,
      {
        method: options.method,
        timeout: SOCKET_TIMEOUT_MS,
        ...(options.signal ? { signal: options.signal } : {}),
        ...(isSecure ? { rejectUnauthorized: false } : {}),
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
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', lost)
    request.end(options.body)
  })
}
