import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { Route } from '@hengjuan/contracts'
import Fastify, { type FastifyInstance } from 'fastify'
import { features } from './features/index.ts'
import { installCompression } from './http/compression.ts'
import { installErrors, installNotFound } from './http/errors.ts'
import { inputValidator } from './http/input-validator.ts'
import { servePortal } from './http/portal.ts'
import { replySerializer } from './http/reply-serializer.ts'
import { logStream } from './http/log-stream.ts'
import { newRequestId } from './http/request-id.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { Services } from './services.ts'

/** The largest JSON or form body; sheet containers and uploaded files have limits of their own. */
const BODY_LIMIT = 8 * 2 ** 20

/** The application with every call registered. `main` listens with it, tests inject into it. */
export async function buildApp(
  services: Services,
): Promise<{ app: FastifyInstance; routes: Route[] }> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    // The specification writes some addresses with a slash at their end: each is answered with and without.
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: services.config.trustProxy,
    genReqId: () => newRequestId(),
    // A logger for each request costs even where nothing is written.
    childLoggerFactory: (logger, bindings, options) =>
      logger.level === 'silent' ? logger : logger.child(bindings, options),
    // Live pages hold connections that never end by themselves.
    forceCloseConnections: true,
    logger: {
      level: services.config.logLevel,
      stream: logStream(),
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
  const headers = securityHeaders({
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
        // Neither a base nor the target of a form falls back to the default.
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: services.config.secureCookies,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    // Browsers take it from HTTPS only, and complain of it elsewhere.
    crossOriginOpenerPolicy: services.config.secureCookies,
  })
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    // Names and scores stay in no cache, of the browser or on the way; files say what holds for them.
    void reply.header('cache-control', 'no-store')
    done()
  })
  installCompression(app)
  await app.register(cookie)
  await app.register(formbody)
  app.addContentTypeParser('application/octet-stream', (_request, payload, parsed) =>
    parsed(null, payload),
  )

  const routes: Route[] = []
  for (const register of features) register({ app, services, routes })
  installNotFound(app, await servePortal(app, services.config.webDir))
  return { app, routes }
}
