import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ScannerChoice } from '../../bridge/scanner-api.ts'
import { PaperStack, stackTemplate } from '../../testing/paper-stack.ts'
import { EXAM_ID, SUBJECT_ID } from '../../testing/double-exam.ts'
import { startServerDouble } from '../../testing/server-double.ts'
import { StationProcess } from '../../testing/station-process.ts'

const SHEETS = 8
const KILLS = 3
/** So slow that no pass is over before the station is killed, however busy the computer is. */
const SHEET_MS = 1500
/** Long enough for every sheet of the stack, and for a few starts of the station. */
const TIMEOUT_MS = 900_000

test(
  'a station that is killed while it feeds paper goes on after the last good sheet',
  { timeout: TIMEOUT_MS },
  async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'kill-feeding-'))
    const server = await startServerDouble(stackTemplate())
    const stack = new PaperStack(path.join(root, 'paper'), SHEET_MS)
    for (let sheet = 0; sheet < SHEETS; sheet++) await stack.scan('front', 'back')
    const station = new StationProcess({ serverUrl: server.url, dataDir: path.join(root, 'data') })
    const scannerOf = async () => (await station.call('state', {})).scanner
    try {
      await station.start()
      await station.call('signIn', { account: 'operator', password: 'right' })
      const { batch_id } = await station.call('openBatch', {
        exam_id: EXAM_ID,
        subject_id: SUBJECT_ID,
        label: '第一袋',
      })
      const choice: ScannerChoice = {
        driver: 'simulated',
        device_id: stack.folder,
        device_name: '模拟扫描仪',
        profile_id: 'simulated',
        profile_name: '模拟扫描仪',
        paper_source: 'duplex',
        dpi: 200,
        mode: 'gray',
        paper: 'a4',
      }
      for (let kill = 0; kill < KILLS; kill++) {
        const before = (await scannerOf()).sheets
        await station.call('openScanner', choice)
        await station.call('startScan', { batch_id })
        await vi.waitFor(async () => expect((await scannerOf()).sheets).toBeGreaterThan(before), {
          timeout: 120_000,
          interval: 20 + kill * 90,
        })
        await station.kill()
        await station.start()
        const { sheets, notice } = await scannerOf()
        expect(notice).toMatchObject({ tone: 'bad', put_back_from: sheets + 1 })
        expect(sheets).toBeGreaterThan(before)
      }
      await writeFile(path.join(stack.folder, 'pace.txt'), '20')
      await station.call('openScanner', choice)
      await station.call('startScan', { batch_id })
      await vi.waitFor(
        async () => expect((await scannerOf()).notice).toMatchObject({ tone: 'ok' }),
        {
          timeout: 120_000,
        },
      )
      await station.call('closeBatch', { batch_id })
      const closed = await station.call('waitForBatch', { batch_id, timeout_ms: 300_000 })
      expect(closed).toMatchObject({ state: 'closed', images: SHEETS * 2, duplicates: 0 })
      const pages = [...server.sheets.values()]
        .toSorted((a, b) => a.manifest.seq - b.manifest.seq)
        .flatMap(({ manifest }) => manifest.pages)
      expect(pages.map((page) => page.image.sha256)).toEqual(stack.hashes)
    } finally {
      await station.kill()
      await server.close()
      await rm(root, { recursive: true, force: true })
    }
  },
)
