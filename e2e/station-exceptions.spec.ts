import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  clientTemplete,
  exceptionCounts,
  listExceptions,
  matchOne,
  scanSheetDetail,
} from '@hengjuan/contracts'
import type { OmrTemplate } from '@hengjuan/domain'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { StationProcess } from '../apps/station/src/testing/station-process.ts'
import { type Account, DEMO_PASSWORD, signIn } from '../scripts/demo/account.ts'
import { enterEverything } from '../scripts/demo/demonstration.ts'
import { prepareSubject, type SubjectRun } from '../scripts/demo/exam-run.ts'
import type { Program } from '../scripts/demo/platform.ts'
import { createDemoSchool, freePort, serverProgram } from '../scripts/demo/programs.ts'
import { type DemoExam, SUBJECTS } from '../scripts/demo/school.ts'
import { launchBrowser } from '../scripts/testing/chromium.ts'
import { signInAs } from './stage.ts'
import { type LostPage, PILE, scanPile, seqOf } from './trouble-pile.ts'

const STATION = path.resolve(import.meta.dirname, '../apps/station')
const ARTIFACTS = path.resolve(import.meta.dirname, '../artifacts')
const ENGLISH = 3
/** The smallest exam that the demonstration can write for. */
const STUDENTS = 20
const PREPARATION_MS = 10 * 60_000
const PATIENCE_MS = 60_000

let root: string
let server: Program
let address: string
let station: StationProcess
let browser: Browser
let page: Page
let admin: Account
let operator: Account
let exam: DemoExam
let run: SubjectRun
let template: OmrTemplate
let lost: LostPage
let batchId = ''
const complaints: string[] = []

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'station-exceptions-'))
  const screen = path.join(root, 'screen')
  const vite = path.resolve(import.meta.dirname, '../node_modules/vite/bin/vite.js')
  const build = [vite, 'build', '--logLevel', 'error', '--outDir', screen, '--emptyOutDir']
  execFileSync(process.execPath, build, { cwd: STATION })
  await createDemoSchool(path.join(root, 'server'))
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  server = serverProgram(path.join(root, 'server'), port)
  await server.start()
  const silent = { phase: () => () => undefined, detail: () => undefined }
  const faults = { afterStep: () => undefined }
  const school = await enterEverything(
    { server, station: server, seed: 'exceptions', progress: silent, faults, stamped: false },
    STUDENTS,
  )
  admin = school.admin
  operator = await signIn(() => address, 'operator')
  ;[exam] = school.exams as [DemoExam]
  const subject = SUBJECTS.find(({ id }) => id === ENGLISH)
  if (!subject) throw new Error('the demonstration has English')
  run = await prepareSubject(school.director, exam, subject, { seed: 'exceptions', stamped: false })
  const at = { exam_id: exam.examId, subject_id: ENGLISH }
  template = (await operator.call(clientTemplete, { query: at })).template
  lost = await scanPile(scans(), { run, exam, template })
  station = new StationProcess({
    serverUrl: address,
    dataDir: path.join(root, 'station'),
    args: [`--screen=${screen}`, '--name=一号站'],
  })
  await station.start()
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  page.setDefaultTimeout(PATIENCE_MS)
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
}, PREPARATION_MS)

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await mkdir(ARTIFACTS, { recursive: true })
  await page.screenshot({ path: path.join(ARTIFACTS, `${task.name}.png`) })
})

afterAll(async () => {
  await browser?.close()
  await station?.stop()
  await server?.stop()
  await rm(root, { recursive: true, force: true })
})

test('a pile with every kind of trouble is scanned while the server is away', async () => {
  await station.call('signIn', { account: 'operator', password: DEMO_PASSWORD })
  const folder = path.join(root, 'feeder')
  await mkdir(folder)
  const batch = await station.call('openBatch', {
    exam_id: exam.examId,
    subject_id: ENGLISH,
    label: '英语 1 号袋',
    folder,
  })
  batchId = batch.batch_id
  await server.stop()
  for (const name of (await readdir(scans())).sort()) {
    await copyFile(path.join(scans(), name), path.join(folder, `.${name}`))
    await rename(path.join(folder, `.${name}`), path.join(folder, name))
  }
  await expect
    .poll(async () => (await station.call('batch', { batch_id: batchId })).sheets, {
      timeout: 120_000,
    })
    .toBe(PILE.length)
  const { list } = await station.call('reviewList', { batch_id: batchId, category: 'all' })
  const found = new Set(list.map(({ category, seq }) => `${category} ${seq}`))
  for (const [category, name] of [
    ['positioning', 'lost'],
    ['exam_no', 'noNumber'],
    ['exam_no', 'number'],
    ['duplicate', 'sameNumber'],
    ['absence', 'absentButWritten'],
    ['choice', 'twoMarks'],
    ['choice', 'faint'],
  ] as const)
    expect(found, name).toContain(`${category} ${seqOf(name)}`)
}, 180_000)

