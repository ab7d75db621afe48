import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PaperStack, stackTemplate } from '../apps/station/src/testing/paper-stack.ts'
import { type ServerDouble, startServerDouble } from '../apps/station/src/testing/server-double.ts'
import { StationProcess } from '../apps/station/src/testing/station-process.ts'
import { launchBrowser } from '../scripts/testing/chromium.ts'
import { shoot, tooWide } from './shots.ts'

const STATION = path.resolve(import.meta.dirname, '../apps/station')
const SHEETS = 10

let root: string
let server: ServerDouble
let station: StationProcess
let browser: Browser
let page: Page
let stack: PaperStack
const complaints: string[] = []

beforeAll(async () => {
  const vite = path.resolve(import.meta.dirname, '../node_modules/vite/bin/vite.js')
  root = await mkdtemp(path.join(tmpdir(), 'station-scanner-'))
  const screen = path.join(root, 'screen')
  const build = [vite, 'build', '--logLevel', 'error', '--outDir', screen, '--emptyOutDir']
  execFileSync(process.execPath, build, { cwd: STATION })
  server = await startServerDouble(stackTemplate())
  server.candidates = [{ exam_no: '20261001', name: '陈思远' }]
  stack = new PaperStack(path.join(root, '一叠纸'))
  for (let sheet = 0; sheet < SHEETS; sheet++) await stack.scan('front', 'back')
  station = new StationProcess({
    serverUrl: server.url,
    dataDir: path.join(root, 'data'),
    args: [`--screen=${screen}`],
  })
  await station.start()
  await station.call('signIn', { account: 'operator', password: 'right' })
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  page.setDefaultTimeout(30_000)
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

const panel = () => page.getByRole('region', { name: '扫描仪' })

test('the operator connects a scanner and feeds a stack through a jam', async () => {
  await writeFile(path.join(stack.folder, 'faults.txt'), 'jam@4')
  await page.goto(station.openAddress)
  await page.getByRole('button', { name: '新建批次' }).click()
  await page.getByText('英语').click()
  await page.getByLabel('批次名称').fill('英语 1 号袋')
  await shoot(page, '/station-scanner', 'new-batch')
  await page.getByRole('button', { name: '建立批次' }).click()
  await page.getByText('等待图像').waitFor()
  await shoot(page, '/station-scanner', 'no-scanner')

  await panel().getByRole('button', { name: '选择扫描仪' }).click()
  await shoot(page, '/station-scanner', 'choose')
  await page.getByText('模拟扫描仪').click()
  await page.getByLabel('当作一叠纸的文件夹').fill('/no/such/folder')
  await page.getByRole('button', { name: '查找' }).click()
  await page.getByText('没有找到。请检查地址。').waitFor()
  await page.getByLabel('当作一叠纸的文件夹').fill(stack.folder)
  await page.keyboard.press('Enter')
  await page.getByLabel('配置').waitFor()
  await shoot(page, '/station-scanner', 'settings')
  await page.locator('.bp6-dialog').getByRole('button', { name: '连接' }).click()
  await panel().getByText('已连接').waitFor()

  await page.keyboard.press('F8')
  await panel().getByText('正在扫描').waitFor()
  await shoot(page, '/station-scanner', 'scanning')
  const notice = page.getByRole('alert')
  await notice.getByText('卡纸，或一次进了多张').waitFor()
  await notice.getByText('第 3 张已收好').waitFor()
  await notice.getByText('把第 4 张及以后的纸按原来的顺序放回进纸口').waitFor()
  await notice.getByText('第 3 张正面').waitFor()
  await shoot(page, '/station-scanner', 'jam')
  expect(await tooWide(page)).toEqual([])

  await panel().getByRole('button', { name: '继续扫描' }).click()
  await panel().getByText('正在扫描').waitFor()
  await page.keyboard.press('F9')
  await notice.getByText('已暂停').waitFor()
  await shoot(page, '/station-scanner', 'paused')
  await panel().getByRole('button', { name: '继续扫描' }).click()
  await notice.getByText('进纸口的纸已扫完').waitFor()
  await page.getByRole('button', { name: `第 ${SHEETS} 张，` }).waitFor()
  await shoot(page, '/station-scanner', 'done')

  await page.getByRole('button', { name: '结束批次' }).click()
  await page.locator('.bp6-dialog').getByRole('button', { name: '结束批次' }).click()
  await page.getByText(`批次已结束：服务器核对一致，共 ${SHEETS} 张`).waitFor()
  const pages = [...server.sheets.values()]
    .toSorted((a, b) => a.manifest.seq - b.manifest.seq)
    .flatMap(({ manifest }) => manifest.pages)
  expect(pages.map((each) => each.image.sha256)).toEqual(stack.hashes)
  await shoot(page, '/station-scanner', 'closed')
})

test('nothing went wrong in the browser', () => {
  expect(complaints).toEqual([])
})
