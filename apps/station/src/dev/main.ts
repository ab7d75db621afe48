/**
 * The scanning station without Electron: the same core and the same screen, over HTTP on 127.0.0.1.
 *
 *     node apps/station/src/dev/main.ts --server http://127.0.0.1:8080 --data DIR [--port 8090]
 *       [--name 扫描站1] [--account operator --password …] [--poll-ms 500] [--stable-ms 700]
 *       [--settle-ms 3000] [--workers 2] [--screen apps/station/dist] [--key-folder DIR]
 *
 * It prints the address to open. Started with an IPC channel it sends `{ listening: port, token }`.
 * SIGTERM ends it after the pages under way; SIGKILL at any moment costs nothing.
 *
 * Programs call it with the header `authorization: Bearer <token>`. A call is
 * `POST /api/<name>` with a JSON object; it answers `{ data }`, or status 400 (a refusal) or 500 (a
 * bug) with `{ code, message }`, the message in Chinese. A whole run without a person:
 *
 *     POST /api/signIn       { account, password }                    -> state
 *     POST /api/listExams    {}                                       -> { exams: [{ exam_id, subjects: [...] }] }
 *     POST /api/openBatch    { exam_id, subject_id, label, folder }   -> batch (batch_id, counts)
 *     POST /api/batch        { batch_id }                             -> batch
 *     POST /api/closeBatch   { batch_id }                             -> batch, state `closing`
 *     POST /api/waitForBatch { batch_id, timeout_ms }                 -> batch, `closed` when the server agreed
 *     POST /api/listSheets   { batch_id, filter?, limit?, offset? }   -> { total, list }
 *     POST /api/state        {}                                       -> everything the screen shows
 *
 * With a scanner instead of a folder (`openBatch` without `folder`):
 *
 *     POST /api/listScanners { driver, address? }                     -> [{ device_id, device_name, profiles }]
 *     POST /api/openScanner  { driver, device_id, profile_id, ... }   -> state
 *     POST /api/startScan    { batch_id }                             -> state; `scanner` in it goes on changing
 *     POST /api/pauseScan, /api/stopScan, /api/closeScanner {}        -> state
 *
 * A stack of several subjects: `openBatch` with `is_mixed: true` or `more_subjects`. What stopped the
 * feeder, and what to do about it:
 *
 *     POST /api/setTrayPolicy { policy: 'stop' | 'collect' }          -> state
 *     POST /api/listTray     { batch_id }                             -> { items, rescanned }
 *     POST /api/settleTray   { batch_id, item_id, decision }          -> batch
 *     POST /api/rescanSheet, /api/restoreSheet { sheet_id }           -> batch
 *
 * `closeBatch` first takes every finished picture that lies in the folder, so a folder that is complete
 * may be closed at once. A batch that cannot be closed says why in `problem`. All calls and replies are
 * typed in `bridge/station-api.ts`. `GET /api/events` streams the state; pictures are at
 * `GET /api/pictures/<image_id>/page` and `/thumb`.
 */
import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { usualKeyFolder } from '../core/secrets/file-key-store.ts'
import { createStation } from '../core/station.ts'
import { serveStation } from './serve-station.ts'

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://127.0.0.1:8080' },
    data: { type: 'string', default: 'data/station' },
    port: { type: 'string', default: '8090' },
    name: { type: 'string' },
    account: { type: 'string' },
    password: { type: 'string' },
    workers: { type: 'string', default: '2' },
    'poll-ms': { type: 'string', default: '500' },
    'stable-ms': { type: 'string', default: '700' },
    'settle-ms': { type: 'string', default: '3000' },
    /** Of the key file, where the system keeps no keys; never the data folder. */
    'key-folder': { type: 'string', default: usualKeyFolder(homedir(), process.platform) },
    screen: { type: 'string', default: path.resolve(import.meta.dirname, '../../dist') },
  },
})

const log = (event: string, facts: object = {}): void =>
  console.error(JSON.stringify({ time: new Date().toISOString(), event, ...facts }))

const station = await createStation({
  dataDir: path.resolve(values.data),
  keyFolder: path.resolve(values['key-folder']),
  serverUrl: values.server,
  ...(values.name === undefined ? {} : { stationName: values.name }),
  workers: Number(values.workers),
  pollMs: Number(values['poll-ms']),
  stableMs: Number(values['stable-ms']),
  settleMs: Number(values['settle-ms']),
  log,
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

const token = randomBytes(24).toString('base64url')
const screenDir = path.resolve(values.screen)
const app = serveStation(station, { token, screenDir, log })
await app
  .listen({ host: '127.0.0.1', port: Number(values.port) })
  .catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    console.error(`端口 ${values.port} 已被占用，请用 --port 换一个端口。`)
    process.exit(1)
  })
const address = app.server.address()
const port = typeof address === 'object' && address ? address.port : 0
console.log(`扫描站：http://127.0.0.1:${port}/open?token=${token}`)

const { warning } = (await station.api.state({})).data_key
if (warning !== '') console.warn(`注意：${warning}`)

if (values.account !== undefined && values.password !== undefined)
  await station.api
    .signIn({ account: values.account, password: values.password })
    .catch((error: unknown) => console.error(error instanceof Error ? error.message : error))

process.send?.({ listening: port, token })

let stopping: Promise<void> | undefined
function stop(): void {
  stopping ??= app
    .close()
    .then(() => station.stop())
    .then(() => process.exit(0))
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
// A station that another program started ends with it.
process.once('disconnect', stop)
