import { AppError, errorStatus, type FieldError } from '@hengjuan/domain'
import type { BodyKind, ErrorEnvelope } from '@hengjuan/contracts'
import { troubleOf } from '@hengjuan/db'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BODY_KINDS, UPLOAD_LIMIT } from './body-parts.ts'
import { NobodyWaits } from './caller.ts'
import { fieldErrors } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the body of a call arrives. */
    bodyKind?: BodyKind
  }
}

/** One shape for everything that is refused: code, Chinese sentence, facts, fields, tracking number. */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof NobodyWaits) return reply.status(CLIENT_CLOSED_REQUEST).send()
    const spoken = toAppError(error, request)
    if (spoken.code === 'INTERNAL') request.log.error({ err: error }, 'unexpected error')
    // Whoever looks after the server reads what to do.
    else if (isTrouble(spoken)) request.log.error({ err: spoken.cause }, spoken.message)
    else if (spoken.cause) request.log.warn({ err: spoken.cause }, spoken.code)
    return refuse(request, reply, spoken)
  })
}

/** What proxies write in their logs for a caller who left; it reaches nobody. */
const CLIENT_CLOSED_REQUEST = 499

/** Answers addresses that nobody serves: the portal's pages with its first page, all else with 404. */
export function installNotFound(
  app: FastifyInstance,
  isPage: (request: FastifyRequest) => boolean,
): void {
  app.setNotFoundHandler((request, reply) =>
    isPage(request)
      ? reply.sendFile('index.html')
      : refuse(request, reply, new AppError('ROUTE_NOT_FOUND')),
  )
}

function refuse(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const status = errorStatus[error.code]
  const body: ErrorEnvelope = {
    code: status,
    msg: error.message,
    data: null,
    error: error.code,
    facts: { ...error.facts },
    fields: error.details.map(({ path, message }: FieldError) => ({ path, msg: message })),
    request_id: request.id,
  }
  return reply.status(status).header('content-type', 'application/json; charset=utf-8').send(body)
}

const TROUBLES = {
  away: 'DATABASE_AWAY',
  full: 'STORAGE_FULL',
  failing: 'STORAGE_FAILED',
} as const

const isTrouble = ({ code }: AppError): boolean => Object.values<string>(TROUBLES).includes(code)

function toAppError(error: FastifyError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  const trouble = troubleOf(error)
  if (trouble) return new AppError(TROUBLES[trouble]).withCause(error)
  if (error.validation)
    return new AppError('INPUT_INVALID').withDetails(fieldErrors(error.validation))
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new AppError('PAYLOAD_TOO_LARGE', { limit: limitOf(request) })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('MEDIA_TYPE_UNSUPPORTED', {
        allowed: BODY_KINDS[request.routeOptions.config.bodyKind ?? 'json'],
      })
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('INPUT_INVALID')
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('INPUT_INVALID').withCause(error)
  return new AppError('INTERNAL', { trackingId: request.id })
}

/** What a body of this call may be, in megabytes. */
function limitOf({ routeOptions }: FastifyRequest): string {
  const isUpload = routeOptions.config.bodyKind === 'multipart'
  return isUpload ? UPLOAD_LIMIT : `${Math.floor((routeOptions.bodyLimit ?? 0) / 2 ** 20)} MB`
}
