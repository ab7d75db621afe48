import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPnmHeader } from '../picture/pnm.ts'
import type { DriverName, ScanSettings } from '../protocol/settings.ts'
import { bridgeLaunch } from '../supervisor/bridge-process.ts'
import { Scanner } from '../supervisor/scanner.ts'
import { randomFrom } from './random.ts'
import { PaperFeeder } from './sane-feeder.ts'

/** A feeder of ours behind a driver, and all that can go wrong with it. */
export interface FaultyFeeder {
  device: { driver: DriverName; id: string }
  faults: readonly string[]
  /** Builds what is needed in a folder; returns the environment of the bridge. */
  prepare: (folder: string) => Promise<Record<string, string>>
  /** What differs from script to script beyond faults; `random` gives the same for the same script. */
  vary?: (random: () => number) => {
    settings?: Partial<ScanSettings>
    environment?: Record<string, string>
  }
}

/** `SCANNER_FAULT_SCRIPTS=500` runs them all, `SCANNER_FAULT_SEED=n` begins at another one. */
const SCRIPTS = Number(process.env['SCANNER_FAULT_SCRIPTS'] ?? 5)
const FIRST_SEED = Number(process.env['SCANNER_FAULT_SEED'] ?? 1)
/** A slow page that is taken for a hang only costs another try, so this may be short. */
const TIMEOUTS = { feeding: 1500, reading: 1500 }
/** More presses of the start button than any script needs. */
const MAX_PRESSES = 60

/** What happens in one run, all of it from the seed. */
function makeScript(seed: number, kinds: readonly string[]) {
  const random = randomFrom(seed)
  const upTo = (limit: number) => Math.floor(random() * limit)
  const sheets = 3 + upTo(6)
  const isDuplex = random() < 0.5
  const faults: string[] = []
  for (let count = upTo(5); count > 0; count--)
    faults.push(`${1 + upTo(sheets)} ${isDuplex ? 1 + upTo(2) : 1} ${kinds[upTo(kinds.length)]}`)
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

/** Registers random runs in the suite around the call: an operator who does what is said ends with every sheet, once, in order. */
export function faultScripts(faulty: FaultyFeeder): void {
  let root: string
  let environment: Record<string, string>

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'fault-scripts-'))
    environment = await faulty.prepare(root)
  })

  afterAll(() => rm(root, { recursive: true, force: true }))

  test.for(Array.from({ length: SCRIPTS }, (_, at) => FIRST_SEED + at))(
    'script %i: an operator who does what is said ends with every sheet, once, in order',
    { timeout: 120_000 },
    async (seed) => {
      const script = makeScript(seed, faulty.faults)
      const more = faulty.vary?.(script.random) ?? {}
      const said = JSON.stringify({ ...script, ...more })
      const feeder = new PaperFeeder(path.join(root, `paper-${seed}`))
      const size = { width: 60 + (seed % 7), height: 40, channels: script.channels }
      const truth = await feeder.fill(script.sheets, size)
      await feeder.faults(script.faults)
      if (script.drawsAhead) await feeder.drawsAhead()
      const surroundings = { ...environment, ...more.environment, FEEDER_DIR: feeder.folder }
      const scanner = new Scanner(
        { launch: bridgeLaunch(process.execPath, surroundings), timeouts: TIMEOUTS },
        faulty.device,
        {
          source: script.isDuplex ? 'duplex' : 'feeder',
          dpi: 200,
          mode: script.channels === 3 ? 'color' : 'gray',
          area: { widthMm: 214, heightMm: 301 },
          options: {},
          ...more.settings,
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
          if (++presses > MAX_PRESSES) throw new Error(`no end: ${said}`)
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
          expect({ said, onTop: await feeder.top() }).toEqual({ said, onTop: firstSheet })
          // Given up after too many deaths: the operator connects it again.
          if (!scanner.isOpen) await scanner.open()
        }
      } finally {
        await scanner.close()
      }
      const sides = script.isDuplex ? [1, 2] : [1]
      const all = Array.from({ length: script.sheets }, (_, at) => at + 1)
      const wanted = all.flatMap((sheet) => sides.map((side) => `${sheet}-${side}`))
      expect({ said, kept }).toEqual({ said, kept: wanted })
    },
  )
}