test('all of it is settled at the station by keyboard, without the server', async () => {
  await page.goto(station.openAddress)
  await page.getByText('离线').first().waitFor()
  await page.getByRole('button', { name: /^处理异常/ }).waitFor()
  await page.keyboard.press('Alt+e')
  await page.getByRole('button', { name: /^全部待处理/ }).waitFor()

  // Four corners: the first is put where the mark is seen, all of them move with keys.
  await choose('定位异常')
  await page.getByRole('button', { name: /^四点定位 Enter/ }).waitFor()
  await page.keyboard.press('Enter')
  await placeCorners()
  await page.keyboard.press('Enter')
  await expectOpen('定位异常', 0)

  // By pinyin, and by taking the first who fits.
  await choose('考号异常')
  const finder = page.getByRole('textbox', { name: '查找考生' })
  await pick(seqOf('noNumber'))
  const nameless = candidate('noNumber')
  await finder.fill(nameless.name)
  await page.getByRole('button', { name: new RegExp(nameless.examNo) }).waitFor()
  await page.keyboard.press('Enter')
  await expectOpen('考号异常', 1)
  await finder.waitFor()
  await page.getByRole('button', { name: new RegExp(candidate('number').examNo) }).waitFor()
  await finder.fill(candidate('number').examNo)
  await page.getByRole('button', { name: new RegExp(candidate('number').examNo) }).waitFor()
  await page.keyboard.press('Enter')
  await expectOpen('考号异常', 0)

  await choose('考号重复')
  await page.getByRole('button', { name: /^保留左/ }).waitFor()
  await page.keyboard.press('1')
  await expectOpen('考号重复', 0)

  await choose('缺考')
  await page.getByRole('button', { name: /^正常参加考试/ }).waitFor()
  await page.keyboard.press('0')
  await expectOpen('缺考', 0)

  // A letter where nothing can be guessed, Enter where the guess is right; one is taken back again.
  await choose('选择题异常')
  for (let left = await openOf('选择题异常'); left > 0; left--) {
    const card = page.locator('article[data-current]')
    await card.waitFor()
    if ((await card.getByRole('button', { name: '请选择' }).count()) > 0)
      await page.keyboard.press('a')
    await card.getByRole('button', { name: /^确认 / }).waitFor()
    await page.keyboard.press('Enter')
    await expectOpen('选择题异常', left - 1)
  }
  await page.keyboard.press('Control+z')
  await page
    .getByText(/已撤销：第/)
    .first()
    .waitFor()
  await expectOpen('选择题异常', 1)
  const card = page.locator('article[data-current]')
  await card.waitFor()
  await page.keyboard.press('0')
  await card.getByRole('button', { name: '确认 未作答' }).waitFor()
  await page.keyboard.press('Enter')
  await expectOpen('选择题异常', 0)

  // What was read from a page without its code is looked at by a person, who holds the key down.
  if ((await openOf('待核实')) > 0) {
    await choose('待核实')
    await page.getByRole('button', { name: /^核实无误/ }).waitFor()
    await page.keyboard.down('y')
    await expectOpen('待核实', 0)
    await page.keyboard.up('y')
  }
  expect(await openOf('全部待处理')).toBe(0)
  const counts = await station.call('reviewCounts', { batch_id: batchId })
  expect(counts.to_send).toBeGreaterThan(5)
}, 240_000)

test('a kill before anything was sent loses no decision', async () => {
  const before = await station.call('reviewCounts', { batch_id: batchId })
  await station.kill()
  await station.start()
  const after = await station.call('reviewCounts', { batch_id: batchId })
  expect(after).toEqual(before)
})

test('back on the network the server and the portal show the same', async () => {
  await server.start()
  await station.call('reconnect', {})
  await station.call('closeBatch', { batch_id: batchId })
  const closed = await station.call('waitForBatch', { batch_id: batchId, timeout_ms: 90_000 })
  expect(closed).toMatchObject({ state: 'closed', problem: '', uploaded: PILE.length })
  await expect
    .poll(async () => (await station.call('state', {})).actions_to_send, { timeout: 90_000 })
    .toBe(0)
  const here = await station.call('reviewCounts', { batch_id: batchId })
  expect(here.notices).toEqual([])

  const at = { exam_id: exam.examId, subject_id: ENGLISH }
  const open = await admin.call(listExceptions, { query: { ...at, limit: 200 } })
  expect(open.list.map(({ category, seq, reason }) => `${category} ${seq} ${reason}`)).toEqual([])
  const { list } = await station.call('listSheets', { batch_id: batchId, limit: 100 })
  for (const { sheet_id, seq, exam_no } of list) {
    const there = await admin.call(scanSheetDetail, { query: { sheet_id } })
    const isVoid = seq === seqOf('sameNumber')
    expect([seq, there.state]).toEqual([seq, isVoid ? 'void' : 'active'])
    if (!isVoid) expect([seq, there.candidate?.exam_no]).toEqual([seq, exam_no])
    for (const { actor_name } of there.decisions) expect(actor_name).toBe('孙小梅')
  }
  const portal = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  portal.setDefaultTimeout(PATIENCE_MS)
  const handled = `/MainPage/exam-manage/scan-error-handle/${ENGLISH}/handled/all/0/0?exam_id=${exam.examId}`
  await portal.goto(`${address}/Login?from=${encodeURIComponent(handled)}`)
  await signInAs(portal, 'admin')
  await portal.getByRole('list', { name: '异常列表' }).getByText('孙小梅 处理').first().waitFor()
  const counts = await admin.call(exceptionCounts, { query: at })
  expect(await portal.getByRole('button', { name: /^全部待处理/ }).textContent()).toContain('0')
  expect(await portal.getByRole('button', { name: /^已处理/ }).textContent()).toContain(
    String(counts.handled),
  )
  await portal.close()
}, 240_000)

