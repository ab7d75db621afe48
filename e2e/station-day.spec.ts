import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  candidatesOfSubject,
  clientTemplete,
  exceptionCounts,
  listExceptions,
  matchOne,
  scanSheetDetail,
} from '@hengjuan/contracts'
import type { OmrTemplate } from '@hengjuan/domain'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { StationProcess } from '../apps/station/src/testing/station-process.ts'
import { type Account, DEMO_PASSWORD, signIn } from '../scripts/demo/account.ts'
import { enterEverything } from '../scripts/demo/demonstration.ts'
import { prepareSubject, type SubjectRun } from '../scripts/demo/exam-run.ts'
import type { Program } from '../scripts/demo/platform.ts'
import { createDemoSchool, freePort, serverProgram } from '../scripts/demo/programs.ts'
import { type DemoExam, SUBJECTS } from '../scripts/demo/school.ts'
import { launchBrowser } from '../scripts/testing/chromium.ts'
import { looked } from './mark-by-key.ts'
import { shoot, tooWide } from './shots.ts'
import { signInAs } from './stage.ts'
import { type LostPage, PILE, scanPile, seqOf } from './trouble-pile.ts'

const STATION = path.resolve(import.meta.dirname, '../apps/station')
const ARTIFACTS = path.resolve(import.meta.dirname, '../artifacts')
const ENGLISH = 3
/** The stranger's sheet is taken out. */
const SHEETS = PILE.length - 1
/** The smallest exam that the demonstration can write for. */
const STUDENTS = 20
const PREPARATION_MS = 30 * 60_000
/** Longer than a machine with other work takes to read the pile. */
const PATIENCE_MS = 180_000
const PATIENT = { timeout: PATIENCE_MS }

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
let other: SubjectRun
let template: OmrTemplate
let lost: LostPage
let batchId = ''
const complaints: string[] = []

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'station-day-'))
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
  const stranger = SUBJECTS.find(({ id }) => id !== ENGLISH) ?? subject
  other = await prepareSubject(school.director, exam, stranger, {
    seed: 'exceptions',
    stamped: false,
  })
  const at = { exam_id: exam.examId, subject_id: ENGLISH }
  template = (await operator.call(clientTemplete, { query: at })).template
  lost = await scanPile(scans(), { run, other, exam, template })
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

