import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '@hengjuan/domain'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../../../services.ts'
import { findReaderOfToken, type ReaderRow } from './reader.query.ts'

/** By which a token is known in a log or a script that should not hold one. */
const PREFIX = 'hjr_'

/** A new token: shown once, kept only as its hash. */
export function newToken(): { token: string; hash: string } {
  const token = PREFIX + randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The reader that calls. @throws AppError SECOND_READER_TOKEN_INVALID */
export async function callingReader({ db }: Services, request: FastifyRequest): Promise<ReaderRow> {
  const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
  const reader =
    scheme?.toLowerCase() === 'bearer' && token.startsWith(PREFIX)
      ? await findReaderOfToken(db, hashOf(token))
      : undefined
  if (!reader) throw new AppError('SECOND_READER_TOKEN_INVALID')
  return reader
}
