import { examCreate, schoolClasses } from '@hengjuan/contracts'
import { beforeEach, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { pages } from '../apps/web/src/routes.tsx'
import { permissionsOfPage } from '../apps/web/src/shell/page.ts'
import { LEADS_HOME, type PageVisit, pageVisits } from './addresses.ts'
import { follow } from './follow.ts'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage, type Visitor } from './stage.ts'

const stage = useStage('shared')

/** Longer than a page takes to say what it has to say. */
const PATIENCE_MS = 30_000
/** Every page, on a machine that may be busy. */
const WALK = { timeout: 1_200_000 }
/** Windows that walk side by side: a page that loads leaves the other core idle. */
const LANES = [0, 1]
const FAILURE = '服务器出现意外错误，请稍后重试'
/** What a page shows of a failed call: the page itself, a part of it, or a line. */
const REFUSED = '[role="alert"]'
/** What stands where data will be. */
const WAITING = '[role="status"], [aria-busy="true"], [data-loading], .bp6-spinner, .bp6-skeleton'

/** Where windows open. */
const HOME = '/MainPage/homePage'
const windows = new Map<string, Promise<Visitor>>()
beforeEach(() => windows.clear())

const windowOf = (account: string, lane = 0): Promise<Visitor> => {
  const name = `${account} ${lane}`
  const open = windows.get(name) ?? stage.enter(account, HOME)
  windows.set(name, open)
  return open
}

/** Looks at every page, in two windows at once. */
async function walk(
  visits: readonly PageVisit[],
  look: (visit: PageVisit, page: Page) => Promise<void>,
): Promise<void> {
  await Promise.all(
    LANES.map(async (lane) => {
      for (const visit of visits.filter((_, index) => index % LANES.length === lane)) {
        const { page } = await windowOf(visit.account, lane)
        await look(visit, page)
      }
    }),
  )
}

/** Calls for what a page shows; who is signed in is known by then. */
const isData = ({ pathname }: URL): boolean =>
  pathname.startsWith('/v1/') && !pathname.startsWith('/v1/school/user')

test(
  'every page shows its data and never scrolls sideways; to an admin each opens or is refused in words',
  WALK,
  async () => {
    const wide: string[] = []
    const refused: string[] = []
    const isAllowed = await allowedTo('admin')
    const visits = pageVisits(stage.world)
    // What belongs to somebody else is opened by its owner and, after that, tried by an admin.
    const tried = visits
      .filter(({ account }) => account !== 'admin')
      .map((visit) => ({ ...visit, account: 'admin' }))
    await walk([...visits, ...tried], async (visit, page) => {
      await follow(page, visit)
      const isAdmin = visit.account === 'admin'
      if (isAdmin && !isAllowed(visit.path)) {
        refused.push(visit.path)
        await page.getByRole('alert').waitFor()
      }
      await page.waitForFunction(() => document.body.innerText.trim().length > 20)
      await settle(page)
      if (isAdmin && !refused.includes(visit.path))
        expect(await page.getByRole('alert').count(), visit.title).toBe(0)
      for (const width of await tooWide(page)) wide.push(`${visit.path} ${width}`)
      await shoot(page, visit.path, tried.includes(visit) ? 'admin' : 'data')
    })
    expect(wide).toEqual([])
    // What only a person in another role may do is refused in words.
    expect(refused).toContain('/MainPage/searchScore/:exam_no/:exam_id')
    // No page complains, and nothing leaves the server. Reports of an exam that is not released answer so.
    for (const lane of LANES) expectQuiet(await windowOf('admin', lane), /status of 40[39].*\/v1\//)
  },
)

test(
  'every page of an exam without candidates, sheets and scores says what to do',
  WALK,
  async () => {
    const examId = await emptyExam()
    const silent: string[] = []
    const visits = pageVisits(stage.world, examId)
    const ofExam = visits.filter(({ address }) => address.includes(String(examId)))
    await walk(ofExam, async (visit, page) => {
      await follow(page, visit)
      await settle(page)
      await shoot(page, visit.path, 'empty')
      const says = page.waitForFunction(
        () => (document.querySelector('#root')?.textContent ?? '').trim().length >= 20,
        null,
        { timeout: PATIENCE_MS },
      )
      await says.catch(() => silent.push(visit.path))
    })
    expect(silent).toEqual([])
  },
)

test(
  'every page shows that it is loading, and says what happened when the server fails',
  WALK,
  async () => {
    const silent: string[] = []
    await walk(pageVisits(stage.world), async (visit, page) => {
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
      await page.route(isData, async (route) => {
        await answered
        await route
          .fulfill({
            status: 500,
            contentType: 'application/json',
            body: JSON.stringify({ error: 'INTERNAL', msg: FAILURE, request_id: 'e2e-0001' }),
          })
          .catch(() => undefined)
      })
      const shows = async (sign: Locator, state: string): Promise<void> => {
        await sign
          .first()
          .waitFor({ timeout: PATIENCE_MS })
          .catch(() => silent.push(`${visit.path} ${state}`))
        await shoot(page, visit.path, state)
      }
      // Every answer is refused, so nothing is remembered from the page before; but for the page on which the
      // window opened, and for the desk, which keeps its papers while one looks back.
      if (visit.path === HOME || LEADS_HOME.includes(visit.path)) await page.goto(visit.address)
      else await follow(page, visit)
      await shows(page.locator(WAITING), 'loading')
      answer()
      await shows(page.locator(REFUSED).filter({ hasText: FAILURE }), 'failing')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
    expect(silent).toEqual([])
  },
)

test('a server that cannot say who is signed in is reported, and trying again goes on', async () => {
  const { page } = await windowOf('admin')
  await page.route('**/v1/school/user', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'INTERNAL', msg: FAILURE, request_id: 'e2e-0002' }),
    }),
  )
  await page.goto('/MainPage/exam-manage/overview')
  await page.getByRole('alert').filter({ hasText: FAILURE }).waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: '重试' }).click()
  const exams = page.getByRole('grid', { name: '考试列表' })
  await exams.waitFor()
  await exams.getByText(stage.world.underWay.exam.name).waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
})

