import {
  candidatesOfSubject,
  exceptionDetail,
  fixChoiceAll,
  listExceptions,
} from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Account } from '../scripts/demo/account.ts'
import { looked, PICTURES } from './mark-by-key.ts'
import { shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const PLACE = '/scan-error-handle'
/** Whoever touches nothing for so long lets go of a sheet. */
const LEASE_MS = 2 * 60_000

test('a sheet without a number shows its name, codes, digits and seat above the search', async () => {
  const admin = await stage.world.signIn('admin')
  const [item] = await itemsOf(admin, 'exam_no')
  if (!item) throw new Error('the world has a sheet without a number')
  const visitor = await stage.enter('admin', addressOf('exam_no'))
  const { page } = visitor
  const finder = page.getByRole('textbox', { name: '查找考生' })
  await finder.waitFor()
  await page.getByRole('img', { name: '手写姓名' }).waitFor()
  await page.getByRole('img', { name: '填涂考号' }).waitFor()
  const { neighbours } = await admin.call(exceptionDetail, {
    query: { ...at(), exception_id: item.exception_id },
  })
  const { before, after } = neighbours
  const beside = before ?? after
  if (!beside) throw new Error('the stack has other sheets')
  const seat = page.getByText(
    new RegExp(
      `^[前后](一|第 \\d+ )张 ${beside.room_no} 考场 ${beside.seat_no} 座 ${beside.name}$`,
    ),
  )
  await seat.waitFor()
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1280, height: 720 },
  ]) {
    await page.setViewportSize(size)
    const [above, below] = [await seat.boundingBox(), await finder.boundingBox()]
    expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0)
    // The search is on the screen with the first who are found.
    expect((below?.y ?? 0) + 120).toBeLessThan(size.height)
  }
  await shoot(page, PLACE, 'number')
  expect(await tooWide(page)).toEqual([])

  const query = { ...at(), all: 1 as const, limit: 1 }
  const [someone] = (await admin.call(candidatesOfSubject, { query })).list
  if (!someone) throw new Error('the subject has candidates')
  const initials = someone.name_pinyin.split(' ').at(-1) ?? ''
  for (const keyword of [initials, someone.exam_no, someone.name]) {
    await finder.fill(keyword)
    await page.getByRole('button', { name: new RegExp(someone.exam_no) }).waitFor()
  }
  expectQuiet(visitor)
})

test('the template lies over the scan until it is put away, and follows the four points', async () => {
  const visitor = await stage.enter('admin', addressOf('absence'))
  const { page } = visitor
  const ghost = page.locator('main svg[aria-hidden] path')
  await ghost.waitFor()
  await page.keyboard.press('o')
  await ghost.waitFor({ state: 'detached' })
  await page.keyboard.press('o')
  await ghost.waitFor()
  await shoot(page, PLACE, 'ghost')

  // Three of the marks are there to be clicked.
  await page.goto(addressOf('to_verify'))
  await page.getByRole('button', { name: /四点定位/ }).click()
  const residual = page.getByText(/四点偏差 \d+\.\d\d 毫米/)
  const residualMm = async () => Number(/\d+\.\d\d/.exec(await residual.innerText())?.[0])
  const lines = page.locator('path:has(+ polygon)')
  await page.getByText('四点还没有对准').waitFor()
  await shoot(page, PLACE, 'four-points')
  const before = await lines.getAttribute('d')
  await looked(page)
  await page.keyboard.press('1')
  for (let step = 0; step < 10; step++) await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(residualMm).toBeGreaterThan(2)
  expect(await lines.getAttribute('d')).not.toBe(before)
  await shoot(page, PLACE, 'four-points-off')
  await putOnMarks(page)
  await expect.poll(residualMm).toBeLessThan(1)
  await shoot(page, PLACE, 'four-points-on-marks')
  expect(await tooWide(page)).toEqual([])
  expectQuiet(visitor)
})

test('choices above 98 % are taken at once after saying how many, and one undo gives all back', async () => {
  const admin = await stage.world.signIn('admin')
  const waiting = (await itemsOf(admin, 'choice')).length
  const visitor = await stage.enter('admin', addressOf('choice'))
  const { page } = visitor
  const level = page.getByLabel('可信度')
  await expect.poll(() => level.inputValue()).toBe('0.98')
  await page.getByRole('button', { name: /^按识别结果接受 \d+ 题$/ }).waitFor()
  // What can not be pressed says why, to the keyboard as well.
  await page.getByRole('button', { name: /^撤销/ }).focus()
  await page.getByText('本次打开页面以来没有可以撤销的处理').waitFor()
  await page.getByRole('button', { name: /^撤销/ }).blur()
  await shoot(page, PLACE, 'choice')
  await page.setViewportSize({ width: 1280, height: 720 })
  expect(await rowsThatFit(page)).toBeGreaterThanOrEqual(3)
  // How sure the machine is of the doubtful marks on so few sheets is luck: the server is asked about all of them.
  await page.route(`**${fixChoiceAll.path}`, (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), above: 0 } }),
  )
  await level.selectOption('0.5')
  const accept = page.getByRole('button', { name: /^按识别结果接受 [1-9]\d* 题$/ })
  const count = Number(/\d+/.exec(await accept.innerText())?.[0])
  await accept.click()
  const left = async () => (await itemsOf(admin, 'choice')).length
  await expect.poll(left).toBe(waiting - count)
  await page.getByText(`已接受 ${count} 题，Ctrl+Z 可一次撤销`).waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(left).toBe(waiting)
  expect(await tooWide(page)).toEqual([])
  expectQuiet(visitor)
})

