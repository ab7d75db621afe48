import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import type { Route } from '@hengjuan/contracts'
import Fastify, { type FastifyInstance } from 'fastify'
import { monotonicFactory } from 'ulid'
import { features } from './features/index.ts'
import { installErrors, installNotFound } from './http/errors.ts'
import { inputValidator } from './http/input-validator.ts'
import { servePortal } from './http/portal.ts'
import { replySerializer } from './http/reply-serializer.ts'
import type { Services } from './services.ts'

/** The largest JSON or form body; sheet containers have their own limit. */
const BODY_LIMIT = 8 * 2 ** 20
const UPLOAD_LIMIT = 32 * 2 ** 20

/** Asks for randomness once a millisecond, not for every letter of every request. */
const requestId = monotonicFactory()

/** The application with every call registered. `main` listens with it, tests inject into it. */
export async function buildApp(
  services: Services,
): Promise<{ app: FastifyInstance; routes: Route[] }> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: services.config.trustProxy,
    genReqId: () => requestId(),
    // Live pages hold connections that never end by themselves.
    forceCloseConnections: true,
    logger: {
      level: services.config.logLevel,
      // Paths without the query: it may carry names, numbers and signatures.
      serializers: {
        req: (request) => ({ method: request.method, path: request.url.split('?')[0] }),
        res: (reply) => ({ status: reply.statusCode }),
      },
    },
  })
  app.setValidatorCompiler(inputValidator)
  app.setSerializerCompiler(replySerializer)
  installErrors(app)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Blueprint and the charts set styles on elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'", 'data:'],
        workerSrc: ["'self'", 'blob:'],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    strictTransportSecurity: services.config.secureCookies,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
  })
  await app.register(cookie)
  await app.register(formbody)
  await app.register(multipart, { limits: { files: 1, fileSize: UPLOAD_LIMIT, fields: 20 } })
  app.addContentTypeParser('application/octet-stream', (_request, payload, parsed) =>
    parsed(null, payload),
  )

  const routes: Route[] = []
  for (const register of features) register({ app, services, routes })
  installNotFound(app, await servePortal(app, services.config.webDir))
  return { app, routes }
}
