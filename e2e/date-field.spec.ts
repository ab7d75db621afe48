import { expect, test } from 'vitest'
import { shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage('shared')
const MATHEMATICS = 2
const MARK_SET = '/MarkSet'

test('a deadline is typed in Chinese, or chosen from a calendar by keys, whatever the browser speaks', async () => {
  const { examId } = stage.world.underWay.exam
  const path = `${MARK_SET}?exam_id=${examId}&subject_id=${MATHEMATICS}`
  const setting = await stage.enter('admin', path)
  const { page } = setting
  const field = page.getByRole('textbox', { name: '期限' }).first()
  await field.waitFor()
  const year = new Date().getFullYear() + 1

  // What cannot be read is said at once, and is not saved.
  await field.fill('下周吧')
  await page.getByText('看不懂这个时间，请写成 2026-11-20 17:30 或 明天 9:00').waitFor()
  // A deadline that is over already was hardly meant.
  await field.fill(`${year - 2}年3月5日 下午5:30`)
  await field.press('Enter')
  await page.getByText('! 这个时间已经过了，教师会看到已过期限').waitFor()
  await field.fill(`${year}年3月5日 下午5:30`)
  await field.press('Enter')
  expect(await field.inputValue()).toBe(`${year}-03-05 17:30`)

  await field.press('ArrowDown')
  const calendar = page.getByRole('dialog', { name: '期限：日历' })
  await calendar.getByText(`${year}年3月`).waitFor()
  const chosen = calendar.getByRole('button', { name: `${year}年3月5日` })
  expect(await chosen.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => chosen.evaluate((one) => one === document.activeElement)).toBe(true)
  await shoot(page, MARK_SET, 'calendar')
  await page.keyboard.press('PageDown')
  await calendar.getByText(`${year}年4月`).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe(`${year}-04-06 17:30`)
  await calendar.getByLabel('分', { exact: true }).selectOption('45')
  await expect.poll(() => field.inputValue()).toBe(`${year}-04-06 17:45`)
  await calendar.getByRole('button', { name: '完成' }).click()
  await calendar.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: '保存期限' }).click()
  await page.getByRole('button', { name: '取消期限' }).first().waitFor()
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe(`${year}-04-06 17:45`)
  await page.getByRole('button', { name: '取消期限' }).first().click()
  await expect.poll(() => field.inputValue()).toBe('')
  expectQuiet(setting)
})