test('a doubtful choice is not decided without its picture, which can be asked for anew', async () => {
  const admin = await stage.world.signIn('admin')
  const waiting = async () => (await itemsOf(admin, 'choice')).length
  const before = await waiting()
  const visitor = await stage.enter('admin', '/')
  const { page } = visitor
  await page.route(PICTURES, (route) => route.fulfill({ status: 500 }))
  await page.goto(addressOf('choice'))
  const card = page.locator('article[data-current]')
  await card.getByText('图像没有加载').waitFor()
  await page.keyboard.press('0')
  await page.keyboard.press('Enter')
  await page.getByText('这一题的图像还没有显示，可以看整张答题卡').waitFor()
  await shoot(page, PLACE, 'no-picture')
  expect(await waiting()).toBe(before)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await card.getByRole('button', { name: '重试' }).click()
  await card.getByRole('img', { name: /填涂处$/ }).evaluate(async (image) => {
    if (image instanceof HTMLImageElement) await image.decode()
  })
  await page.keyboard.press('Enter')
  await expect.poll(waiting).toBe(before - 1)
  await page.keyboard.press('Control+z')
  await expect.poll(waiting).toBe(before)
  expectQuiet(visitor, /500/)
})

test('a sheet is held by who has it before them, until they touch nothing for two minutes', async () => {
  const first = await stage.enter('admin', addressOf('absence'))
  await first.page.clock.install()
  await first.page.reload()
  const decide = (page: Page) => page.getByRole('button', { name: /^正常参加考试/ })
  await decide(first.page).waitFor()
  const second = await stage.enter('operator', addressOf('absence'))
  const held = second.page.getByText('周国栋 正在处理这张答题卡')
  await held.waitFor()
  expect(await decide(second.page).count()).toBe(0)
  await second.page.getByText('同时在处理：周国栋（缺考）').waitFor()
  await shoot(second.page, PLACE, 'held')

  await first.page.clock.fastForward(LEASE_MS + 10_000)
  await decide(second.page).waitFor()
  await held.waitFor({ state: 'detached' })

  // Whoever comes back finds it in the other's hands, and may take it over.
  await first.page.mouse.move(300, 300)
  await first.page.clock.fastForward(10_000)
  await first.page.getByText('孙小梅 正在处理这张答题卡').waitFor()
  await first.page.getByRole('button', { name: '接手处理' }).click()
  await decide(first.page).waitFor()
  await held.waitFor()
  expectQuiet(first)
  expectQuiet(second)
})

/**
 * Puts a point on each corner mark of the page that is being located: a click beside the mark brings the
 * point that lies elsewhere, one that lies there already is dragged, also where the mark is torn off.
 */
async function putOnMarks(page: Page): Promise<void> {
  const admin = await stage.world.signIn('admin')
  const [item] = await itemsOf(admin, 'to_verify')
  const query = { ...at(), exception_id: item?.exception_id ?? 0 }
  const { ghosts, anchors } = await admin.call(exceptionDetail, { query })
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] =
    ghosts[0]?.homography ?? []
  for (const { x_mm, y_mm } of anchors[0]?.corners ?? []) {
    const w = g * x_mm + h * y_mm + i
    // A little beside the middle of the mark.
    const mark = {
      x: (a * x_mm + b * y_mm + c) / w + 6,
      y: (d * x_mm + e * y_mm + f) / w - 6,
    }
    const spot = await page.locator('svg:has(> polygon)').evaluate((svg, { x, y }) => {
      const matrix = (svg as SVGSVGElement).getScreenCTM()
      const point = new DOMPoint(x, y).matrixTransform(matrix ?? undefined)
      return { x: point.x, y: point.y }
    }, mark)
    const circles = await page.locator('circle').evaluateAll((all) =>
      all.map((circle) => {
        const { x, y, width } = circle.getBoundingClientRect()
        return { x: x + width / 2, y: y + width / 2, radius: width / 2 }
      }),
    )
    const own = circles.find(({ x, y, radius }) => Math.hypot(x - spot.x, y - spot.y) <= radius)
    if (own) {
      await page.mouse.move(own.x, own.y)
      await page.mouse.down()
    }
    await page.mouse.move(spot.x, spot.y)
    if (!own) await page.mouse.down()
    await page.mouse.up()
  }
}

/** Rows of questions, four in each, between the first card and the bottom of its pane. */
const rowsThatFit = (page: Page): Promise<number> =>
  page
    .locator('main article')
    .first()
    .evaluate((card) => {
      const grid = card.parentElement
      const pane = card.closest('section')?.getBoundingClientRect()
      const { top, height } = card.getBoundingClientRect()
      const gap = Number.parseFloat(grid ? getComputedStyle(grid).rowGap : '')
      const columns = grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 0
      return columns === 4 && pane ? Math.floor((pane.bottom - top + gap) / (height + gap)) : 0
    })

const at = () => ({ exam_id: stage.world.underWay.exam.examId, subject_id: MATHEMATICS })

const addressOf = (category: string): string =>
  `/MainPage/exam-manage/scan-error-handle/${MATHEMATICS}/${category}/all/0/0?exam_id=${at().exam_id}`

const itemsOf = async (account: Account, category: 'exam_no' | 'choice' | 'to_verify') =>
  (
    await account.call(listExceptions, {
      query: { ...at(), category: category as 'all', limit: 200 },
    })
  ).list
