import { execFileSync } from 'node:child_process'
import { get } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PaperStack, stackTemplate } from '../apps/station/src/testing/paper-stack.ts'
import { type ServerDouble, startServerDouble } from '../apps/station/src/testing/server-double.ts'
import { StationProcess } from '../apps/station/src/testing/station-process.ts'
import { launchBrowser } from '../scripts/testing/chromium.ts'
import { shoot } from './shots.ts'

const STATION = path.resolve(import.meta.dirname, '../apps/station')

let root: string
let server: ServerDouble
let station: StationProcess
let browser: Browser
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  const vite = path.resolve(import.meta.dirname, '../node_modules/vite/bin/vite.js')
  root = await mkdtemp(path.join(tmpdir(), 'station-screen-'))
  // A build of its own, which nobody replaces while the page is open.
  const screen = path.join(root, 'screen')
  const build = [vite, 'build', '--logLevel', 'error', '--outDir', screen, '--emptyOutDir']
  execFileSync(process.execPath, build, { cwd: STATION })
  server = await startServerDouble(stackTemplate())
  server.candidates = [{ exam_no: '20261001', name: '陈思远' }]
  station = new StationProcess({
    serverUrl: server.url,
    dataDir: path.join(root, 'data'),
    args: [`--screen=${screen}`],
  })
  await station.start()
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  page.setDefaultTimeout(60_000)
  // Sounds are counted where there is nobody to hear them.
  await page.addInitScript(() => {
    window.AudioContext = class extends AudioContext {
      override createOscillator(): OscillatorNode {
        document.documentElement.dataset['heard'] = 'yes'
        return super.createOscillator()
      }
    }
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
})

afterAll(async () => {
  await browser?.close()
  await station?.stop()
  await server?.close()
  await rm(root, { recursive: true, force: true })
})

test('without the token of this run nothing is shown', async () => {
  for (const where of ['/', '/api/state', '/api/events', '/api/pictures/x/page', '/index.html'])
    expect((await station.fetch(where, {})).status).toBe(401)
  expect((await station.fetch('/open?token=wrong', {})).status).toBe(401)
  expect(await statusUnderName('evil.example')).toBe(403)
})

/** As a foreign page would that has pointed its own name at this computer; `fetch` sets no Host. */
const statusUnderName = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(station.address, { headers: { ...station.bearer, host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })

test('the operator scans a batch: sign in, choose, watch, look at an exception, finish', async () => {
  const stack = new PaperStack(path.join(root, 'scans'))
  await stack.scan('front', 'back')

  await page.goto(station.openAddress)
  await page.getByLabel('账号').fill('operator')
  await page.getByLabel('密码').fill('wrong')
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('密码').fill('right')
  await page.keyboard.press('Enter')

  // By keyboard alone: the button has the focus.
  await page.getByRole('button', { name: '新建批次' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('英语').click()
  await page.getByLabel('批次名称').fill('英语 1 号袋')
  await page.getByLabel('图像文件夹').fill('/no/such/folder')
  await page.getByRole('button', { name: '建立批次' }).click()
  await page.getByText('没有这个文件夹').waitFor()
  await page.getByLabel('图像文件夹').fill(stack.folder)
  await page.getByRole('button', { name: '建立批次' }).click()

  await page.getByRole('button', { name: '第 1 张，陈思远，已上传' }).waitFor()
  const heard = page.locator('html[data-heard]')
  expect(await heard.count()).toBe(0)
  await stack.scan('noNumber', 'back')
  await heard.waitFor({ state: 'attached' })
  const exceptions = page.getByRole('complementary', { name: '异常' })
  await exceptions.getByText('考号异常').click()
  const viewer = page.getByRole('img', { name: '图像 scan-3.jpg' })
  await viewer.waitFor()
  // The engine's view of the empty number is drawn on the page.
  await page.locator('svg text', { hasText: '????????' }).waitFor()
  await page.keyboard.press('k')
  const sheet = page.getByText('第 1 张　陈思远')
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })

  server.isAway = true
  await stack.scan('upsideDown', 'back')
  await page.getByText('离线').waitFor()
  server.isAway = false
  // The station tries by itself, too, and may be quicker than the operator.
  const online = page.getByText('在线')
  await page.getByRole('button', { name: '立即重连' }).or(online).first().click()
  await online.waitFor()

  await page.getByRole('button', { name: '结束批次' }).click()
  await page.locator('.bp6-dialog').getByRole('button', { name: '结束批次' }).click()
  await page.getByText('批次已结束：服务器核对一致，共 3 张').waitFor()
  expect(server.sheets.size).toBe(3)
})

test('the label of the stack is printed, and its code finds the paper again', async () => {
  await page.keyboard.press('Alt+p')
  const label = page.locator('.bp6-dialog').getByRole('article', { name: '批次标签' })
  await label.getByText('英语 1 号袋').waitFor()
  await label.getByText('3 张（序号 1–3），其中 1 张无考号').waitFor()
  await shoot(page, '/station-screen', 'label')
  const code = await label.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText()
  // What reaches the printer: one page of label paper, nothing of the screen.
  await page.emulateMedia({ media: 'print' })
  const printed = page.locator('body > [data-paper=roll]')
  await printed.waitFor()
  expect(await page.getByRole('button', { name: '结束批次' }).count()).toBe(0)
  const paper = await page.pdf({ preferCSSPageSize: true })
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')

  // One dialog opens while the one before fades away, and keeps the keys when that has gone.
  await page.keyboard.press('Control+f')
  const finder = page.getByLabel('考号、姓名或批次编号')
  await finder.waitFor()
  await label.waitFor({ state: 'detached' })
  await finder.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('陈思远')
  await page.getByRole('button', { name: /英语 1 号袋 · 第 1 张/ }).waitFor()
  await shoot(page, '/station-screen', 'find')
  await finder.fill(code.toLowerCase())
  await page.getByRole('button', { name: /英语 1 号袋 · 第 2 张/ }).waitFor()
  // As a barcode reader does: the key comes before the answer.
  await finder.fill(code)
  await finder.press('Enter')
  await page.getByText('第 1 张　陈思远').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('heading', { name: '进纸' }).waitFor()
  await shoot(page, '/station-screen', 'keys')
  await page.keyboard.press('Escape')
})

test('after a kill the open page finds the station again and shows the same', async () => {
  await station.kill()
  await page.getByText('扫描站程序没有响应').waitFor()
  await station.start()
  await page.goto(station.openAddress)
  const end = page.getByText('批次已结束：服务器核对一致，共 3 张')
  await end.waitFor()
})

test('nothing went wrong in the browser', () => {
  // The wrong password, the missing folder and the dead station are answered with an error on purpose.
  const expected =
    /status of 400|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET/
  expect(complaints.filter((text) => !expected.test(text))).toEqual([])
})
