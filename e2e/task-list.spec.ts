import { ownTasks, type ReplyOf } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { DESK_SIZES, shoot, SIZES } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage('shared')

test('many tasks scroll in their table, and the page behind it does not', async () => {
  const visitor = await stage.enter('marker1', '/')
  const { page } = visitor
  // More than fill a window: as a marker of several exams has.
  await page.route(`**${ownTasks.path}*`, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: ReplyOf<typeof ownTasks> }
    const data = Array.from({ length: 30 }, (_, no) =>
      reply.data.map((row) => ({ ...row, block_id: row.block_id + 1000 * no })),
    ).flat()
    await route.fulfill({ response, json: { ...reply, data } })
  })
  await page.goto('/MainPage/markPaper/markPage/unfinishList')
  const table = page.getByRole('grid', { name: '我的阅卷任务' })
  await table.getByRole('row').nth(1).waitFor()
  for (const size of DESK_SIZES) {
    await page.setViewportSize(size)
    const beyond = () =>
      page.evaluate(() => {
        const root = document.documentElement
        return [root.scrollHeight - root.clientHeight, root.scrollWidth - root.clientWidth]
      })
    await expect.poll(beyond, { message: `${size.width}` }).toEqual([0, 0])
    expect(await table.evaluate((grid) => grid.scrollHeight > grid.clientHeight)).toBe(true)
  }
  // All that the specification lists of a task is in sight in the windows that schools have.
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect
      .poll(() => table.evaluate((grid) => grid.scrollWidth - grid.clientWidth), {
        message: `${size.width}`,
      })
      .toBe(0)
  }
  await shoot(page, '/MainPage/markPaper/markPage/unfinishList', 'many')

  // Found by the keyboard alone, and still found after a look elsewhere.
  const search = page.getByPlaceholder('搜索题块、科目或考试')
  const name = await table.getByRole('row').nth(1).locator('strong').innerText()
  const count = page.getByText(/^\d+ \/ \d+ 个题块$/)
  const counted = async () => ((await count.innerText()).match(/\d+/g) ?? []).map(Number)
  const [all = 0] = await counted()
  await search.fill(name)
  await search.press('Enter')
  await expect.poll(async () => (await counted())[0]).toBeLessThan(all)
  expect(await counted()).toEqual([expect.toSatisfy((found) => found >= 30), all])
  await page.goto('/MainPage/homePage')
  await page.goBack()
  await expect.poll(() => search.inputValue()).toBe(name)
  await search.fill('没有这样的题块')
  await page.getByText('没有符合条件的任务').waitFor()
  await page.getByRole('button', { name: '清除筛选' }).last().click()
  await expect.poll(() => count.innerText()).toBe(`${all} / ${all} 个题块`)
  expectQuiet(visitor)
})

test('what is over stands apart from what is still to be marked', async () => {
  const visitor = await stage.enter('marker1', '/')
  const { page } = visitor
  await page.route(`**${ownTasks.path}*`, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: ReplyOf<typeof ownTasks> }
    const [row] = reply.data
    if (!row) throw new Error('the marker has tasks')
    const fresh = { claimed_count: 0, rejected_count: 0, taken_back_count: 0, final_count: 0 }
    const data = [
      { ...row, ...fresh, block_id: 1, block_name: '还要评', status: 'open', unit_count: 9 },
      { ...row, ...fresh, block_id: 2, block_name: '上学期', status: 'closed', unit_count: 9 },
      { ...row, ...fresh, block_id: 3, block_name: '都评完', unit_count: 9, final_count: 9 },
    ]
    await route.fulfill({ response, json: { ...reply, data } })
  })
  await page.goto('/MainPage/markPaper/markPage/unfinishList')
  const names = async () =>
    (await page.getByRole('grid').locator('strong').allInnerTexts()).toSorted()
  await expect.poll(names).toEqual(['还要评'])
  await shoot(page, '/MainPage/markPaper/markPage/unfinishList', 'unfinished')
  await page.locator('label').filter({ hasText: '已结束' }).click()
  await expect.poll(names).toEqual(['上学期', '都评完'].toSorted())
  await shoot(page, '/MainPage/markPaper/markPage/unfinishList', 'over')
  // The address keeps it.
  await page.reload()
  await expect.poll(names).toEqual(['上学期', '都评完'].toSorted())
  expectQuiet(visitor)
})
