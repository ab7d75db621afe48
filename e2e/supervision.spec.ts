import { markNext, markSubmit } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import type { Account } from '../scripts/demo/account.ts'
import { shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

test('the numbers of the supervision page follow the marking without a reload', async () => {
  const { underWay } = stage.world
  const block = underWay.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  if (!block) throw new Error('a block of mathematics is read once')
  const visitor = await stage.enter(
    'admin',
    `/MarkingSupervision?exam_id=${underWay.exam.examId}&subject_id=${MATHEMATICS}`,
  )
  const { page } = visitor
  await page.getByText(/实时$/).waitFor()
  // A reload would lose this.
  await page.evaluate(() => Object.assign(window, { hasNotReloaded: true }))
  const total = await figure(page, '总份数')
  expect(total).toBeGreaterThan(0)
  // Those who wrote nothing wait for their confirmation, not for a marker.
  const waiting = await figure(page, '待评')
  await expectFigure(page, '已完成', 0)
  await expectFigure(page, '评阅中', 0)

  const marker = await stage.world.signIn('marker2')
  const hand = await marker.call(markNext, { query: { block_id: block.blockId, n: 3 } })
  expect(hand.tasks).toHaveLength(3)
  await expectFigure(page, '评阅中', 3)
  await expectFigure(page, '待评', waiting - 3)
  await submit(marker, block.blockId, hand.tasks)
  await expectFigure(page, '已完成', 3)
  await expectFigure(page, '评阅中', 0)
  expect(await page.evaluate(() => 'hasNotReloaded' in window)).toBe(true)

  // The row opens its markers; the one who marked has the papers.
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: block.name })
  await row.click()
  await page.getByText('李慧敏').first().waitFor()
  // Whose figures are read stays there, though somebody else has more by now.
  const shown = page.getByText('李慧敏的给分曲线与全体对照').first()
  await shown.waitFor()
  const faster = await stage.world.signIn('marker4')
  const more = await faster.call(markNext, { query: { block_id: block.blockId, n: 4 } })
  await submit(faster, block.blockId, more.tasks)
  const drawer = page.getByRole('dialog', { name: `数学 · ${block.name}` })
  const fasterRow = drawer.getByRole('row').filter({ hasText: '赵若云' })
  await fasterRow.getByText(String(more.tasks.length), { exact: true }).first().waitFor()
  expect(more.tasks.length).toBeGreaterThan(3)
  expect(await shown.isVisible()).toBe(true)
  expectQuiet(visitor)
})

test('while the stream is broken the page says so and asks again by itself', async () => {
  const { underWay } = stage.world
  const { page } = await stage.enter('director', '/MainPage/homePage')
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'eventsource' ? route.abort() : route.fallback(),
  )
  await page.goto(`/MarkingSupervision?exam_id=${underWay.exam.examId}&subject_id=${MATHEMATICS}`)
  await page.getByText(/轮询$/).waitFor()
  const inHand = await figure(page, '评阅中')
  const block = underWay.blocks.findLast(({ subjectId }) => subjectId === MATHEMATICS)
  const marker = await stage.world.signIn('marker3')
  await marker.call(markNext, { query: { block_id: block?.blockId ?? 0, n: 2 } })
  await expectFigure(page, '评阅中', inHand + 2)
})

test('a connection that was cut comes back by itself, with what happened meanwhile', async () => {
  const { underWay } = stage.world
  const { page, context } = await stage.enter(
    'director',
    `/MarkingSupervision?exam_id=${underWay.exam.examId}&subject_id=${MATHEMATICS}`,
  )
  await page.getByText(/实时$/).waitFor()
  const inHand = await figure(page, '评阅中')
  await context.setOffline(true)
  await page.getByText(/轮询$/).waitFor()
  const block = underWay.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  const marker = await stage.world.signIn('marker4')
  const { tasks } = await marker.call(markNext, { query: { block_id: block?.blockId ?? 0, n: 2 } })
  expect(tasks.length).toBeGreaterThan(0)
  expect(await figure(page, '评阅中')).toBe(inHand)
  await context.setOffline(false)
  await page.getByText(/实时$/).waitFor()
  await expectFigure(page, '评阅中', inHand + tasks.length)
})

test('the limits of the lights are set for the exam, and come back when the page is opened again', async () => {
  const { underWay } = stage.world
  const visitor = await stage.enter('admin', `/MarkingSupervision?exam_id=${underWay.exam.examId}`)
  const { page } = visitor
  const open = () => page.getByRole('button', { name: '状态界限' }).click()
  await open()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/种子卷合格率低于/).fill('101')
  await dialog.getByText('请填 0 到 100 之间的数').waitFor()
  await dialog.getByLabel(/种子卷合格率低于/).fill('70')
  await shoot(page, '/MarkingSupervision', 'limits')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('状态界限已保存').waitFor()
  await page.reload()
  await open()
  await expect.poll(() => dialog.getByLabel(/种子卷合格率低于/).inputValue()).toBe('70')
  await dialog.getByRole('button', { name: '恢复默认' }).click()
  expect(await dialog.getByLabel(/种子卷合格率低于/).inputValue()).toBe('80')
  expectQuiet(visitor)
  // Who may not change them reads why below the title, not by hovering over a field.
  const leader = await stage.enter('leader', `/MarkingSupervision?exam_id=${underWay.exam.examId}`)
  await leader.page.getByRole('button', { name: '状态界限' }).click()
  const shown = leader.page.getByRole('dialog')
  await shown
    .getByText('状态界限由学校管理员或教务主任（联考为阅卷管理员）设置，这里只能查看。')
    .waitFor()
  expect(await shown.getByLabel(/种子卷合格率低于/).isDisabled()).toBe(true)
  await shoot(leader.page, '/MarkingSupervision', 'limits-shown')
  expectQuiet(leader)
})

test('an export that takes its time says how far it is, can be given up, and be asked for again', async () => {
  const { underWay } = stage.world
  const visitor = await stage.enter(
    'director',
    `/MarkingSupervision?exam_id=${underWay.exam.examId}`,
  )
  const { page } = visitor
  // The first is never answered, the second never arrives.
  let asked = 0
  await page.route(/new_marking_process\/.*export/, async (route) => {
    asked += 1
    if (asked === 2) await route.abort()
    else if (asked > 2) await route.continue()
  })
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const start = page.getByRole('button', { name: '教师进度与质量' })
  await start.click()
  await page.getByText(/教师进度与质量：正在生成，已 \d+ 秒/).waitFor()
  await shoot(page, '/MarkingSupervision', 'export')
  await page.getByRole('button', { name: '取消教师进度与质量' }).click()
  await page.getByText('已取消：教师进度与质量').waitFor()
  await start.click()
  await page.getByText('连不上服务器，请检查网络').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '再试一次' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/)
  expectQuiet(visitor, /ERR_FAILED/)
})

async function submit(
  marker: Account,
  blockId: number,
  tasks: readonly { reading_id: number; points: readonly unknown[] }[],
): Promise<void> {
  for (const { reading_id, points } of tasks)
    await marker.call(markSubmit, {
      body: {
        block_id: blockId,
        reading_id,
        idem_key: ulid(),
        scores: points.map(() => 4000),
        active_ms: 3000,
      },
    })
}

async function figure(page: Page, label: string): Promise<number> {
  const cell = page
    .locator('dl[aria-label="各状态份数"] > div')
    .filter({ has: page.getByText(label, { exact: true }) })
  return Number(await cell.locator('dd').innerText())
}

const expectFigure = (page: Page, label: string, value: number) =>
  expect.poll(() => figure(page, label)).toBe(value)
