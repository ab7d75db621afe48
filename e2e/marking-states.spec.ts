import { blockSettingsSet, markNext, markSubmit, ownTasks, type ReplyOf } from '@hengjuan/contracts'
import { errorMessage } from '@hengjuan/domain'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import {
  codeNow,
  painted,
  paper,
  PICTURES,
  pictured,
  pressForNext,
  typeScore,
} from './mark-by-key.ts'
import { DESK_SIZES, shoot } from './shots.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const NEXT = /\/v1\/marker\/single\?/
const SUBMIT = /\/v1\/marker\/set$/
const STATUS = /\/v1\/marker\/status\?/
type Queue = ReplyOf<typeof markNext>

/** Why there is no paper: what is said, and the ways on besides the other tasks. @source ui D2 (states to design) */
const WITHOUT_PAPER: readonly [
  reason: NonNullable<Queue['reason']>,
  title: string,
  ways: readonly string[],
][] = [
  ['empty', '现在没有可评的试卷', ['再领一次']],
  ['at_quota', '您的任务已完成', []],
  ['daily_cap', '今天的任务已完成', []],
  ['warned', '请等待题组长确认', ['再领一次']],
  ['unqualified', '阅卷前请先通过定标', ['去试评与定标']],
  ['paused', '阅卷已暂停', ['再领一次']],
  ['closed', '本题块已结束阅卷', []],
  ['setup', '阅卷还没有开始', ['再领一次']],
  ['suspended', '您的任务已停止分配', []],
]

let last: Page | undefined
afterEach(() => last?.unrouteAll({ behavior: 'ignoreErrors' }))

test('without a paper the marking page says why, and what can be done next', async () => {
  const page = await desk('marker1')
  for (const [reason, title, ways] of WITHOUT_PAPER) {
    await changed(page, NEXT, (queue: Queue) => ({ ...queue, tasks: [], reason }))
    await page.goto(address())
    await page.getByText(title, { exact: true }).waitFor()
    const next = page.getByRole('navigation', { name: '可以继续的工作' })
    await next.getByRole('link', { name: '查看我的其他任务' }).waitFor()
    for (const way of ways)
      await next
        .getByRole('button', { name: way })
        .or(next.getByRole('link', { name: way }))
        .waitFor()
    // What needs a paper is off and says so.
    const later = page.getByRole('button', { name: '稍后再评' })
    expect(await later.getAttribute('aria-disabled'), reason).toBe('true')
    // Nothing that is covered takes the focus.
    expect(await page.locator('main').getByRole('button', { name: '适合宽度' }).count()).toBe(0)
    // A key that needs one says so where nothing is scored as well.
    await page.keyboard.press('z')
    await page.getByText('先用「上一份」或查找打开评过的试卷，再收回重评').waitFor()
    await shoot(page, '/marking', `without-${reason}`, DESK_SIZES)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('a paper that was sent back says so above the answer, never on it', async () => {
  const page = await desk('marker1')
  await changed(page, NEXT, (queue: Queue) => ({
    ...queue,
    tasks: queue.tasks.map((task, at) =>
      at === 0
        ? { ...task, kind: 'rejected' as const, reject_comment: '第二问漏看', scores: [8000] }
        : task,
    ),
  }))
  await page.goto(address())
  await painted(page)
  const banner = page.getByText(/这份试卷被打回，请重新评阅（您原来给了 8 分）：第二问漏看/)
  await banner.waitFor()
  await shoot(page, '/marking', 'rejected', DESK_SIZES)
  const [above, frame] = [
    await banner.boundingBox(),
    await page.locator('main [aria-busy]').boundingBox(),
  ]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + 1)
})

test('a picture that does not come can be loaded again or passed on', async () => {
  const page = await desk('marker1')
  await page.route(PICTURES, (route) => route.abort())
  await page.goto(address())
  await page.getByText('这份试卷的图像没有加载出来').waitFor()
  await page.getByRole('button', { name: '提交为问题卷' }).waitFor()
  await shoot(page, '/marking', 'no-picture', DESK_SIZES)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: '重新加载' }).click()
  await paper(page).waitFor()
})

test('a picture that the server could not read comes by itself once it can', async () => {
  const page = await desk('marker1')
  await page.route(PICTURES, (route) => route.fulfill({ status: 507 }))
  await page.goto(address())
  await page.getByText('这份试卷的图像没有加载出来').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await painted(page)
})

test('a server that has no space keeps nobody from marking, and says why marks wait', async () => {
  const page = await desk('marker1')
  const full = { error: 'STORAGE_FULL', msg: errorMessage('STORAGE_FULL') }
  await page.route(SUBMIT, (route) => route.fulfill({ status: 507, json: full }))
  await page.goto(address())
  await painted(page)
  const before = await codeNow(page)
  await typeScore(page, 3)
  await page.keyboard.press('Enter')
  await page.getByText('服务器暂时不能保存，1 份待上传').waitFor()
  await page.getByTitle(/^服务器磁盘已满.*给分都保存在本机，会自动上传/).waitFor()
  await painted(page)
  expect(await codeNow(page)).not.toBe(before)
  await shoot(page, '/marking', 'server-full', DESK_SIZES)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByText('已保存').waitFor()
})

