import { ownTasks, type ReplyOf } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { shoot, SIZES } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()

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
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const beyond = () =>
      page.evaluate(() => {
        const root = document.documentElement
        return [root.scrollHeight - root.clientHeight, root.scrollWidth - root.clientWidth]
      })
    await expect.poll(beyond, { message: `${size.width}` }).toEqual([0, 0])
    expect(await table.evaluate((grid) => grid.scrollHeight > grid.clientHeight)).toBe(true)
  }
  await shoot(page, '/MainPage/markPaper/markPage/unfinishList', 'many')
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
