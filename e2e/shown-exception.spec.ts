import { exceptionCounts, listExceptions } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { looked } from './mark-by-key.ts'
import { expectQuiet, useStage } from './stage.ts'

// What is decided about stays on the page, whatever comes to its list and leaves it meanwhile.

const stage = useStage()
const MATHEMATICS = 2
const CURRENT = 'ul[aria-label="异常列表"] [aria-current]'

const addressOf = (category: string): string =>
  `/MainPage/exam-manage/scan-error-handle/${MATHEMATICS}/${category}/all/0/0?exam_id=${stage.world.underWay.exam.examId}`

test('a sheet that comes before the others does not take the place of the one that is looked at', async () => {
  const visitor = await stage.enter('admin', '/')
  const { page } = visitor
  let hasNew = false
  await page.route(new RegExp(listExceptions.path), async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    // The list as it was before the last sheet of it came to its front.
    const [newest, ...others] = body.data.list
    if (!hasNew) body.data.list = others
    else expect(newest).toBeDefined()
    await route.fulfill({ json: body })
  })
  await page.goto(addressOf('exam_no'))
  const field = page.getByLabel('查找考生')
  await field.waitFor()
  await looked(page)
  const code = await page.locator(CURRENT).innerText()
  const rows = page.locator('ul[aria-label="异常列表"] button')
  const count = await rows.count()
  await field.fill('2026')
  hasNew = true
  await page.route(new RegExp(exceptionCounts.path), async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    body.data.open += 1
    await route.fulfill({ json: body })
  })
  await expect.poll(() => rows.count()).toBe(count + 1)
  expect(await page.locator(CURRENT).innerText()).toBe(code)
  expect(await field.inputValue()).toBe('2026')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expectQuiet(visitor)
})

test('after a decision in the middle of the list the next one comes up, and never the first', async () => {
  const visitor = await stage.enter('admin', addressOf('to_verify'))
  const { page } = visitor
  const rows = page.locator('ul[aria-label="异常列表"] button')
  await rows.nth(1).click()
  const first = await rows.first().innerText()
  await expect.poll(() => page.locator(CURRENT).innerText()).toBe(await rows.nth(1).innerText())
  const next = await rows.nth(2).innerText()
  const verify = page.getByRole('button', { name: /^核实无误/ })
  await verify.waitFor()
  // The counts are asked for together with the list, and come late.
  await page.route(new RegExp(exceptionCounts.path), async (route) => {
    await new Promise((late) => setTimeout(late, 1500))
    await route.continue()
  })
  await page.evaluate((current) => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const look = () => {
      seen.add(document.querySelector<HTMLElement>(current)?.innerText ?? '')
      requestAnimationFrame(look)
    }
    look()
  }, CURRENT)
  await looked(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator(CURRENT).innerText()).toBe(next)
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
  expect(seen).not.toContain(first)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expectQuiet(visitor)
})