test('no score is taken before the answer is on the screen', async () => {
  const page = await desk('marker1')
  const held: (() => void)[] = []
  await page.route(PICTURES, async (route) => {
    await new Promise<void>((letGo) => held.push(letGo))
    await route.continue()
  })
  const sent: string[] = []
  page.on('request', (request) => {
    if (SUBMIT.test(request.url())) sent.push(request.url())
  })
  await page.goto(address())
  const total = page.getByTestId('mark-total')
  await total.waitFor()
  const why = page.getByText('图像还没有显示，看到试卷后再给分')
  const before = await codeNow(page)
  for (const key of ['5', 'Enter', 'Shift+F', 'Enter', 'b']) {
    await page.keyboard.press(key)
    await why.waitFor()
  }
  await shoot(page, '/marking', 'not-painted', DESK_SIZES)
  await page.getByRole('button', { name: /^满分/ }).click()
  expect(await total.innerText()).toBe('–')
  expect(await codeNow(page)).toBe(before)
  for (const letGo of held) letGo()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await painted(page)
  // The line goes with its reason, and the same key counts now.
  await why.waitFor({ state: 'detached' })
  await typeScore(page, 5)
  await expect.poll(() => total.innerText()).toBe('5')
  expect(sent).toEqual([])
})

test('behind the whole sheet no key marks, and without the network the page says what cannot be seen', async () => {
  const page = await desk('marker1')
  await page.goto(address())
  await painted(page)
  const whole = page.getByTestId('whole-paper')
  const total = page.getByTestId('mark-total')
  const before = await codeNow(page)
  const given = await total.innerText()
  await page.keyboard.press('w')
  await whole.getByText('正在评阅').waitFor()
  for (const key of ['3', 'Shift+F', 'Enter', 'b', ']', 'v']) await page.keyboard.press(key)
  await page.getByText('正在看整卷，这个键没有生效；返回试卷后再给分').waitFor()
  expect(await total.innerText()).toBe(given)
  expect(await codeNow(page)).toBe(before)
  // The keys of the browser scroll the sheet.
  const top = () => whole.evaluate((section) => section.scrollTop)
  const below = () =>
    whole.evaluate((section) => section.scrollHeight - section.clientHeight - section.scrollTop)
  // A key that is pressed while the browser is still scrolling gets lost: people press it again as well.
  const pressed = async (key: string, look: () => Promise<number>) => {
    await page.keyboard.press(key)
    return look()
  }
  await expect.poll(() => pressed('End', below), { interval: 500 }).toBeLessThan(2)
  await expect.poll(() => pressed('Home', top), { interval: 500 }).toBe(0)
  await expect.poll(() => pressed('Space', top), { interval: 500 }).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await whole.waitFor({ state: 'detached' })
  await typeScore(page, 3)
  await expect.poll(() => total.innerText()).toBe('3')

  await pressForNext(page, 'Enter')
  await page.context().setOffline(true)
  await page.keyboard.press('w')
  await whole.getByText('网络不通，暂时看不到整卷').waitFor()
  await shoot(page, '/marking', 'whole-offline', DESK_SIZES)
  await page.keyboard.press('w')
  await page.keyboard.press('/')
  const dialog = page.getByRole('dialog', { name: '本人评过的试卷' })
  await dialog.getByText('网络不通，暂时查不了评过的试卷').waitFor()
  await shoot(page, '/marking', 'search-offline', DESK_SIZES)
  await page.context().setOffline(false)
  await dialog.getByRole('row').first().waitFor()
})

test('a grid shows the whole of every answer that is to get the common score, however long it is', async () => {
  const page = await desk('marker1')
  await page.goto(address())
  await painted(page)
  for (const key of ['v', 'v']) await page.keyboard.press(key)
  const tiles = page.getByTestId('grid').getByRole('listitem')
  await expect.poll(() => tiles.count()).toBeGreaterThan(2)
  await pictured(tiles)
  await shoot(page, '/marking', 'grid', DESK_SIZES)
  for (const tile of await tiles.all()) {
    const image = tile.getByRole('img')
    const [frame, box] = await Promise.all([tile.boundingBox(), image.boundingBox()])
    if (!frame || !box) throw new Error('a tile has its picture')
    expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height)
    expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width)
  }
  await page.keyboard.press('v')
})

