import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openApiOf } from '../features/docs/index.ts'
import { openServices } from '../services.ts'

/** Writes the OpenAPI document of this build to `apps/server/openapi.json`. */
const dataDir = await mkdtemp(join(tmpdir(), 'hengjuan-openapi-'))
const services = await openServices(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
const { app, routes } = await buildApp(services)
await app.ready()
const target = resolve(import.meta.dirname, '../../openapi.json')
await writeFile(target, `${JSON.stringify(openApiOf(routes), null, 2)}\n`)
await app.close()
await services.db.destroy()
await rm(dataDir, { recursive: true })
console.log(`已写入 ${routes.length} 个接口：apps/server/openapi.json`)
