import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSnapshot, reportStudents } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { quantile } from '../e2e/mark-by-key.ts'
import { signIn } from '../scripts/demo/account.ts'
import { Program } from '../scripts/demo/platform.ts'
import { makeReportWorld } from '../scripts/report-bench/report-world.ts'
import { launchBrowser } from '../scripts/testing/chromium.ts'
import { framesOf, idle } from './frames.ts'

/** Figure 10 of the report floor; milliseconds, medians of the rounds. */
export interface ReportPage {
  rows: number
  columns: number
  /** From the last byte of the answer to the frame in which the first rows are painted. */
  rowsMs: number
  /** From the press on the link to the same frame; in it the server, the wire and the page. */
  wholeMs: number
  /** What the page's thread works from the press to that frame, whatever else the machine does. */
  threadMs: number
  /** The same answer fetched and parsed by the same page, and nothing made of it. */
  bareMs: number
  /** Between frames while the table is scrolled, and while nothing happens: what the machine can paint. */
  scroll: { median: number; p95: number }
  idle: { median: number; p95: number }
}

/** As many as the page asks for. */
const CANDIDATES = 5000
const WHEELS = 90
const LINK = '学生成绩'

/** The table of all students in a real browser, of an exam of its own on SQLite. @source reports 5.5 (10) */
export async function measureReportPage(
  rounds: number,
  note: (text: string) => void,
): Promise<ReportPage> {
  const folder = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'hengjuan-page-'))
  note(`browser: writing an exam of ${CANDIDATES} …`)
  const world = await makeReportWorld('sqlite', folder, CANDIDATES)
  const server = new Program('apps/server/src/main.ts', [], {
    ...world.environment,
    PORT: '0',
    HOST: '127.0.0.1',
  })
  try {
    await server.start()
    const baseURL = `http://127.0.0.1:${server.ready.listening}`
    const director = await signIn(() => baseURL, 'director', world.password)
    note('browser: releasing …')
    await director.call(createSnapshot, {
      body: {
        exam_id: world.exam.id,
        confirm_name: world.exam.name,
        override_reason: '测速，没有扫描答题卡',
      },
    })
    note('browser: looking …')
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage({
        baseURL,
        viewport: { width: 1440, height: 900 },
        locale: 'zh-CN',
      })
      await enter(page, world.password)
      return await look(page, world.exam.id, rounds)
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
    await world.discard()
    await rm(folder, { recursive: true, force: true })
  }
}

async function enter(page: Page, password: string): Promise<void> {
  await page.goto('/Login')
  await page.getByLabel('账号').fill('principal')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/Login')
}

async function look(page: Page, examId: number, rounds: number): Promise<ReportPage> {
  const times = {
    rows: [] as number[],
    whole: [] as number[],
    thread: [] as number[],
    bare: [] as number[],
  }
  const worked = await threadOf(page)
  // The first round loads what the browser keeps, and the server reads the version.
  for (let round = 0; round <= rounds; round++) {
    const { rowsMs, wholeMs, threadMs, url } = await openTable(page, examId, worked)
    const bare = await page.evaluate(fetchBare, url)
    if (round === 0) continue
    times.rows.push(rowsMs)
    times.whole.push(wholeMs)
    times.thread.push(threadMs)
    times.bare.push(bare)
  }
  const table = page.getByRole('grid', { name: LINK })
  const [rows, columns] = await Promise.all(
    ['aria-rowcount', 'aria-colcount'].map((name) => table.getAttribute(name)),
  )
  const still = await framesOf(page, () => idle(page))
  await table.hover()
  const scrolled = await framesOf(page, async () => {
    for (let wheel = 0; wheel < WHEELS; wheel++) await page.mouse.wheel(0, 600)
  })
  const spread = (values: readonly number[]) => ({
    median: quantile(values, 0.5),
    p95: quantile(values, 0.95),
  })
  return {
    // Two of them are headings.
    rows: Number(rows) - 2,
    columns: Number(columns),
    rowsMs: quantile(times.rows, 0.5),
    wholeMs: quantile(times.whole, 0.5),
    threadMs: quantile(times.thread, 0.5),
    bareMs: quantile(times.bare, 0.5),
    scroll: spread(scrolled),
    idle: spread(still),
  }
}

/** Goes from the overview to the table, as people do. */
async function openTable(page: Page, examId: number, worked: () => Promise<number>) {
  await page.goto(`/MainPage/reportDetail/basicAnalysis?exam_id=${examId}`)
  const link = page.getByRole('link', { name: LINK, exact: true }).first()
  await link.waitFor()
  await page.evaluate(watchTable, { path: reportStudents.path, label: LINK })
  const before = await worked()
  await link.click()
  const seen = await page.evaluate(
    () =>
      (
        window as unknown as {
          tableSeen: Promise<{ rowsMs: number; wholeMs: number; url: string }>
        }
      ).tableSeen,
  )
  return { ...seen, threadMs: (await worked()) - before }
}

/** @returns tells the milliseconds of processor time that the page's thread has had */
async function threadOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
}

/** Runs in the page. */
function watchTable({ path, label }: { path: string; label: string }): void {
  const seen = new Promise((done) => {
    let pressedAt = 0
    window.addEventListener('click', (event) => (pressedAt = event.timeStamp), {
      capture: true,
      once: true,
    })
    const answer = () =>
      performance.getEntriesByType('resource').findLast((entry) => entry.name.includes(path)) as
        | PerformanceResourceTiming
        | undefined
    const watch = () => {
      const row = document.querySelector(`[role="grid"][aria-label="${label}"] [data-index="0"]`)
      const got = answer()
      if (row && got)
        // Seen in a frame callback, painted at the end of that frame.
        requestAnimationFrame(() => {
          const now = performance.now()
          done({ rowsMs: now - got.responseEnd, wholeMs: now - pressedAt, url: got.name })
        })
      else requestAnimationFrame(watch)
    }
    watch()
  })
  Object.assign(window, { tableSeen: seen })
}

/** Runs in the page. */
async function fetchBare(url: string): Promise<number> {
  const began = performance.now()
  const { data } = (await (await fetch(url, { cache: 'no-store' })).json()) as {
    data: { list: unknown[] }
  }
  if (data.list.length === 0) throw new Error('an answer without rows')
  return performance.now() - began
}