test('scores that were not taken, and what came of seeds, lie in trays beside the next paper', async () => {
  const page = await desk('marker2')
  await changed(page, STATUS, (status: object) => ({
    ...status,
    seed_feedback: [
      { reading_id: 1, is_passed: true, total_milli: 8000, definitive_milli: 8000, comments: [] },
      {
        reading_id: 2,
        is_passed: false,
        total_milli: 3000,
        definitive_milli: 7000,
        comments: ['方法不同，推理完整'],
      },
    ],
  }))
  await page.route(SUBMIT, (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({
        error: 'MARKING_LEASE_LOST',
        msg: '这份试卷的领取已超时，给分没有采用',
        request_id: 'e2e-0003',
      }),
    }),
  )
  await page.goto(address())
  await painted(page)
  await typeScore(page, 4)
  await pressForNext(page, 'Enter')
  const tray = page.getByRole('status', { name: '未采纳的评阅' })
  await tray.getByText(/您给了 4 分.*领取已超时/).waitFor()
  await tray.getByRole('button', { name: '看卷' }).click()
  await tray.getByRole('img').waitFor()
  const seeds = page.getByRole('status', { name: '种子卷结果' })
  await seeds.getByText('✕ 您给了 3 分，标准分 7 分：方法不同，推理完整').waitFor()
  await shoot(page, '/marking', 'trays', DESK_SIZES)
  // The next paper is not in their way: it is marked while they stand.
  await typeScore(page, 5)
  await expect.poll(() => page.getByTestId('mark-total').innerText()).toBe('5')
  for (const one of [tray, seeds]) await one.getByRole('button', { name: '知道了' }).click()
  await expect.poll(async () => (await tray.count()) + (await seeds.count())).toBe(0)
})

test('without the network and without papers the page says what is kept, and sends it when the network is back', async () => {
  const page = await desk('marker3')
  await page.goto(address())
  await painted(page)
  await page.context().setOffline(true)
  let given = 0
  for (; (await page.getByTestId('mark-total').count()) > 0; given += 1) {
    await typeScore(page, 3)
    await pressForNext(page, 'Enter')
  }
  await page.getByText('网络不通，手中的试卷已评完').waitFor()
  await page.getByText(`已给的 ${given} 份分数保存在本机`, { exact: false }).waitFor()
  await shoot(page, '/marking', 'offline', DESK_SIZES)
  await page.getByRole('button', { name: '立即重试' }).waitFor()
  // The page hears of the network by itself; nothing has to be pressed.
  await page.context().setOffline(false)
  await page.getByText('已保存').waitFor()
})

test('a block that gives nothing is not offered as the next work, and the own tasks say why', async () => {
  const admin = await stage.world.signIn('admin')
  const marker = await stage.world.signIn('marker4')
  const tasks = await marker.call(ownTasks, { query: {} })
  const open = tasks.filter((row) => row.status === 'open' && row.pool_count > 1)
  const [warned, capped] = open.filter(({ exam_id }) => exam_id === open[0]?.exam_id)
  if (!warned || !capped) throw new Error('two blocks can be marked')
  const on = { block_id: capped.block_id }
  await admin.call(blockSettingsSet, {
    body: {
      exam_id: capped.exam_id,
      subject_id: capped.subject_id,
      blocks: [{ ...on, daily_cap: 1 }],
    },
  })
  const { tasks: given } = await marker.call(markNext, { query: { ...on, n: 1 } })
  const [task] = given
  await marker.call(markSubmit, {
    body: {
      ...on,
      reading_id: task?.reading_id ?? 0,
      idem_key: 'the-only-paper-of-today',
      scores: task?.points.map(() => 0) ?? [],
    },
  })
  const page = await desk('marker4')
  const row = page.getByRole('row').filter({
    has: page.getByText(capped.block_name, { exact: true }),
    hasText: capped.exam_name,
  })
  await row.getByText('今日已满').waitFor()
  await row.getByText('已达到本题块每人每天的评阅上限，明天可以继续').waitFor()
  await row.scrollIntoViewIfNeeded()
  await shoot(page, '/MainPage/markPaper/markPage/unfinishList', 'daily-cap')

  // The desk of another block has nothing: it offers what there is, and not this one.
  await changed(page, NEXT, (queue: Queue) => ({ ...queue, tasks: [], reason: 'warned' as const }))
  await page.goto(`/marking?block_id=${warned.block_id}`)
  const next = page.getByRole('navigation', { name: '可以继续的工作' })
  await next
    .getByText(/可评 \d+ 份/)
    .first()
    .waitFor()
  expect(await next.locator(`a[href="/marking?block_id=${capped.block_id}"]`).count()).toBe(0)
  expect(await next.getByText('可评 0 份').count()).toBe(0)
  await shoot(page, '/marking', 'next-work', DESK_SIZES)
})

function address(): string {
  const block = stage.world.underWay.blocks.find(
    ({ subjectId, markMode, points }) =>
      subjectId === MATHEMATICS && markMode === 2 && points.length === 1,
  )
  if (!block) throw new Error('a block is read twice without arbitration')
  return `/marking?block_id=${block.blockId}`
}

/** A window of a marker, on the way to the marking page. */
async function desk(account: string): Promise<Page> {
  const { page } = await stage.enter(account, '/MainPage/markPaper/markPage/unfinishList')
  last = page
  return page
}

/** The server answers; the test changes what it says. */
async function changed<T>(page: Page, url: RegExp, change: (data: T) => T): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: T }
    await route.fulfill({ response, json: { ...reply, data: change(reply.data) } })
  })
}
