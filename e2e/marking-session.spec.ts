import { login, ownTasks, staffList, staffUpdate } from '@hengjuan/contracts'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../scripts/demo/account.ts'
import { painted, paper, pressForNext, typeScore } from './mark-by-key.ts'
import { DESK_SIZES, shoot } from './shots.ts'
import { expectQuiet, signInAs, useStage } from './stage.ts'

// What becomes of marks when somebody signs in anew, takes another role or hands the computer on while a page marks:
// cookies belong to the browser, a page to whoever opened it.

const stage = useStage()
const MATHEMATICS = 2
const SUBMIT = /\/v1\/marker\/set$/
const TASKS = '/MainPage/markPaper/markPage/unfinishList'
/** The browser writes a line for each call that is refused or broken off. */
const REFUSED = /status of 40[0-9]|ERR_FAILED/

test('whoever signs in anew in another tab marks on in the first one, and nothing is lost', async () => {
  const { page, context, visitor } = await desk('marker1')
  const given = await givenBy('marker1')
  await signInElsewhere(context, 'marker1')
  await giveScores(page, [4, 6])
  await page.getByText('已保存').waitFor()
  await given.grewBy(2)
  // Other calls go on as well: a paper is taken back, and a page that asks the server anew is this person's.
  await page.keyboard.press('[')
  await page.getByRole('button', { name: /收回重评/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^收回/ }).click()
  await page.getByText(/这份试卷是您收回的/).waitFor()
  expectQuiet(visitor, REFUSED)
})

test('marks wait while somebody else is signed in on the computer, are never theirs, and arrive once their marker is back', async () => {
  const { page, context, visitor } = await desk('marker2')
  const given = await givenBy('marker2')
  const others = await givenBy('marker4')
  // In the moment before this tab hears of it.
  await signInElsewhere(context, 'marker4')
  await giveScores(page, [5])
  await page.getByText('已换人登录，1 份待上传').waitFor()
  await page.getByText(/这台电脑上已由他人登录.*请用本人账号重新登录/).waitFor()
  await shoot(page, '/marking', 'other-person', DESK_SIZES)
  await giveScores(page, [3])
  await page.getByText('已换人登录，2 份待上传').waitFor()
  await given.grewBy(0)
  await others.grewBy(0)

  await signInElsewhere(context, 'marker2')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByText('已保存').waitFor()
  await given.grewBy(2)
  await others.grewBy(0)
  expectQuiet(visitor, REFUSED)
})

test('a computer that is handed on keeps the marks of who was there before', async () => {
  const { page, context, visitor } = await desk('marker2')
  const given = await givenBy('marker2')
  // Not from the other tab either.
  await context.route(SUBMIT, (route) => route.abort())
  await giveScores(page, [5, 4])
  await page.getByText(/2 份上传中/).waitFor()

  // Somebody signs out in another tab: this one loads anew, without a question that could be answered wrongly.
  const asked = dialogsOf(page)
  const second = await context.newPage()
  await second.goto(TASKS)
  await second.getByRole('button', { name: /账号菜单/ }).click()
  await second.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByLabel('账号').waitFor()
  await page.getByText('本机有 2 份给分还没有上传，阅卷教师本人登录后自动上传').waitFor()
  expect(asked).toEqual([])
  await context.unrouteAll({ behavior: 'ignoreErrors' })

  await signInAs(second, 'marker4')
  await second.getByRole('button', { name: /赵若云，账号菜单/ }).waitFor()
  await given.grewBy(0)
  await second.getByRole('button', { name: /账号菜单/ }).click()
  await second.getByRole('menuitem', { name: '退出登录' }).click()
  await signInAs(second, 'marker2')
  await second.getByRole('button', { name: /李慧敏，账号菜单/ }).waitFor()
  await given.grewBy(2)
  expectQuiet(visitor, REFUSED)
})

test('in a role that does not mark the marks wait, the header says which way back, and going it sends them', async () => {
  await giveRole('marker3', 'scan_operator')
  const { page, context, visitor } = await desk('marker3')
  const given = await givenBy('marker3')
  // Not from the other tab either.
  await context.route(SUBMIT, (route) => route.abort())
  await giveScores(page, [5, 4, 3])
  await page.getByText(/3 份上传中/).waitFor()

  const asked = dialogsOf(page)
  const second = await context.newPage()
  await second.goto(TASKS)
  await takeRole(second, '扫描员')
  const waiting = page.getByText('3 份给分待上传，请切换回阅卷的身份')
  await waiting.waitFor()
  expect(asked).toEqual([])
  await shoot(page, '/marking', 'other-role')
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await given.grewBy(0)

  await takeRole(page, '阅卷教师')
  await given.grewBy(3)
  await expect.poll(() => page.getByText(/份给分/).count()).toBe(0)
  expectQuiet(visitor, REFUSED)
})

