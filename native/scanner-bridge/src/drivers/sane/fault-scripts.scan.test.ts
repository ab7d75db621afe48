import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPnmHeader } from '../../picture/pnm.ts'
import { bridgeLaunch } from '../../supervisor/bridge-process.ts'
import { Scanner } from '../../supervisor/scanner.ts'
import { randomFrom } from '../../testing/random.ts'
import { buildFeeder, PaperFeeder, whyNoFeeder } from '../../testing/sane-feeder.ts'

const reason = whyNoFeeder()
if (reason !== null) console.warn(`skipped: ${reason}`)

/** `SCANNER_FAULT_SCRIPTS=500` runs them all, `SCANNER_FAULT_SEED=n` begins at another one. */
const SCRIPTS = Number(process.env['SCANNER_FAULT_SCRIPTS'] ?? 20)
const FIRST_SEED = Number(process.env['SCANNER_FAULT_SEED'] ?? 1)
const FAULTS = [
  'jam',
  'jam-late',
  'double-feed',
  'cover',
  'io',
  'short',
  'no-docs',
  'hang',
  'crash',
]
/** A slow page that is taken for a hang only costs another try, so this may be short. */
const TIMEOUTS = { feeding: 1500, reading: 1500 }
/** More presses of the start button than any script needs. */
const MAX_PRESSES = 60

/** What happens in one run, all of it from the seed. */
function makeScript(seed: number) {
  const random = randomFrom(seed)
  const upTo = (limit: number) => Math.floor(random() * limit)
  const sheets = 3 + upTo(6)
  const isDuplex = random() < 0.5
  const faults: string[] = []
  for (let count = upTo(5); count > 0; count--)
    faults.push(`${1 + upTo(sheets)} ${isDuplex ? 1 + upTo(2) : 1} ${FAULTS[upTo(FAULTS.length)]}`)
  return {
    sheets,
    isDuplex,
    faults,
    drawsAhead: random() < 0.3,
    ahead: 1 + upTo(3),
    channels: random() < 0.3 ? (3 as const) : (1 as const),
    /** What the station does on getting a sheet, each at most once. */
    pauseAt: random() < 0.3 ? 1 + upTo(sheets) : 0,
    stopAt: random() < 0.2 ? 1 + upTo(sheets) : 0,
    diskFullAt: random() < 0.2 ? 1 + upTo(sheets) : 0,
    random,
  }
}

describe.skipIf(reason !== null)('random faults', () => {
  let root: string
  let environment: Record<string, string>

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'fault-scripts-'))
    environment = await buildFeeder(root)
  })

  afterAll(() => rm(root, { recursive: true, force: true }))

  test.for(Array.from({ length: SCRIPTS }, (_, at) => FIRST_SEED + at))(
    'script %i: an operator who does what is said ends with every sheet, once, in order',
    { timeout: 120_000 },
    async (seed) => {
      const script = makeScript(seed)
      const feeder = new PaperFeeder(path.join(root, `paper-${seed}`))
      const size = { width: 60 + (seed % 7), height: 40, channels: script.channels }
      const truth = await feeder.fill(script.sheets, size)
      await feeder.faults(script.faults)
      if (script.drawsAhead) await feeder.drawsAhead()
      const scanner = new Scanner(
        {
          launch: bridgeLaunch(process.execPath, { ...environment, FEEDER_DIR: feeder.folder }),
          timeouts: TIMEOUTS,
        },
        { driver: 'sane', id: 'examfeed:feeder' },
        {
          source: script.isDuplex ? 'duplex' : 'feeder',
          dpi: 200,
          mode: script.channels === 3 ? 'color' : 'gray',
          area: { widthMm: 214, heightMm: 301 },
          options: {},
        },
      )
      const kept: string[] = []
      const once = new Set<string>()
      const isTime = (what: string, at: number, sheet: number) =>
        at === sheet && !once.has(what) && once.add(what).size > 0
      try {
        await scanner.open()
        let presses = 0
        for (let firstSheet = 1; (await feeder.top()) <= script.sheets;) {
          if (++presses > MAX_PRESSES) throw new Error(`no end: ${JSON.stringify(script)}`)
          const outcome = await scanner.scan({
            job: `job-${presses}`,
            dir: path.join(root, `job-${seed}-${presses}`),
            firstSheet,
            ahead: script.ahead,
            onSheet: async ({ number, pages }) => {
              if (isTime('full', script.diskFullAt, number))
                throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
              await new Promise((next) => setTimeout(next, script.random() * 10))
              for (const { content, side } of pages) {
                const key = `${number}-${side === 'front' ? 1 : 2}`
                const pixels = content.subarray(readPnmHeader(content)?.offset)
                kept.push(pixels.equals(truth.get(key) ?? Buffer.alloc(0)) ? key : `wrong ${key}`)
              }
              if (isTime('pause', script.pauseAt, number)) scanner.pause()
              if (isTime('stop', script.stopAt, number)) scanner.stop()
            },
          })
          firstSheet = outcome.lastGoodSheet + 1
          // An empty feeder is left as it is: paper that still lies there is what comes next.
          if (outcome.end !== 'feeder-empty') await feeder.putBackFrom(firstSheet)
          else expect(await feeder.top(), 'sheet on top').toBe(firstSheet)
          // Given up after too many deaths: the operator connects it again.
          if (!scanner.isOpen) await scanner.open()
        }
      } finally {
        await scanner.close()
      }
      const sides = script.isDuplex ? [1, 2] : [1]
      const all = Array.from({ length: script.sheets }, (_, at) => at + 1)
      expect(kept, JSON.stringify(script)).toEqual(
        all.flatMap((sheet) => sides.map((side) => `${sheet}-${side}`)),
      )
    },
  )
})
