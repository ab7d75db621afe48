import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deserialize } from 'node:v8'
import { blockSettingsSet } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import type { PreparedWorld } from '../e2e/prepare-world.ts'
import { codeNow, painted, pressForNext, quantile, typeScore } from '../e2e/mark-by-key.ts'
import { DEMO_PASSWORD, signIn as signInByCall } from '../scripts/demo/account.ts'
import { freePort, serverProgram } from '../scripts/demo/programs.ts'
import { launchBrowser } from '../scripts/testing/chromium.ts'
import { coldPapers, framesWhileZooming, keyToScore, penToLine } from './desk-feel.ts'

/** Milliseconds, `n` of them. */
interface Spread {
  p50: number
  p95: number
  n: number
}

interface MarkingPageBench {
  /** Submit key to the frame in which the next paper is painted. */
  nextPaper: Spread
  /** The least that any page can do: decode an image of the same block and paint it in the next frame. */
  floor: Spread
  /** The same for papers that are not at hand, at 10 Mbit/s and 50 ms. */
  cold: Spread
  /** Key press to the frame that shows the score. */
  keyToScore: Spread
  /** Frame to frame while the paper is zoomed and dragged. */
  frames: Spread
  /** Movement of the pen to the frame in which the line follows. */
  pen: Spread
}

const spreadOf = (values: readonly number[]): Spread => ({
  p50: quantile(values, 0.5),
  p95: quantile(values, 0.95),
  n: values.length,
})

/**
 * Marks papers of a prepared school by keyboard in a real browser.
 *
 * @param world a folder made by `e2e/prepare-world.ts`, of which a copy is used; made anew when absent
 */
export async function measureMarkingPage(options: {
  world: string | undefined
  json: boolean
}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-bench-marking-'))
  const world = options.world ?? (await prepareWorld(join(folder, 'world')))
  const data = join(folder, 'data')
  await cp(join(world, 'server'), data, { recursive: true })
  const { underWay } = deserialize(await readFile(join(world, 'world.bin'))) as PreparedWorld
  const port = await freePort()
  const server = serverProgram(data, port)
  await server.start()
  const address = `http://127.0.0.1:${port}`
  const browser = await launchBrowser()
  try {
    await keepTraces(address, underWay)
    const page = await browser.newPage({
      baseURL: address,
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
    })
    await signIn(page, 'marker1')
    const next: number[] = []
    const floor: number[] = []
    const cold: number[] = []
    const shown: number[] = []
    const frames: number[] = []
    const pen: number[] = []
    for (const { blockId, points } of underWay.blocks) {
      if (points.length > 1) continue
      await page.goto(`/marking?block_id=${blockId}`)
      await page
        .getByText(/^密号|现在没有可评的试卷|您的任务已完成/)
        .first()
        .waitFor()
      if ((await codeNow(page)) === null) continue
      await painted(page)
      frames.push(...(await framesWhileZooming(page)))
      pen.push(...(await penToLine(page)))
      let given = 0
      while ((await codeNow(page)) !== null) {
        floor.push(await decodeAndPaint(page))
        shown.push(await keyToScore(page, '4'))
        await typeScore(page, 3)
        // Somebody reads the paper: the next one has its time to arrive, as at work.
        await page.waitForTimeout(READING_MS)
        next.push(await pressForNext(page, 'Enter'))
        given += 1
      }
      if (cold.length >= MOST_COLD || given === 0) continue
      await page.getByText('已保存').waitFor()
      // What was marked before is no longer on this computer.
      await page.reload()
      await page.getByText('现在没有可评的试卷').or(page.getByText('您的任务已完成')).waitFor()
      cold.push(...(await coldPapers(page, given)))
    }
    const bench: MarkingPageBench = {
      nextPaper: spreadOf(next),
      floor: spreadOf(floor),
      cold: spreadOf(cold),
      keyToScore: spreadOf(shown),
      frames: spreadOf(frames),
      pen: spreadOf(pen),
    }
    if (options.json) console.log(JSON.stringify(bench, null, 2))
    else print(bench)
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns the folder */
export async function prepareWorld(folder: string): Promise<string> {
  console.error('preparing a school, which takes some minutes …')
  const program = join(import.meta.dirname, '../e2e/prepare-world.ts')
  await promisify(execFile)(process.execPath, [program, folder])
  return folder
}

/** The blocks keep what is drawn, so that there is a pen. */
async function keepTraces(address: string, { exam, blocks }: PreparedWorld['underWay']) {
  const admin = await signInByCall(() => address, 'admin')
  for (const subjectId of new Set(blocks.map((block) => block.subjectId)))
    await admin.call(blockSettingsSet, {
      body: {
        exam_id: exam.examId,
        subject_id: subjectId,
        blocks: blocks
          .filter((block) => block.subjectId === subjectId)
          .map(({ blockId }) => ({ block_id: blockId, traces: 1 })),
      },
    })
}

/** So many cold papers say enough. */
const MOST_COLD = 30
/** Faster than anybody marks. */
const READING_MS = 500

export async function signIn(page: Page, account: string): Promise<void> {
  await page.goto('/Login')
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/Login')
}

/** Decodes an image like the one that is shown, from bytes, and waits for the frame after. */
const decodeAndPaint = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const shown = document.querySelector<HTMLCanvasElement>('canvas[aria-label="考生作答"]')
    if (!shown) throw new Error('no paper on the desk')
    const canvas = new OffscreenCanvas(shown.width, shown.height)
    canvas.getContext('2d')?.drawImage(shown, 0, 0)
    const bytes = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.6 })
    const began = performance.now()
    const image = new Image()
    image.src = URL.createObjectURL(bytes)
    await image.decode()
    await new Promise((done) => requestAnimationFrame(done))
    URL.revokeObjectURL(image.src)
    return performance.now() - began
  })

function print(bench: MarkingPageBench): void {
  const row = (name: string, { p50, p95, n }: Spread, target = '') =>
    console.log(
      `${name.padEnd(44)} ${p50.toFixed(0).padStart(6)} ${p95.toFixed(0).padStart(6)} ${String(n).padStart(6)}  ${target}`,
    )
  console.log(
    `${'milliseconds'.padEnd(44)} ${'p50'.padStart(6)} ${'p95'.padStart(6)} ${'n'.padStart(6)}  target (p95)`,
  )
  row('submit key to next paper painted', bench.nextPaper, '100')
  row('floor: decode an image, one frame', bench.floor)
  row('the same, cold, 10 Mbit/s and 50 ms', bench.cold, '600')
  row('key press to score shown', bench.keyToScore, '16, the next frame')
  row('frame to frame while zooming and dragging', bench.frames, '17, on graphics hardware')
  row('pen movement to line drawn', bench.pen, '30')
}
