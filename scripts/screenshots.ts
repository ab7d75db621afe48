// Takes the pictures of README.md from a running platform with the demonstration school in it:
//     node_modules/.bin/node scripts/screenshots.ts [http://localhost:8080] [--station ADDRESS]
// `--station` is the address that the station prints; without it its picture is left as it is.
// `--only home,marking` takes some. Papers that are opened to be shown are claimed, none is marked.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import {
  candidateList,
  examList,
  leaderList,
  listExceptions,
  ownTasks,
  sheetDetail,
} from '@hengjuan/contracts'
import { renderBlankPages } from '@hengjuan/scan-simulator'
import type { SheetGeometry } from '@hengjuan/sheet'
import type { Page } from 'playwright-core'
import { DEMO_PASSWORD, signIn } from './demo/account.ts'
import { launchBrowser } from './testing/chromium.ts'

const ROOT = resolve(import.meta.dirname, '..')
const VIEWPORT = { width: 1440, height: 900 }
/** Two A4 pages beside each other. */
const PAPER_VIEWPORT = { width: 1440, height: 1016 }
/** Time for charts to draw and images to sharpen after the page has come to rest. */
const REST_MS = 1200
const JPEG_QUALITY = 80
const MATHEMATICS = 2
/** Its sheet is A4; the two others are A3. */
const ENGLISH = 3

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    station: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string', default: join(ROOT, 'docs/images') },
  },
})
const address = (positionals[0] ?? 'http://localhost:8080').replace(/\/$/, '')

/** A picture: whose screen, which address, and what is done before it is taken. */
interface Shot {
  name: string
  /** Null: nobody is signed in. */
  account: string | null
  path: string
  /** Scanned paper compresses as JPEG, pages as PNG. */
  type?: 'png' | 'jpeg'
  prepare?: (page: Page) => Promise<unknown>
}

const shots = await portalShots()
const wanted = values.only?.split(',')
const isWanted = (name: string): boolean => wanted?.includes(name) ?? true
await mkdir(values.out, { recursive: true })
const browser = await launchBrowser()
try {
  const screens = new Map<string | null, Page>()
  for (const shot of shots.filter(({ name }) => isWanted(name))) {
    const page = screens.get(shot.account) ?? (await screenOf(shot.account))
    screens.set(shot.account, page)
    await page.goto(`${address}${shot.path}`)
    await settle(page)
    await shot.prepare?.(page)
    await settle(page)
    await keep(page, shot.name, shot.type)
  }
  if (isWanted('printed-sheet')) await shootPrintedSheet()
  if (isWanted('recognition')) await shootRecognition()
  if (values.station !== undefined && isWanted('station')) await shootStation()
} finally {
  await browser.close()
}

/** The list of pictures, with the ids that the demonstration school was given. */
async function portalShots(): Promise<Shot[]> {
  const { director, finished, open } = await demonstration()
  const marker = await signIn(() => address, 'marker1')
  const tasks = await marker.call(ownTasks, { query: { exam_id: open.exam_id } })
  const toMark = tasks.filter(({ status, unit_count, final_count }) => {
    return status === 'open' && final_count < unit_count
  })
  // The last question of mathematics shows a long answer.
  const task = toMark.findLast(({ subject_id }) => subject_id === MATHEMATICS) ?? toMark[0]
  if (!task) throw new Error('the demonstration school has nothing left to mark')
  const leader = await signIn(() => address, 'leader')
  const disputes = await leader.call(leaderList, { query: { mode: 'arbitration' } })
  const dispute = disputes.list.find(({ blocked_reason }) => blocked_reason === null)
  if (!dispute) throw new Error('the demonstration school has nothing left to arbitrate')
  const waiting = await director.call(listExceptions, {
    query: { exam_id: open.exam_id, subject_id: MATHEMATICS, limit: 100 },
  })
  const category =
    ['exam_no', 'choice', 'positioning'].find((name) =>
      waiting.list.some((item) => item.category === name && item.state === 'open'),
    ) ?? 'all'
  const own = await director.call(candidateList, {
    query: { exam_id: finished.exam_id, limit: 1 },
  })
  const student = own.list[0]
  if (!student) throw new Error('the demonstration school has no candidate')

  const exam = (id: number) => `/MainPage/exam-manage/exam-detail/${id}`
  const report = (name: string, more = '') =>
    `/MainPage/reportDetail/${name}?exam_id=${finished.exam_id}${more}`
  const sheets = `/MainPage/exam-manage/AffairManage/${open.exam_id}/answer-sheet-manage`
  const exceptions = `/MainPage/exam-manage/scan-error-handle/${MATHEMATICS}/${category}/all/0/0`
  const decision = `mode=arbitration&unit_id=${dispute.unit_id}`
  return [
    { name: 'login', account: null, path: '/Login', type: 'jpeg' },
    { name: 'home', account: 'director', path: '/MainPage/homePage' },
    { name: 'exams', account: 'director', path: '/MainPage/exam-manage/overview' },
    { name: 'subject-flow', account: 'director', path: `${exam(open.exam_id)}/subject-exam` },
    { name: 'answer-sheet', account: 'director', path: `${sheets}?subject_id=${MATHEMATICS}` },
    {
      name: 'exceptions',
      account: 'admin',
      path: `${exceptions}?exam_id=${open.exam_id}`,
      type: 'jpeg',
    },
    {
      name: 'marking',
      account: 'marker1',
      path: `/marking?block_id=${task.block_id}`,
      type: 'jpeg',
    },
    {
      name: 'arbitration',
      account: 'leader',
      path: `/MainPage/markPaper/markPage/arbitration-marking?${decision}`,
      type: 'jpeg',
    },
    {
      name: 'supervision',
      account: 'director',
      path: `/MarkingSupervision?exam_id=${open.exam_id}`,
    },
    {
      name: 'publish',
      account: 'director',
      path: `${exam(finished.exam_id)}/result-preliminary`,
    },
    { name: 'report-overview', account: 'director', path: report('basicAnalysis') },
    { name: 'report-students', account: 'director', path: report('student') },
    {
      name: 'report-items',
      account: 'director',
      path: report('little', `&subject_id=${MATHEMATICS}`),
    },
    {
      name: 'student',
      account: student.student_no,
      path: `/MainPage/searchScore/${student.exam_no}/${finished.exam_id}`,
    },
  ]
}