test('a database that was away is no matter once it is back: pages come by themselves', async () => {
  const { page } = await windowOf('admin')
  const away = {
    status: 503,
    contentType: 'application/json',
    body: JSON.stringify({ error: 'DATABASE_AWAY', msg: FAILURE, request_id: 'e2e-0003' }),
  }
  const grid = page.getByRole('grid', { name: '考试列表' })
  for (const call of ['**/v1/school/user', '**/v1/exams/newlist2*']) {
    await page.route(call, (route) => route.fulfill(away))
    await page.goto('/MainPage/exam-manage/overview')
    await page.getByRole('alert').filter({ hasText: FAILURE }).waitFor()
    await page.unrouteAll()
    await grid.getByText(stage.world.underWay.exam.name).waitFor()
  }
})

test('a page that asked too often comes by itself once it may ask again, and waits until then', async () => {
  const { page } = await windowOf('admin')
  let asked = 0
  // A proxy before the server counts requests; its answer is a page of its own.
  const tooMany = { status: 429, headers: { 'retry-after': '3' }, body: '<h1>429</h1>' }
  await page.route('**/v1/exams/newlist2*', (route) =>
    ++asked === 1 ? route.fulfill(tooMany) : route.continue(),
  )
  await page.goto('/MainPage/exam-manage/overview')
  await page.getByRole('alert').filter({ hasText: '操作过于频繁，请 3 秒后再试' }).waitFor()
  expect(asked).toBe(1)
  const grid = page.getByRole('grid', { name: '考试列表' })
  await grid.getByText(stage.world.underWay.exam.name).waitFor()
  expect(asked).toBe(2)
  await page.unrouteAll()
})

/** Whether an account may open a page, by its path. */
async function allowedTo(account: string): Promise<(path: string) => boolean> {
  const { user } = await stage.world.signIn(account)
  const mine = new Set<string>(user.permissions)
  return (path) => {
    const page = pages.find((one) => one.path === path)
    if (!page) return false
    return page.access === 'signedIn' || permissionsOfPage(page).some((one) => mine.has(one))
  }
}

/** An exam that was created and nothing more. */
async function emptyExam(): Promise<number> {
  const director = await stage.world.signIn('director')
  const classes = await director.call(schoolClasses, { query: {} })
  const { exam_id } = await director.call(examCreate, {
    params: { schoolId: director.user.school_id ?? 0 },
    body: {
      name: '空白考试',
      type: 2,
      mode: 1,
      grade_id: 10,
      start_date: '2026-12-01',
      class_ids: classes.filter(({ grade_id }) => grade_id === 10).map(({ class_id }) => class_id),
      subject_ids: [1, 2],
    },
  })
  return exam_id
}
