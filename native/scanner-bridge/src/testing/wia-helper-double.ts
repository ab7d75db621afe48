/**
 * Speaks the lines of `native/wia-helper/wia-helper.ps1`, with a folder of pictures as its paper. The
 * second argument is what goes wrong: `constrained` from the start, or `code@image` such as `JAMMED@3`;
 * `die@3` ends the process, `garbage@3` says what is no JSON, `half@3` leaves half a picture.
 */
import { appendFileSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

const [folder = '.', trouble = ''] = process.argv.slice(2)
const [kind, at] = trouble.split('@')
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)

interface Request {
  id: number
  cmd: string
  file: string
  settings: { source: string; dpi: number; mode: string; tone?: { brightness: number } }
}

if (trouble === 'constrained') {
  say({
    event: 'fatal',
    code: 'ACCESS_DENIED',
    message: 'PowerShell runs in Constrained Language Mode',
  })
  process.exit(3)
}

const pages = readdirSync(folder)
  .filter((name) => /\.(png|jpg)$/.test(name))
  .toSorted()
let image = 0

const answers: Record<string, (request: Request) => unknown> = {
  list: () => [{ id: '{6BDD1FC6}\\0001', name: 'fi-7160', vendor: 'FUJITSU', serial: '' }],
  open: ({ settings }) => {
    writeFileSync(path.join(folder, 'opened.json'), JSON.stringify(settings))
    const { source, mode } = settings
    const warnings = settings.dpi === 240 ? [{ option: 'resolution', wanted: 240, got: 300 }] : []
    return { applied: { source, dpi: settings.dpi === 240 ? 300 : settings.dpi, mode }, warnings }
  },
  caps: () => ({
    sources: ['feeder', 'duplex'],
    modes: ['bw', 'gray', 'color'],
    dpi: [200, 300],
    maxArea: { widthMm: 216, heightMm: 356 },
    vendor: [],
  }),
  status: () => ({ feeder: image < pages.length ? 'loaded' : 'empty' }),
  begin: () => ({}),
  close: () => ({}),
  next: ({ id, file }) => {
    image++
    if (String(image) === at) {
      if (kind === 'die') process.exit(1)
      if (kind === 'garbage') process.stdout.write('WARNING: something\n')
      else if (kind !== 'half') {
        say({ id, ok: false, code: kind, message: 'as told' })
        return undefined
      }
    }
    const page = pages[image - 1]
    if (page === undefined) return { more: false }
    const whole = readFileSync(path.join(folder, page))
    if (kind === 'half' && String(image) === at) writeFileSync(file, whole.subarray(0, 40))
    else copyFileSync(path.join(folder, page), file)
    return { more: true }
  },
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line) as Request
  const answer = answers[request.cmd]
  if (!answer) return say({ id: request.id, ok: false, code: 'UNSUPPORTED', message: request.cmd })
  const res = answer(request)
  if (res !== undefined) say({ id: request.id, ok: true, res })
})
process.stdin.on('end', () => appendFileSync(path.join(folder, 'ended.txt'), 'ended\n'))
