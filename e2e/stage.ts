import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { login, type ReplyOf } from '@hengjuan/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { DEMO_PASSWORD } from '../scripts/demo/account.ts'
import { launchBrowser } from '../scripts/testing/chromium.ts'
import { followTraffic } from './shots.ts'
import { WindowPool, type OpenWindow, type WindowOptions } from './windows.ts'
import { openWorld, sharedWorld, type World } from './world.ts'

const ARTIFACTS = resolve(import.meta.dirname, '../artifacts')
/** The first file prepares the world of the whole run. */
const PREPARATION_MS = 30 * 60_000
/** 600 drawings, which Blueprint fetches for a name such as `icon="add"`; `<AddIcon />` comes with its page. */
const ALL_ICONS = /\/assets\/(allPaths|splitPaths|paths-)/

/** A window of the browser, with everything that went wrong in it. */
export interface Visitor extends OpenWindow {
  /** Errors of the console and of scripts. */
  complaints: string[]
  /** Requests that left the server of this test. */
  foreign: string[]
}

export interface TestStage {
  world: World
  /** A window of a person who is not signed in. */
  visit(path: string, options?: WindowOptions): Promise<Visitor>
  /** A window of a person who has signed in, at `path`. How one signs in through the page has tests of its own. */
  enter(account: string, path: string, options?: WindowOptions): Promise<Visitor>
}

/** The browser of this worker, for one file after the other; Playwright ends it when the worker ends. */
let shared: Promise<Browser> | undefined
/** Windows know the scripts of one address: those of the shared world are kept beside those of the others. */
let windows = { own: new WindowPool(), shared: new WindowPool() }

/** A start costs as much as two pages. A browser that has died is replaced. */
async function browserOfWorker(): Promise<Browser> {
  const known = await shared?.catch(() => undefined)
  if (known?.isConnected()) return known
  shared = launchBrowser()
  windows = { own: new WindowPool(), shared: new WindowPool() }
  return shared
}

/**
 * A world for the tests of a file, and windows of a browser. `shared` is for files that leave the prepared exams as they
 * are: they look, or work on what they made themselves. After a failed test every open window is kept in
 * `artifacts/` as a picture with its console; the windows of a test are closed after it.
 */
export function useStage(kind: 'own' | 'shared' = 'own'): TestStage {
  let hasFailed = false
  let world: World | undefined
  let browser: Browser | undefined
  let visitors: Visitor[] = []

  beforeAll(async () => {
    // Each waits for a process of its own.
    const opened = (kind === 'shared' ? sharedWorld() : openWorld()).then((one) => (world = one))
    const launched = browserOfWorker().then((one) => (browser = one))
    await Promise.allSettled([opened, launched])
    await Promise.all([opened, launched])
  }, PREPARATION_MS)

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      hasFailed = true
      await keepEvidence(task.name, visitors)
    }
    for (const { page } of visitors) await windows[kind].giveBack(page)
    visitors = []
  })

  // A shared world goes on, unless a test may have left it half way.
  afterAll(() => (kind === 'own' || hasFailed ? world?.close() : undefined))

  const worldOf = (): World => {
    if (!world) throw new Error('the world opens in beforeAll')
    return world
  }

  const openWindow = async (options: WindowOptions = {}): Promise<Visitor> => {
    if (!browser) throw new Error('the browser starts in beforeAll')
    const address = pageAddress(worldOf())
    const opened = await windows[kind].open(browser, address, options)
    const { page } = opened
    followTraffic(page)
    const visitor: Visitor = { ...opened, complaints: [], foreign: [] }
    visitors.push(visitor)
    page.on('pageerror', (error) => visitor.complaints.push(error.stack ?? error.message))
    page.on('console', (message) => {
      if (message.type() === 'error')
        visitor.complaints.push(`${message.text()} ${message.location().url}`)
    })
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(`${address}/`) && !/^(data|blob):/.test(url)) visitor.foreign.push(url)
      if (ALL_ICONS.test(url))
        visitor.complaints.push(`an icon is asked for by its name, which loads all of them: ${url}`)
    })
    return visitor
  }

  const visit: TestStage['visit'] = async (path, size) => {
    const visitor = await openWindow(size)
    await visitor.page.goto(path)
    return visitor
  }

  return {
    get world() {
      return worldOf()
    },
    visit,
    enter: async (account, path, options) => {
      const visitor = await openWindow(options)
      // Its cookies are those of the window.
      const signedIn = await visitor.context.request.post(login.path, {
        data: { account, password: DEMO_PASSWORD },
      })
      if (!signedIn.ok())
        throw new Error(`${account}: ${signedIn.status()} ${await signedIn.text()}`)
      const { data } = (await signedIn.json()) as { data: ReplyOf<typeof login> }
      await visitor.remember(data.user_id)
      await visitor.page.goto(path)
      return visitor
    },
  }
}

/**
 * The server as a school opens it, by the number of a computer in the house: browsers keep much from such pages that
 * they give to those of localhost. This number is the computer itself as well, and no browser trusts it.
 */
const pageAddress = ({ address }: Pick<World, 'address'>): string =>
  address.replace('127.0.0.1', '0.0.0.0')

/** Fills in the form and presses Enter. */
export async function signInAs(
  page: Page,
  account: string,
  password = DEMO_PASSWORD,
): Promise<void> {
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Nothing went wrong that the test did not bring about, and nothing left the server. */
export function expectQuiet(visitor: Visitor, expected?: RegExp): void {
  expect(visitor.complaints.filter((text) => !expected?.test(text))).toEqual([])
  expect(visitor.foreign).toEqual([])
}

async function keepEvidence(test: string, visitors: readonly Visitor[]): Promise<void> {
  await mkdir(ARTIFACTS, { recursive: true })
  for (const [index, { page, complaints, foreign }] of visitors.entries()) {
    const file = join(
      ARTIFACTS,
      `${test.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}-${index + 1}`,
    )
    await page.screenshot({ path: `${file}.png` }).catch(() => undefined)
    await writeFile(`${file}.log`, [page.url(), ...complaints, ...foreign].join('\n'))
  }
}
