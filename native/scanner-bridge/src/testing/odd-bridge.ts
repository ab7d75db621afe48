/**
 * A bridge that breaks the protocol, for tests of the supervisor. The scenario is its argument; up to the
 * breach it answers as a good bridge would, with one page a sheet.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import path from 'node:path'
import { LineReader, lineOf } from '../protocol/line-channel.ts'

const scenario = process.argv[2] ?? ''
const channel = new Socket({ fd: 3 })
const send = (message: unknown) => channel.write(lineOf(message))
const applied = { source: 'feeder', dpi: 200, mode: 'gray' }

interface Request {
  id: number
  cmd: string
  job: string
  dir: string
}

const reader = new LineReader(
  (value) => {
    const request = value as Request
    const { id, cmd } = request
    if (cmd === 'hello')
      send({ id, ok: true, res: { proto: scenario === 'version' ? 9 : 1, arch: '', pid: 1 } })
    else if (cmd === 'open' && scenario === 'odd-answer')
      send({ id, ok: true, res: { applied: 7 } })
    else if (cmd === 'open' && scenario === 'no-answer') return
    else if (cmd === 'open')
      send({ id, ok: true, res: { applied, warnings: [], more: 'from a newer one' } })
    else {
      send({ id, ok: true, res: {} })
      if (cmd === 'scan') scan(request)
    }
  },
  () => undefined,
)
channel.on('data', (chunk) => reader.push(chunk))
channel.on('close', () => process.exit(0))
if (scenario !== 'silent') setInterval(() => send({ event: 'beat', newer: true }), 50)

function page(request: Request, seq: number, change: object = {}): void {
  const content = Buffer.from(`page ${seq}`)
  const file = `${String(seq).padStart(6, '0')}-1.pnm`
  mkdirSync(request.dir, { recursive: true })
  if (scenario !== 'missing-file' || seq < 2) writeFileSync(path.join(request.dir, file), content)
  if (scenario === 'short-file' && seq === 2) writeFileSync(path.join(request.dir, file), 'pa')
  const wrong = scenario === 'wrong-hash' && seq === 2
  send({
    event: 'page',
    job: request.job,
    seq,
    sheet: seq,
    side: 'front',
    file,
    format: 'pnm',
    width: 1,
    height: 1,
    dpi: 200,
    bytes: content.length,
    sha256: createHash('sha256')
      .update(wrong ? 'other' : content)
      .digest('hex'),
    ...change,
  })
}

function done(request: Request, sheets: number): void {
  send({ event: 'done', job: request.job, reason: 'feeder-empty', sheets, images: sheets })
}

function scan(request: Request): void {
  page(request, 1)
  switch (scenario) {
    case 'garbage':
      channel.write('this is not JSON\n')
      break
    case 'giant':
      channel.write('x'.repeat(2 ** 21))
      break
    case 'unknown-event':
      send({ event: 'surprise' })
      break
    case 'twice':
      page(request, 1)
      break
    case 'gap':
      page(request, 3)
      break
    case 'escape':
      page(request, 2, { file: '../../000002-1.pnm' })
      break
    case 'wrong-sheet':
      page(request, 2, { sheet: 5 })
      break
    case 'miscounted':
      done(request, 2)
      break
    case 'death':
      page(request, 2)
      process.kill(process.pid, 'SIGKILL')
      break
    case 'other-job':
      page({ ...request, job: 'other' }, 2, { job: 'other' })
      done(request, 1)
      break
    case 'done-twice':
      done(request, 1)
      done(request, 1)
      page(request, 2)
      break
    case 'freeze':
      for (;;);
    default:
      page(request, 2)
      done(request, 2)
  }
}
