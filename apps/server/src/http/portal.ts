import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves the built portal; addresses that are neither a call nor a file get its first page. */
export async function servePortal(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    setHeaders: (reply, path) => {
      // Vite names assets by their content, so they never change; the first page always may.
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  app.get('/*', (request, reply) =>
    request.url.startsWith('/v1/') || request.url.startsWith('/v2/')
      ? reply.callNotFound()
      : reply.sendFile('index.html'),
  )
}
