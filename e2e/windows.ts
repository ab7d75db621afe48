import type { Browser, BrowserContext, CDPSession, Disposable, Page } from 'playwright-core'
import { looked } from './mark-by-key.ts'

/** Longer than any page takes on a busy machine, shorter than a test may. */
const PATIENCE_MS = 60_000
/** A window that is not empty by then is closed. */
const EMPTYING_MS = 5000
/** A document of the portal's own that runs nothing. */
const EMPTY = '/favicon.svg'
/** What the pages of one address keep; the programs they loaded stay compiled. */
const KEPT = 'cookies,local_storage,indexeddb,service_workers,cache_storage,websql'

export interface WindowOptions {
  width?: number
  height?: number
  /** A screen that is touched: a finger is the main pointer, and nothing hovers. */
  hasTouch?: boolean
  /** Presses come before what came up could be seen. */
  isImpatient?: boolean
}

/** A window of the browser, and what it takes to make it new again. */
export interface OpenWindow {
  page: Page
  context: BrowserContext
  /** A page asks who is signed in only where it remembers somebody: it remembers this one while there are cookies. */
  remember(userId: number): Promise<void>
}

/** What a window cannot change any more. */
type Kind = Required<Pick<WindowOptions, 'hasTouch' | 'isImpatient'>>

interface Kept extends OpenWindow, Kind {
  address: string
  devtools: CDPSession
  /** Somebody replaces or slows down something in it: it is not used again. */
  isChanged: boolean
  /** Somebody intercepts what it asks for. */
  isIntercepted: boolean
  /** Somebody took the network away, and has perhaps not given it back. */
  isOffline: boolean
  /** Of the test that has it. */
  listeners: { event: string; listener: () => void }[]
  scripts: Disposable[]
}

/**
 * Windows that were used are used again: a page in a new one compiles every script anew, which costs three times as
 * much as the page itself. Whoever gets one finds nothing of the person before: no cookie, nothing kept in any
 * storage, no history; only the files of the portal are known to it.
 */
export class WindowPool {
  #idle: Kept[] = []
  #given = new Map<Page, Kept>()

  /** @param address what paths are of */
  async open(browser: Browser, address: string, options: WindowOptions): Promise<OpenWindow> {
    const { width = 1440, height = 900, hasTouch = false, isImpatient = false } = options
    await this.#closeForeign(address)
    const found = this.#idle.findIndex(
      (one) => one.hasTouch === hasTouch && one.isImpatient === isImpatient,
    )
    const [known] = found === -1 ? [] : this.#idle.splice(found, 1)
    const one = known ?? (await newWindow(browser, address, { hasTouch, isImpatient }))
    this.#given.set(one.page, one)
    await one.page.setViewportSize({ width, height })
    return one
  }

  /** Empties a window for whoever comes next, or closes it. */
  async giveBack(page: Page): Promise<void> {
    const one = this.#given.get(page)
    if (!one) throw new Error('this window is not of the pool')
    this.#given.delete(page)
    if (await isEmptied(one)) this.#idle.push(one)
    else await one.context.close()
  }

  /** Pages of another server, which has ended, compile their scripts anew in any window. */
  async #closeForeign(address: string): Promise<void> {
    const foreign = this.#idle.filter((one) => one.address !== address)
    this.#idle = this.#idle.filter((one) => one.address === address)
    for (const { context } of foreign) await context.close()
  }
}

async function newWindow(browser: Browser, address: string, kind: Kind): Promise<Kept> {
  const context = await browser.newContext({
    baseURL: address,
    hasTouch: kind.hasTouch,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  if (!kind.isImpatient) await lookBeforePresses(page)
  const addInitScript = context.addInitScript.bind(context)
  const one: Kept = {
    ...kind,
    page,
    context,
    address,
    devtools: await context.newCDPSession(page),
    isChanged: false,
    isIntercepted: false,
    isOffline: false,
    listeners: [],
    scripts: [],
    remember: async (userId) => {
      one.scripts.push(
        await addInitScript(
          ([key, id]) => {
            const isSignedIn = location.protocol === 'http:' && document.cookie.includes('hj_csrf=')
            if (isSignedIn && localStorage.getItem(key) === null) localStorage.setItem(key, id)
          },
          ['examination_userId', String(userId)] as const,
        ),
      )
    },
  }
  followChanges(one)
  return one
}

/** Clicks and keys wait for what came up just now, as people do: until it was seen it takes no decision (`useOneByOne`). */
async function lookBeforePresses(page: Page): Promise<void> {
  await page.addLocatorHandler(page.locator('[data-new]').first(), () => Promise.resolve())
  const press = page.keyboard.press.bind(page.keyboard)
  page.keyboard.press = async (...how) => {
    await looked(page)
    await press(...how)
  }
}

/** What a test does to a window that cannot be undone, or not surely. */
const CHANGES_OF_PAGE = [
  'routeWebSocket',
  'addInitScript',
  'addLocatorHandler',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'setExtraHTTPHeaders',
] as const
const CHANGES_OF_CONTEXT = [
  'routeWebSocket',
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'newPage',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const

function followChanges(one: Kept): void {
  const { page, context } = one
  for (const name of CHANGES_OF_PAGE) announce(page, name, () => (one.isChanged = true))
  for (const name of CHANGES_OF_CONTEXT) announce(context, name, () => (one.isChanged = true))
  for (const owner of [page, context]) announce(owner, 'route', () => (one.isIntercepted = true))
  announce(context, 'setOffline', () => (one.isOffline = true))
  // Its own clock.
  for (const owner of [page, context]) {
    const { clock } = owner
    Object.defineProperty(owner, 'clock', {
      get: () => {
        one.isChanged = true
        return clock
      },
    })
  }
  for (const name of ['on', 'once'] as const)
    announce(page, name, (event, listener) =>
      one.listeners.push({ event: event as string, listener: listener as () => void }),
    )
}

/** Says so before a method is called. */
function announce(
  owner: Page | BrowserContext,
  name: string,
  tell: (...how: unknown[]) => void,
): void {
  const methods = owner as unknown as Record<string, (...how: unknown[]) => unknown>
  const method = methods[name]
  if (!method) throw new Error(`a window has no ${name}`)
  methods[name] = (...how) => {
    tell(...how)
    return method.apply(owner, how)
  }
}

async function isEmptied(one: Kept): Promise<boolean> {
  const { page, context, devtools, address } = one
  if (one.isChanged || page.isClosed() || context.pages().length !== 1) return false
  for (const { event, listener } of one.listeners.splice(0)) page.off(event as 'close', listener)
  try {
    if (one.isOffline) await context.setOffline(false)
    if (one.isIntercepted)
      // What a test keeps back may wait for ever; the page that asked for it is left below.
      for (const owner of [page, context]) await owner.unrouteAll({ behavior: 'ignoreErrors' })
    one.isOffline = false
    one.isIntercepted = false
    for (const script of one.scripts.splice(0)) await script.dispose()
    await page.mouse.move(0, 0)
    await page.goto(EMPTY, { timeout: EMPTYING_MS })
    await page.evaluate(() => sessionStorage.clear())
    await devtools.send('Storage.clearDataForOrigin', { origin: address, storageTypes: KEPT })
    await devtools.send('Page.resetNavigationHistory')
    await context.clearCookies()
    return true
  } catch {
    // Its server has been ended, or the page does not let go.
    return false
  }
}
