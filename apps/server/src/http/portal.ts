import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Serves the files of the built portal. @returns whether an address is one of its pages */
export async function servePortal(
  app: FastifyInstance,
  folder: string,
): Promise<(request: FastifyRequest) => boolean> {
  if (!existsSync(folder)) return () => false
  await app.register(fastifyStatic, {
    root: folder,
    // Its own route reads the whole folder for each file, to refuse other spellings on file systems that allow them.
    serve: false,
    // The build wrote each text a second time, compressed.
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Vite names assets by their content, so they never change; the first page always may.
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    reply.sendFile(request.params['*'])
  })
  return isPage
}

/** Calls, documentation and files with an ending are not pages; everything else is one of the portal's. */
function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? ''
  const isCall = /^\/(v1|v2|docs|assets)\//.test(path)
  return method === 'GET' && !isCall && !/\.\w+$/.test(path)
}
