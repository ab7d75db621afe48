import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ServeApp } from '../../http/serve.ts'
import { openApiOf } from './openapi.ts'

export { openApiOf } from './openapi.ts'

const PAGE = `<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>衡卷 接口文档</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js" defer></script>
  </head>
  <body><div id="docs"></div></body>
</html>
`

const START = `SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#docs',
  filter: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  supportedSubmitMethods: ['get'],
})
`

const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
}

/** `/v1/openapi.json` and the page that browses it. Neither is a call of the specification. */
export function registerDocs({ app, routes }: ServeApp): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  app.get('/v1/openapi.json', () => openApiOf(routes))
  app.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
  app.get('/docs/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  )
  for (const [name, mime] of Object.entries(FILES))
    app.get(`/docs/${name}`, (_request, reply) =>
      reply.type(`${mime}; charset=utf-8`).send(createReadStream(join(folder, name))),
    )
}
