import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stackTemplate } from '../apps/station/src/testing/paper-stack.ts'
import { type ServerDouble, startServerDouble } from '../apps/station/src/testing/server-double.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** Electron's binary does not come with its npm package; somebody has to have fetched it. */
function electronBinary(): string | null {
  const folder = path.join(ROOT, 'apps/station/node_modules/electron')
  const names: Partial<Record<NodeJS.Platform, string>> = {
    win32: 'electron.exe',
    darwin: 'Electron.app/Contents/MacOS/Electron',
  }
  const file = path.join(folder, 'dist', names[process.platform] ?? 'electron')
  return existsSync(file) ? file : null
}

const binary = electronBinary()
if (binary === null)
  console.warn('本机没有 Electron 程序文件，跳过扫描站窗口的测试（node_modules/electron/dist）')

describe.skipIf(binary === null)('the station in its own window', () => {
  let home: string
  let server: ServerDouble
  let app: ElectronApplication
  let page: Page

  const launch = (): Promise<ElectronApplication> =>
    _electron.launch({
      executablePath: binary ?? '',
      args: [path.join(ROOT, 'artifacts/station/app'), `--user-data-dir=${home}`],
      env: { ...process.env, HENGJUAN_SERVER: server.url },
    })

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'station-electron-'))
    execFileSync(process.execPath, ['scripts/station-dist.ts', '--stage-only'], { cwd: ROOT })
    server = await startServerDouble(stackTemplate())
    app = await launch()
    page = await app.firstWindow()
  })

  afterAll(async () => {
    await app?.close()
    await server?.close()
    await rm(home, { recursive: true, force: true })
  })

  test('the operator signs in', async () => {
    await page.getByLabel('账号').fill('operator')
    await page.getByLabel('密码').fill('right')
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByText('还没有批次').waitFor()
  })

  test('the page has no Node and cannot leave', async () => {
    const seen = await page.evaluate(() => ({
      hasRequire: 'require' in globalThis,
      hasProcess: 'process' in globalThis,
      bridge: Object.keys((globalThis as unknown as { station: object }).station).toSorted(),
    }))
    expect(seen).toEqual({
      hasRequire: false,
      hasProcess: false,
      bridge: ['call', 'onClosing', 'pathOf', 'pickFolder', 'subscribe'],
    })
    await page.evaluate(() => location.assign('https://example.org/'))
    expect(page.url()).toBe('station-screen://app/')
    expect(await page.evaluate(() => window.open('https://example.org/'))).toBeNull()
  })

  test('a second start ends at once and leaves the first window', async () => {
    const second = await launch().catch(() => null)
    await second?.waitForEvent('close').catch(() => undefined)
    expect(app.windows()).toHaveLength(1)
  })
})