test('the operator signs in, chooses the subject and feeds a pile with every kind of trouble', async () => {
  await page.goto(station.openAddress)
  await page.getByLabel('账号').fill('operator')
  await page.getByLabel('密码').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  // By keyboard alone: the button has the focus.
  await page.getByRole('button', { name: '新建批次' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  const subject = page.locator('fieldset').filter({ hasText: exam.name }).getByText('英语')
  await subject.click()
  await page.getByText('只有英语', { exact: true }).waitFor()
  await page.getByLabel('批次名称').fill('英语 1 号袋')
  await page.keyboard.press('Enter')
  await page.getByText('等待图像').waitFor()

  // The first paper does not come through, and the pile ends before the paper that is for later.
  await writeFile(path.join(scans(), 'faults.txt'), `jam@3, empty@${PILE.length + 1}`)
  await panel().getByRole('button', { name: '选择扫描仪' }).click()
  await page.getByText('模拟扫描仪').click()
  await page.getByLabel('当作一叠纸的文件夹').fill(scans())
  await page.keyboard.press('Enter')
  await page.getByLabel('配置').waitFor()
  await connectInSpiteOfCertificate()
  await panel().getByText('已连接').waitFor()

  await page.keyboard.press('F8')
  const notice = page.getByRole('alert')
  await notice.getByText('卡纸，或一次进了多张').waitFor()
  await notice.getByText('把第 3 张及以后的纸按原来的顺序放回进纸口').waitFor()
  await shoot(page, '/station-day', 'jam')
  expect(await tooWide(page)).toEqual([])
  // A sheet with a trouble stops the feeder; the operator goes on until the feeder is empty.
  await feedUntil(PILE.length)
  const [batch] = (await station.call('state', {})).batches
  batchId = batch?.batch_id ?? ''

  const stranger = tray()
    .getByRole('listitem')
    .filter({ hasText: /《.+》的答题卡|别的答题卡/ })
  await stranger.getByRole('button', { name: '取出，不计入' }).click()
  await stranger.waitFor({ state: 'detached' })
  const folded = tray()
    .getByRole('listitem')
    .filter({ hasText: `第 ${seqOf('folded')} 张` })
  await folded.getByRole('button', { name: '重扫此张' }).waitFor()
  await shoot(page, '/station-day', 'tray')
  await folded.getByRole('button', { name: '重扫此张' }).click()
  await tray().getByText('已重扫 1 张，原图保留').waitFor()
  await expect
    .poll(async () => (await station.call('batch', { batch_id: batchId })).sheets, PATIENT)
    .toBe(SHEETS)
  // Whatever else waits at the feeder is used as it is.
  await expect.poll(() => settleTheRest(), PATIENT).toBe(0)

  const found = async () => {
    const { list } = await station.call('reviewList', { batch_id: batchId, category: 'all' })
    return list.map(({ category, seq }) => `${category} ${seq}`)
  }
  await expect.poll(found, PATIENT).toEqual(
    expect.arrayContaining(
      [
        ['positioning', 'lost'],
        ['exam_no', 'noNumber'],
        ['exam_no', 'number'],
        ['duplicate', 'sameNumber'],
        ['absence', 'absentButWritten'],
        ['choice', 'twoMarks'],
        ['choice', 'faint'],
      ].map(([category, name = '']) => `${category} ${seqOf(name)}`),
    ),
  )
})

test('the history says what became of every paper; the picture of before the rescan can be seen', async () => {
  await page.keyboard.press('Alt+h')
  const history = page.getByRole('region', { name: '「英语 1 号袋」的记录' })
  await history.getByText('有改动的').click()
  await history.getByText('取出，不计入本批次').waitFor()
  await history.getByText('重扫替换，原图保留').waitFor()
  await shoot(page, '/station-day', 'history')
  await history.getByRole('button', { name: '看原图' }).click()
  await page.getByRole('img', { name: '图像 1' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('img', { name: '图像 1' }).waitFor({ state: 'detached' })
  // As after a button that went away with the focus: the key is for the dialog all the same.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Escape')
  await history.waitFor({ state: 'detached' })
})

test('without the server a missing candidate is found by room and seat, and signed absent', async () => {
  await server.stop()
  await expect.poll(async () => (await station.call('reconnect', {})).connection).toBe('offline')
  const { examNo, name } = exam.candidates[STUDENTS - 1] ?? { examNo: '', name: '' }
  await page.keyboard.press('Alt+r')
  const missing = page.getByRole('region', { name: '未扫名单' })
  await missing.getByText(/的统计，加上本站扫到的/).waitFor()
  await page.getByLabel('筛选未扫考生').fill(examNo)
  await page.keyboard.press('ArrowDown')
  await missing.getByRole('grid').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  await missing.locator('[data-active]').filter({ hasText: examNo }).waitFor()
  await shoot(page, '/station-day', 'rooms')
  await page.keyboard.press('a')
  await page.getByText(`已登记缺考：${name}`).waitFor()
  await missing.getByText('已登记缺考').click()
  await missing.getByText('缺考，待发送').waitFor()
  await page.keyboard.press('Escape')
  await missing.waitFor({ state: 'detached' })
})

test('all of it is settled at the station by keyboard, without the server', async () => {
  await page.getByText('离线').first().waitFor()
  await page.keyboard.press('Alt+e')
  await page.getByRole('button', { name: /^全部待处理/ }).waitFor()

  // Four corners: the first is put where the mark is seen, all of them move with keys.
  await choose('定位异常')
  await ready(/^四点定位 Enter/)
  await looked(page)
  await page.keyboard.press('Enter')
  await placeCorners()
  await shoot(page, '/station-day', 'corners')
  await looked(page)
  await page.keyboard.press('Enter')
  await expectOpen('定位异常', 0)

  // By pinyin, and by taking the first who fits.
  await choose('考号异常')
  const finder = page.getByRole('textbox', { name: '查找考生' })
  await pick(seqOf('noNumber'))
  const nameless = candidate('noNumber')
  await page.getByText(/^前(一|第 \d+ )张 .+ 座 /).waitFor()
  await shoot(page, '/station-day', 'number')
  await finder.fill(nameless.name)
  await page.getByRole('button', { name: new RegExp(nameless.examNo) }).waitFor()
  await looked(page)
  await page.keyboard.press('Enter')
  await expectOpen('考号异常', 1)
  await finder.waitFor()
  await page.getByRole('button', { name: new RegExp(candidate('number').examNo) }).waitFor()
  await finder.fill(candidate('number').examNo)
  await page.getByRole('button', { name: new RegExp(candidate('number').examNo) }).waitFor()
  await looked(page)
  await page.keyboard.press('Enter')
  await expectOpen('考号异常', 0)

  await choose('考号重复')
  await ready(/^保留左/)
  await shoot(page, '/station-day', 'twice')
  await looked(page)
  await page.keyboard.press('1')
  await expectOpen('考号重复', 0)

  await choose('缺考')
  await ready(/^正常参加考试/)
  await looked(page)
  await page.keyboard.press('0')
  await expectOpen('缺考', 0)

  // A letter where nothing can be guessed, Enter where the guess is right; one is taken back again.
  await choose('选择题异常')
  const cards = page.locator('main article')
  const card = page.locator('main article[data-current]')
  // The first answer to what waits comes with the category.
  await card.waitFor()
  await shoot(page, '/station-day', 'choices')
  for (let left = await openOf('选择题异常'); left > 0; left = await openOf('选择题异常')) {
    // What is settled has left the screen before the next key.
    await expect.poll(() => cards.count(), PATIENT).toBe(left)
    if ((await card.getByRole('button', { name: '请选择' }).count()) > 0)
      await page.keyboard.press('a')
    await confirmed(/^确认 /)
    await expect.poll(() => openOf('选择题异常'), PATIENT).toBeLessThan(left)
  }
  await expect.poll(() => cards.count(), PATIENT).toBe(0)
  await page.keyboard.press('Control+z')
  await page
    .getByText(/已撤销：第/)
    .first()
    .waitFor()
  await expectOpen('选择题异常', 1)
  await card.waitFor()
  await page.keyboard.press('0')
  await confirmed('确认 未作答')
  await expectOpen('选择题异常', 0)

  // What was read from a page without its code is looked at by a person.
  if ((await openOf('待核实')) > 0) {
    await choose('待核实')
    for (let left = await openOf('待核实'); left > 0; left = await openOf('待核实')) {
      await ready(/^核实无误/)
      await looked(page)
      await page.keyboard.press('Enter')
      await expect.poll(() => openOf('待核实'), PATIENT).toBeLessThan(left)
    }
  }
  await expectOpen('全部待处理', 0)
  const counts = await station.call('reviewCounts', { batch_id: batchId })
  expect(counts.to_send).toBeGreaterThan(5)
})

test('the label of the stack is printed, and a kill before anything was sent loses no decision', async () => {
  await page.keyboard.press('Alt+e')
  await page.getByRole('button', { name: '批次标签' }).waitFor()
  await page.keyboard.press('Alt+p')
  const label = page.locator('.bp6-dialog').getByRole('article', { name: '批次标签' })
  await label.getByText('英语 1 号袋').waitFor()
  await label.getByText(new RegExp(`^${SHEETS} 张`)).waitFor()
  await page.keyboard.press('Escape')
  const before = await station.call('reviewCounts', { batch_id: batchId })
  await station.kill()
  await station.start()
  const after = await station.call('reviewCounts', { batch_id: batchId })
  expect(after).toEqual(before)
})

test('back on the network the server and the portal show the same', async () => {
  await server.start()
  await page.goto(station.openAddress)
  await page.getByRole('button', { name: '立即重连' }).or(page.getByText('在线')).first().waitFor()
  await station.call('reconnect', {})
  await page.getByRole('button', { name: '结束批次' }).click()
  await page.locator('.bp6-dialog').getByRole('button', { name: '结束批次' }).click()
  const closed = await station.call('waitForBatch', { batch_id: batchId, timeout_ms: PATIENCE_MS })
  expect(closed).toMatchObject({ state: 'closed', problem: '', uploaded: SHEETS })
  await expect.poll(async () => (await station.call('state', {})).actions_to_send, PATIENT).toBe(0)
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
  const absent = await admin.call(candidatesOfSubject, { query: { ...at, limit: 100 } })
  expect(
    absent.list.filter(({ attendance }) => attendance === 1).map(({ exam_no }) => exam_no),
  ).toEqual([exam.candidates[STUDENTS - 1]?.examNo])
  const portal = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  portal.setDefaultTimeout(PATIENCE_MS)
  const handled = `/MainPage/exam-manage/scan-error-handle/${ENGLISH}/handled/all/0/0?exam_id=${exam.examId}`
  await portal.goto(`${address}/Login?from=${encodeURIComponent(handled)}`)
  await signInAs(portal, 'admin')
  await portal.getByRole('list', { name: '异常列表' }).getByText('孙小梅 处理').first().waitFor()
  const counts = await admin.call(exceptionCounts, { query: at })
  const shown = (name: RegExp) => () => portal.getByRole('button', { name }).textContent()
  await expect.poll(shown(/^全部待处理/)).toContain('0')
  await expect.poll(shown(/^已处理/)).toContain(String(counts.handled))
  await portal.close()
})

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
})

test('the batch is cleared with the server, and had again', async () => {
  await page.goto(station.openAddress)
  await page.getByRole('button', { name: '本机设置' }).click()
  await page.getByRole('button', { name: '清空「英语 1 号袋」…' }).click()
  await page.getByRole('button', { name: /^清空 \d+ 张$/ }).click()
  await page.getByText('已清空，可以撤销').waitFor()
  expect((await station.call('batch', { batch_id: batchId })).clearing_id).not.toBeNull()
  await page.locator('.bp6-dialog').getByRole('button', { name: '撤销', exact: true }).click()
  await page.getByText('已恢复').waitFor()
  expect((await station.call('batch', { batch_id: batchId })).clearing_id).toBeNull()
})

test('nothing went wrong in the browser', () => {
  const expected = /status of 400|ERR_CONNECTION|ERR_INCOMPLETE_CHUNKED|status of 401/
  expect(complaints.filter((text) => !expected.test(text))).toEqual([])
})

const scans = () => path.join(root, 'scans')
const panel = () => page.getByRole('region', { name: '扫描仪' })
const tray = () => page.getByRole('region', { name: '待处理' })

/** The scanner is said to show another certificate than before, once; the operator believes the new one. */
async function connectInSpiteOfCertificate(): Promise<void> {
  const refusal = { code: 'SCANNER_CERTIFICATE_CHANGED', message: '扫描仪的证书变了' }
  await page.route('**/api/openScanner', (route) => route.fulfill({ status: 400, json: refusal }), {
    times: 1,
  })
  await page.locator('.bp6-dialog').getByRole('button', { name: '连接', exact: true }).click()
  const asked = page.waitForRequest('**/api/trustScanner')
  await page.getByRole('button', { name: '信任新证书并连接' }).click()
  expect((await asked).postDataJSON()).toEqual({ device_id: scans() })
}

/** Goes on feeding whenever the feeder stands still, until so many papers are in. */
async function feedUntil(papers: number): Promise<void> {
  const go = panel().getByRole('button', { name: /^(开始|继续)扫描$/ })
  for (;;) {
    await expect
      .poll(async () => (await station.call('state', {})).scanner.phase, PATIENT)
      .toBe('ready')
    const { sheets } = (await station.call('state', {})).scanner
    if (sheets >= papers) return
    await go.and(page.locator(':enabled')).waitFor()
    // A second start would feed the paper that is for later.
    const started = page.waitForResponse('**/api/startScan')
    await page.keyboard.press('F8')
    await started
  }
}

/** Accepts all that waits at the feeder; @returns how much still does */
async function settleTheRest(): Promise<number> {
  const { items } = await station.call('listTray', { batch_id: batchId })
  const ids = items.flatMap(({ item_id, actions }) => (actions.includes('accept') ? [item_id] : []))
  if (ids.length > 0) await station.call('acceptTray', { batch_id: batchId, item_ids: ids })
  const { read, images, loose, in_tray } = await station.call('batch', { batch_id: batchId })
  return images - read + loose + in_tray
}

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

/** A key works as soon as the button beside it does. */
const ready = (name: RegExp | string) =>
  page.getByRole('button', { name }).and(page.locator(':enabled')).waitFor()

/** Confirms the question in hand by its key. */
async function confirmed(name: RegExp | string): Promise<void> {
  await page
    .locator('main article[data-current]')
    .getByRole('button', { name })
    .and(page.locator(':enabled'))
    .waitFor()
  await looked(page)
  await page.keyboard.press('Enter')
}

async function openOf(label: string): Promise<number> {
  const text = await tab(label).locator('b').textContent()
  return Number(text)
}

const expectOpen = (label: string, count: number) =>
  expect.poll(() => openOf(label), PATIENT).toBe(count)

/** Looks at the exception of a sheet in the list. */
const pick = (seq: number) =>
  page.getByRole('list', { name: '异常列表' }).getByText(`第 ${seq} 张`, { exact: false }).click()

/** Puts the four targets near the marks of the lost page with the mouse, three dragged and one by a click; they snap by themselves. */
async function placeCorners(): Promise<void> {
  const targets = page.getByRole('slider', { name: /^定位点/ })
  await targets.first().waitFor()
  await page.getByRole('img', { name: /^答题卡第/ }).waitFor()
  await standsStill(page.getByRole('img', { name: /^答题卡第/ }))
  for (const [id, point] of lost.corners.entries()) {
    const target = targets.nth(id)
    const from = await target.locator('circle').boundingBox()
    const picture = await page.getByRole('img', { name: /^答题卡第/ }).boundingBox()
    if (!from || !picture) throw new Error('the page is shown')
    const scale = picture.width / lost.width
    const [x, y] = [picture.x + point.x * scale, picture.y + point.y * scale]
    // The last one comes by itself to the mark that is clicked.
    if (id === lost.corners.length - 1) await page.mouse.click(x, y)
    else {
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(x, y, { steps: 4 })
      await page.mouse.up()
    }
  }
  // A key moves a point that is chosen by its number; back again it lies as before.
  const lying = targets.nth(2)
  const before = await lying.getAttribute('aria-valuetext')
  await page.keyboard.press('3')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => lying.getAttribute('aria-valuetext')).not.toBe(before)
  await page.keyboard.press('Shift+ArrowLeft')
  await page.getByText(/四点偏差 0\.\d\d 毫米/).waitFor()
}

/** Waits until a picture has found its size: the same in two frames on end. */
async function standsStill(picture: Locator): Promise<void> {
  let last = ''
  await expect
    .poll(async () => {
      const before = last
      last = JSON.stringify(await picture.boundingBox())
      return last === before
    })
    .toBe(true)
}
