import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { installFromDebian, runInstaller } from './installer.ts'

const SHELL = '/usr/bin/chromium-headless-shell'
/** The first that is there. Debian's shell is the same engine without a desktop: a fifth less processor time. */
const CANDIDATES = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
]

/** Quiet and alone: no sandbox (tests run as root in containers), nothing fetched in the background. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Finds a Chromium, or installs one: Debian's package as root, otherwise Playwright's own download.
 *
 * `CHROME_PATH` names the one to use.
 *
 * @returns path of the program
 * @throws Error that says what to install by hand
 */
export async function ensureChromium(): Promise<string> {
  const chosen = process.env['CHROME_PATH']
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new Error(`CHROME_PATH 指向的文件不存在：${chosen}。请改正，或去掉这个环境变量。`)
  }
  const found = findChromium()
  if (found !== undefined) return found
  const reasons: string[] = []
  const ways = [
    () => fromDebian('chromium-headless-shell'),
    // Releases before it was a package of its own.
    () => fromDebian('chromium'),
    downloadWithPlaywright,
  ]
  for (const install of ways) {
    try {
      await install()
    } catch (error) {
      reasons.push(String(error instanceof Error ? error.message : error))
    }
    const installed = findChromium()
    if (installed !== undefined) return installed
  }
  throw new Error(
    [
      '浏览器测试需要 Chromium，自动安装没有成功。请手动安装：apt-get install chromium fonts-noto-cjk，',
      '或用环境变量 CHROME_PATH 指定已安装的 Chrome / Chromium。',
      '(Browser tests need Chromium: install it, or set CHROME_PATH.)',
      ...reasons,
    ].join('\n'),
  )
}

/**
 * Gets Debian's shell beside the Chromium that is there, when many tests are to come. Where that cannot be, they run
 * with what is there.
 */
export async function preferShell(): Promise<void> {
  const found = process.env['CHROME_PATH'] ?? findChromium()
  // Without any, `ensureChromium` looks for the shell itself; one that was not installed by Debian stays alone.
  if (found !== '/usr/bin/chromium') return
  try {
    await installFromDebian(' Chromium 的无界面版本', ['chromium-headless-shell'])
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    console.log(`没有装上 chromium-headless-shell，用 ${found} 测试，时间要长一些（${reason}）`)
  }
}

/**
 * Starts a headless Chromium; the caller closes it.
 *
 * `E2E_SLOW=6` lets its pages run six times slower than the machine can: what a test does not wait for
 * shows itself.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: FLAGS })
  const rate = Number(process.env['E2E_SLOW'] ?? 1)
  if (rate > 1) slowDown(browser, rate)
  return browser
}

/** Throttles every page of every context that is opened from now on. */
function slowDown(browser: Browser, rate: number): void {
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options): Promise<BrowserContext> => {
    const context = await open(options)
    context.on('page', async (page) => {
      try {
        const session = await context.newCDPSession(page)
        await session.send('Emulation.setCPUThrottlingRate', { rate })
      } catch {
        // The page is closed already.
      }
    })
    return context
  }
}

function findChromium(): string | undefined {
  return [...CANDIDATES, chromium.executablePath()].find((file) => existsSync(file))
}

/** The font comes along: without it every page shows boxes instead of Chinese. */
const fromDebian = (browser: string) =>
  installFromDebian(' Chromium 和中文字体', [browser, 'fonts-noto-cjk'])

async function downloadWithPlaywright(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve('playwright-core/package.json')
  const cli = path.join(path.dirname(entry), 'cli.js')
  await runInstaller(
    '下载 Chromium（Playwright）',
    process.execPath,
    [cli, 'install', 'chromium'],
    {},
  )
}
