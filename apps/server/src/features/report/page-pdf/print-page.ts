import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Browser, Page, Route } from 'playwright-core'
import { unlessAborted } from './serial-queue.ts'

/**
 * Where the browser believes to be. There is no such place: it has no network, and what it asks for is answered by this
 * process, so that no other origin can be reached whatever a page says.
 */
const PORTAL = 'https://portal.invalid'
const NO_NETWORK = ['--host-resolver-rules=MAP * ~NOTFOUND', '--disable-background-networking']
const READY = '[data-report-state="ready"], [data-report-state="failed"]'

interface AskedPage {
  path: string
  cookie: string
  /** Whose session it is: the portal keeps it in the browser, and asks who is signed in only where it stands there. */
  userId: number
}

interface Printed {
  pdf: Buffer
  /** As the page calls itself. */
  title: string
}

/** The browser can not be started. */
export class BrowserMissing extends Error {}
/** What the page says instead of its report. */
export class PageFailed extends Error {}

/** Prints a page of the portal as its reader sees it. @throws BrowserMissing, PageFailed */
export async function printPage(
  app: FastifyInstance,
  chromiumPath: string,
  asked: AskedPage,
  signal: AbortSignal,
): Promise<Printed> {
  const browser = await launched(chromiumPath, signal)
  try {
    return await unlessAborted(printedIn(browser, app, asked), signal)
  } finally {
    await browser.close()
  }
}

async function launched(executablePath: string, signal: AbortSignal): Promise<Browser> {
  // Whoever prints nothing needs none of it in memory.
  const { chromium } = await import('playwright-core')
  const launching = chromium
    .launch({ executablePath, args: NO_NETWORK })
    .catch((error: unknown) => {
      throw new BrowserMissing(String(error), { cause: error })
    })
  try {
    return await unlessAborted(launching, signal)
  } catch (error) {
    // One that comes up when nobody waits any more.
    void launching.then((late) => late.close()).catch(() => undefined)
    throw error
  }
}

async function printedIn(
  browser: Browser,
  app: FastifyInstance,
  { path, cookie, userId }: AskedPage,
): Promise<Printed> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    serviceWorkers: 'block',
    acceptDownloads: false,
  })
  await context.routeWebSocket('**', (socket) => socket.close())
  const traffic = new Traffic()
  await context.route('**', (route) => traffic.during(answered(route, app, cookie)))
  await context.addInitScript(`localStorage.setItem('examination_userId', '${userId}')`)
  const page = await context.newPage()
  await page.goto(`${PORTAL}${path}`, { waitUntil: 'domcontentloaded', timeout: 0 })
  await loaded(page, traffic)
  const pdf = await page.pdf({
    format: 'A4',
    printBackground: true,
    preferCSSPageSize: true,
    tagged: true,
  })
  return { pdf, title: await page.title() }
}

/** Waits until the report is there, with its charts and letters. */
async function loaded(page: Page, traffic: Traffic): Promise<void> {
  const report = page.locator(READY).first()
  await report.waitFor({ state: 'attached', timeout: 0 })
  await traffic.quiet()
  if ((await report.getAttribute('data-report-state')) === 'failed')
    throw new PageFailed((await report.innerText()).replace(/\s+/g, ' ').slice(0, 100))
  await page.evaluate('document.fonts.ready.then(() => null)')
}

/** So long nothing is asked for: then all that a page loads by and by is there. */
const QUIET_MS = 500

/** What a page asks for, as long as it is on its way. */
class Traffic {
  #open = 0
  #lastAt = Date.now()

  async during(answer: Promise<void>): Promise<void> {
    this.#open += 1
    try {
      await answer
    } finally {
      this.#open -= 1
      this.#lastAt = Date.now()
    }
  }

  async quiet(): Promise<void> {
    while (this.#open > 0 || Date.now() - this.#lastAt < QUIET_MS) await setTimeout(QUIET_MS / 5)
  }
}

/** Answers what the page asks for: calls that read and files of the portal, nothing else. */
async function answered(route: Route, app: FastifyInstance, cookie: string): Promise<void> {
  const request = route.request()
  const url = new URL(request.url())
  if (url.origin !== PORTAL || request.method() !== 'GET') return route.abort('blockedbyclient')
  const reply = await app.inject({
    method: 'GET',
    url: `${url.pathname}${url.search}`,
    headers: { cookie, 'user-agent': request.headers()['user-agent'] ?? '' },
  })
  const headers = Object.entries(reply.headers).flatMap(([name, value]) =>
    value === undefined || name === 'set-cookie' ? [] : [[name, String(value)] as const],
  )
  await route.fulfill({
    status: reply.statusCode,
    headers: Object.fromEntries(headers),
    body: reply.rawPayload,
  })
}