/** The two exams of the demonstration school: one released, one in the middle. */
async function demonstration() {
  const director = await signIn(() => address, 'director')
  const { list } = await director.call(examList, { query: { limit: 100 } })
  const finished = list.find(({ published }) => published)
  const open = list.find(({ published }) => !published)
  if (!finished || !open)
    throw new Error('this platform does not hold the demonstration school, or is still loading it')
  return { director, finished, open }
}

/** A window of its own, with somebody signed in by hand as a person would. */
async function screenOf(account: string | null): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'zh-CN' })
  const page = await context.newPage()
  if (account === null) return page
  await page.goto(`${address}/Login`)
  await page.getByLabel('账号', { exact: true }).fill(account)
  await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/MainPage/**')
  return page
}

/** Waits until nothing loads any more. Live pages never rest, so the network is not asked for long. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
  await page.waitForTimeout(REST_MS)
}

async function keep(
  page: Page,
  name: string,
  type: 'png' | 'jpeg' = 'png',
  quality = JPEG_QUALITY,
): Promise<void> {
  const path = join(values.out, `${name}.${type === 'png' ? 'png' : 'jpg'}`)
  const lossy = type === 'jpeg' ? { quality } : {}
  const { length } = await page.screenshot({ path, type, animations: 'disabled', ...lossy })
  console.error(`${path}  ${Math.round(length / 1024)} KB`)
}

/** Both pages of the English sheet as the printed PDF shows them. */
async function shootPrintedSheet(): Promise<void> {
  const { director, finished } = await demonstration()
  const subject = finished.subjects.find(({ subject_id }) => subject_id === ENGLISH)
  if (subject?.sheet_id == null) throw new Error('the demonstration exam has no English sheet')
  const detail = await director.call(sheetDetail, { query: { sheet_id: subject.sheet_id } })
  const pages = await renderBlankPages(detail.geometry as SheetGeometry, 150)
  const page = await browser.newPage({ viewport: PAPER_VIEWPORT })
  await page.setContent('<body style="margin:20px;display:flex;gap:20px;background:#d9dfe1">')
  for (const { widthPx, heightPx, grey } of pages.slice(0, 2))
    await page.evaluate(drawGrey, {
      width: widthPx,
      height: heightPx,
      grey: Buffer.from(grey).toString('base64'),
    })
  await keep(page, 'printed-sheet')
  await page.close()
}

/** Runs in the browser: puts grey pixels on a canvas. */
function drawGrey(picture: { width: number; height: number; grey: string }): void {
  const { width, height } = picture
  const grey = Uint8Array.from(atob(picture.grey), (letter) => letter.charCodeAt(0))
  const canvas = document.body.appendChild(document.createElement('canvas'))
  Object.assign(canvas, { width, height })
  canvas.style.cssText = `flex:1;min-width:0;aspect-ratio:${width}/${height}`
  const pixels = new ImageData(width, height)
  grey.forEach((level, index) => pixels.data.set([level, level, level, 255], index * 4))
  canvas.getContext('2d')?.putImageData(pixels, 0, 0)
}

/** What `omr draw` makes of a skewed scan. */
async function shootRecognition(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-drawing-'))
  const scans = join(ROOT, 'test-scans/a4-skew-3deg')
  const cli = join(ROOT, 'packages/omr/src/cli/main.ts')
  try {
    const template = ['--template', join(scans, 'template.json'), '--out', folder]
    const scan = join(scans, 'scan-1.jpg')
    // Ends with 1 where a field is doubtful; the drawing is there all the same.
    await promisify(execFile)(process.execPath, [cli, 'draw', ...template, scan]).catch(() => null)
    const drawing = await readFile(join(folder, 'scan-1.png'))
    const page = await browser.newPage({ viewport: VIEWPORT })
    const source = `data:image/png;base64,${drawing.toString('base64')}`
    await page.setContent(`<body style="margin:0"><img src="${source}" style="width:100%">`)
    await settle(page)
    await keep(page, 'recognition', 'jpeg')
    await page.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The operator's screen; whoever started the station decides what is in it. */
async function shootStation(): Promise<void> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.goto(values.station ?? '')
  await settle(page)
  const account = page.getByLabel('账号')
  if (await account.isVisible()) {
    await account.fill('operator')
    await page.getByLabel('密码').fill(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await settle(page)
  }
  await keep(page, 'station', 'jpeg', 70)
  await page.close()
}