test('what was refused stays with its picture until it was read, over a reload and on other pages', async () => {
  const { page, visitor } = await desk('marker1')
  const address = page.url()
  await page.route(SUBMIT, (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'MARKING_LEASE_LOST', msg: '领取已超时', request_id: 'e2e' }),
    }),
  )
  await giveScores(page, [4])
  const tray = page.getByRole('status', { name: '未采纳的评阅' })
  await tray.getByText(/您给了 4 分.*领取已超时/).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await page.reload()
  await tray.getByText(/您给了 4 分.*领取已超时/).waitFor()
  await tray.getByRole('button', { name: '看卷' }).click()
  await tray.getByRole('img').waitFor()
  await shoot(page, '/marking', 'refused-after-reload', DESK_SIZES)

  await page.goto(TASKS)
  await page.getByRole('button', { name: '未采纳 1 份' }).click()
  const list = page.getByRole('dialog', { name: '未采纳的评阅' })
  await list.getByText(/您给了 4 分.*领取已超时/).waitFor()
  await list.getByRole('button', { name: '看卷' }).click()
  await list.getByRole('img').waitFor()
  await shoot(page, TASKS, 'refused')
  await list.getByRole('button', { name: '知道了' }).click()
  await list.waitFor({ state: 'detached' })
  await page.goto(address)
  await painted(page)
  await page.getByText('已保存').waitFor()
  expect(await tray.count()).toBe(0)
  expectQuiet(visitor, REFUSED)
})

function blockId(): number {
  const found = stage.world.underWay.blocks.find(
    ({ subjectId, markMode, points }) =>
      subjectId === MATHEMATICS && markMode === 2 && points.length === 1,
  )
  if (!found) throw new Error('a block is read twice without arbitration')
  return found.blockId
}

/** A marking page with a paper on it. */
async function desk(account: string) {
  const visitor = await stage.enter(account, TASKS)
  const { page, context } = visitor
  await page.goto(`/marking?block_id=${blockId()}`)
  await painted(page)
  await page.getByText('已保存').waitFor()
  return { page, context, visitor }
}

async function giveScores(page: Page, scores: readonly number[]): Promise<void> {
  for (const score of scores) {
    await paper(page).waitFor()
    await typeScore(page, score)
    await pressForNext(page, 'Enter')
  }
}

/** The cookies of the browser are those of a new session; no page is told. */
async function signInElsewhere(context: BrowserContext, account: string): Promise<void> {
  const answer = await context.request.post(login.path, {
    form: { account, password: DEMO_PASSWORD },
  })
  expect(answer.status()).toBe(200)
}

/** How many papers of the block somebody has handed in, told by the server. */
async function givenBy(account: string) {
  const marker = await stage.world.signIn(account)
  const done = async () =>
    (await marker.call(ownTasks, { query: {} })).find((row) => row.block_id === blockId())
      ?.marking_count ?? 0
  let before = await done()
  return {
    grewBy: async (count: number) => {
      await expect.poll(done, { timeout: 30_000 }).toBe(before + count)
      before += count
    },
  }
}

/** Questions of the browser that a page puts, such as whether it may be left; each is answered with no. */
function dialogsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  return asked
}

async function giveRole(account: string, role: string): Promise<void> {
  const admin = await stage.world.signIn('admin')
  const { list } = await admin.call(staffList, { query: { limit: 200 } })
  const person = list.find((one) => one.account === account)
  if (!person) throw new Error(`nobody is called ${account}`)
  await admin.call(staffUpdate, {
    body: {
      user_id: person.user_id,
      roles: [...person.roles.map((held) => ({ role: held.role })), { role }],
    },
  })
}

async function takeRole(page: Page, name: string): Promise<void> {
  await page.getByTitle('切换身份').click()
  await page.getByRole('menuitem', { name }).or(page.getByRole('option', { name })).first().click()
  await page.getByText(`已切换为${name}`).waitFor()
}