test('what somebody else decided meanwhile comes back as a notice, and stands', async () => {
  const at = { exam_id: exam.examId, subject_id: ENGLISH }
  const { list } = await station.call('listSheets', { batch_id: batchId, limit: 100 })
  const sheet = list.find(({ seq }) => seq === seqOf('last'))
  const other = await personOf(1)
  const mine = await personOf(2)
  if (!sheet) throw new Error('the last sheet is in the batch')
  await admin.call(matchOne, {
    body: { ...at, sheet_id: sheet.sheet_id, candidate_id: other.candidate_id },
  })
  await station.call('decide', {
    sheet_id: sheet.sheet_id,
    decision: { kind: 'identity', candidate_id: mine.candidate_id },
  })
  await page.goto(station.openAddress)
  await page.getByRole('button', { name: /^处理异常/ }).waitFor()
  await page.keyboard.press('Alt+e')
  const notice = page.getByRole('alert').filter({ hasText: `第 ${sheet.seq} 张` })
  await notice.getByText(/周国栋 已于/).waitFor()
  await page.keyboard.press('u')
  await notice.waitFor({ state: 'detached' })
  const there = await admin.call(scanSheetDetail, { query: { sheet_id: sheet.sheet_id } })
  expect(there.candidate?.exam_no).toBe(other.exam_no)
}, 120_000)

test('nothing went wrong in the browser', () => {
  const expected = /status of 400|ERR_CONNECTION|ERR_INCOMPLETE_CHUNKED|status of 401/
  expect(complaints.filter((text) => !expected.test(text))).toEqual([])
})

const scans = () => path.join(root, 'scans')

const candidate = (name: string) => {
  const found = exam.candidates[seqOf(name) - 1]
  if (!found) throw new Error(`no candidate ${name}`)
  return found
}

/** A candidate without a sheet, so many places after the pile. */
async function personOf(after: number) {
  const { examNo } = exam.candidates[PILE.length - 1 + after] ?? { examNo: '' }
  const [found] = await station.call('findCandidates', { batch_id: batchId, keyword: examNo })
  if (!found) throw new Error(`no candidate ${examNo}`)
  return found
}

const tab = (label: string) =>
  page
    .getByRole('navigation', { name: '异常类别' })
    .getByRole('button', { name: new RegExp(`^${label}`) })

const choose = (label: string) => tab(label).click()

async function openOf(label: string): Promise<number> {
  const text = await tab(label).locator('b').textContent()
  return Number(text)
}

const expectOpen = (label: string, count: number) =>
  expect.poll(() => openOf(label), { timeout: 30_000 }).toBe(count)

/** Looks at the exception of a sheet in the list. */
const pick = (seq: number) =>
  page.getByRole('list', { name: '异常列表' }).getByText(`第 ${seq} 张`, { exact: false }).click()

/** Puts the four targets near the marks of the lost page with the mouse; they snap by themselves. */
async function placeCorners(): Promise<void> {
  const targets = page.getByRole('slider', { name: /^定位点/ })
  await targets.first().waitFor()
  for (const [id, point] of lost.corners.entries()) {
    const target = targets.nth(id)
    const from = await target.locator('circle').boundingBox()
    const picture = await page.getByRole('img', { name: /^答题卡第/ }).boundingBox()
    if (!from || !picture) throw new Error('the page is shown')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    const scale = picture.width / lost.width
    await page.mouse.move(picture.x + point.x * scale, picture.y + point.y * scale, { steps: 4 })
    await page.mouse.up()
  }
  // A key moves a point that is chosen by its number; back again it lies as before.
  const lying = targets.nth(2)
  const before = await lying.getAttribute('aria-valuetext')
  await page.keyboard.press('3')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => lying.getAttribute('aria-valuetext')).not.toBe(before)
  await page.keyboard.press('Shift+ArrowLeft')
  await page.getByText(/边长偏差 [01]\./).waitFor()
}
