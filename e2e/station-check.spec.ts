import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CheckStack } from '../apps/station/src/testing/check-stack.ts'
import { stackTemplate } from '../apps/station/src/testing/paper-stack.ts'
import { EXAM_ID, SUBJECT_ID } from '../apps/station/src/testing/double-exam.ts'
import { type ServerDouble, startServerDouble } from '../apps/station/src/testing/server-double.ts'
import { StationProcess } from '../apps/station/src/testing/station-process.ts'
import { launchBrowser } from '../scripts/testing/chromium.ts'
import { shoot, tooWide } from './shots.ts'

const STATION = path.resolve(import.meta.dirname, '../apps/station')

let root: string
let server: ServerDouble
let station: StationProcess
let browser: Browser
let page: Page
let stack: CheckStack
const complaints: string[] = []

beforeAll(async () => {
  const vite = path.resolve(import.meta.dirname, '../node_modules/vite/bin/vite.js')
  root = await mkdtemp(path.join(tmpdir(), 'station-check-'))
  const screen = path.join(root, 'screen')
  const build = [vite, 'build', '--logLevel', 'error', '--outDir', screen, '--emptyOutDir']
  execFileSync(process.execPath, build, { cwd: STATION })
  server = await startServerDouble(stackTemplate())
  stack = new CheckStack(path.join(root, '检查页'))
  await stack.fill(2)
  station = new StationProcess({
    serverUrl: server.url,
    dataDir: path.join(root, 'data'),
    args: [`--screen=${screen}`],
  })
  await station.start()
  await station.call('signIn', { account: 'operator', password: 'right' })
  await station.call('openBatch', {
    exam_id: EXAM_ID,
    subject_id: SUBJECT_ID,
    label: '英语 1 号袋',
  })
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 720 }, acceptDownloads: true })
  page.setDefaultTimeout(60_000)
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

const dialog = () => page.locator('.bp6-dialog').last()
const button = (name: string) => dialog().getByRole('button', { name, exact: true })

async function openScannerDialog() {
  await page.goto(station.openAddress)
  await page.getByText('英语 1 号袋').first().click()
  await page
    .getByRole('region', { name: '扫描仪' })
    .getByRole('button', { name: '选择扫描仪' })
    .click()
}

test('a shipped profile is copied, edited, refused while it is wrong, exported and imported', async () => {
  await openScannerDialog()
  await button('配置管理…').click()
  const list = page.getByRole('navigation', { name: '配置' })
  await list.getByText('富士通 fi-7000 系列', { exact: true }).click()
  await dialog().getByText('自带的配置，不能改').waitFor()
  await dialog().getByLabel('分辨率').and(page.locator(':disabled')).waitFor()
  await shoot(page, '/station-profiles', 'shipped')

  await button('复制').click()
  await dialog().getByLabel('名称', { exact: true }).fill('三楼的 fi-7160')
  await dialog().getByLabel('分辨率').fill('90')
  await button('保存').click()
  await dialog().getByText('请填 150 到 600 dpi').first().waitFor()
  await shoot(page, '/station-profiles', 'refused')
  await dialog().getByLabel('分辨率').fill('200')
  await dialog().getByText('长度检测').click()
  // By keyboard: Enter in a field keeps it.
  await dialog().getByLabel('对比度').fill('10')
  await page.keyboard.press('Enter')
  await list.getByText('三楼的 fi-7160').waitFor()
  await shoot(page, '/station-profiles', 'own')
  expect(await tooWide(page)).toEqual([])

  const { profiles } = await station.call('listProfiles', {})
  expect(profiles[0]).toMatchObject({
    is_own: true,
    profile: {
      name: '三楼的 fi-7160',
      dpi: 200,
      tone: { contrast: 10 },
      doubleFeed: { ultrasonic: true, length: false },
    },
  })

  const download = page.waitForEvent('download')
  await button('导出').click()
  const file = path.join(root, 'exported.json')
  await (await download).saveAs(file)
  await page.getByLabel('配置文件').setInputFiles(file)
  await list.getByText('三楼的 fi-7160（2）').waitFor()
  await writeFile(path.join(root, 'odd.json'), 'no profile')
  await page.getByLabel('配置文件').setInputFiles(path.join(root, 'odd.json'))
  await page.getByText('这个文件不是扫描仪配置').waitFor()

  await list.getByText('三楼的 fi-7160（2）').click()
  await button('恢复自带值…').click()
  await shoot(page, '/station-profiles', 'reset')
  await button('恢复').click()
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[id="profile-dpi"]')?.value === '300',
  )
  await button('删除…').click()
  await button('删除').click()
  await list.getByText('三楼的 fi-7160（2）').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
})

test('the scanner check goes from finding the scanner to the report', async () => {
  await openScannerDialog()
  await page.getByText('模拟扫描仪').click()
  await page.getByLabel('当作一叠纸的文件夹').fill(stack.folder)
  await page.keyboard.press('Enter')
  await page.getByLabel('配置').waitFor()
  await shoot(page, '/station-check', 'dialog')
  await button('扫描仪检查…').click()
  await button('开始').waitFor()
  await shoot(page, '/station-check', 'begin')

  const sheet = page.waitForEvent('download')
  await button('下载检查页 (PDF)').click()
  const pdf = path.join(root, 'check.pdf')
  await (await sheet).saveAs(pdf)
  expect((await readFile(pdf)).subarray(0, 5).toString()).toBe('%PDF-')

  await button('开始').focus()
  await page.keyboard.press('Enter')
  await dialog().getByText('✓ 找到：').waitFor()
  // The button of the next step has the focus: Enter does it.
  await button('下一步').click()
  await button('开始').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await dialog().getByText('✓ 进纸：').waitFor()
  await button('下一步').click()
  await button('跳过这一步').click()
  // Until it is skipped the button that begins it is there as well.
  await button('开始').and(page.locator(':focus')).waitFor()
  await button('开始').click()
  await dialog().getByText('✓ 先正面、后反面，次序正确').waitFor()
  await dialog().getByText('✓ 反面和正面同向').waitFor()
  await dialog().getByText('实测 ').first().waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('figure img')].every(
      (image) => image.naturalWidth > 0,
    ),
  )
  await shoot(page, '/station-check', 'duplex')
  expect(await tooWide(page)).toEqual([])

  await stack.faults('')
  await button('下一步').click()
  await button('开始').click()
  await dialog().getByText('✕ 没有发现重张').waitFor()
  await shoot(page, '/station-check', 'failed')
  await stack.faults('double-feed@2')
  await button('再做一次').click()
  await dialog().getByText('停机并报告：一次进了多张纸').waitFor()

  await button('写报告').click()
  const place = dialog().getByText('报告已写到：').locator('code')
  await place.waitFor()
  await shoot(page, '/station-check', 'report')
  const folder = (await place.textContent()) ?? ''
  expect(existsSync(path.join(folder, 'report.json'))).toBe(true)
  const report = await browser.newPage()
  await report.goto(`file://${path.join(folder, '检查报告.html')}`)
  await report.getByText('故意重张 · 通过').waitFor()
  await shoot(report, '/station-check', 'html')
  await report.close()

  await button('结束检查').click()
  await expect.poll(async () => (await station.call('state', {})).scanner.check).toBeNull()
  await dialog().getByRole('button', { name: '连接', exact: true }).click()
  await page.getByRole('region', { name: '扫描仪' }).getByText('已连接').waitFor()
})

test('nothing went wrong in the browser', () => {
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
})
