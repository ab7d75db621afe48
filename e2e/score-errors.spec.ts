import { exceptionCounts, listExceptions } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { scanMarkedPile } from './marked-pile.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()

test('marks of papers that were marked before the scan are typed from the picture, and taken back', async () => {
  const pile = await scanMarkedPile(stage.world, {
    name: '先阅后扫的月考',
    entry: 'bars',
    marks: [
      { '11-12': 8, '13': 7.5, '14': 12, '15': 0 },
      // More than the twelve points of the question.
      { '11-12': 8, '13': 19, '14': 12, '15': 3 },
      // Nobody marked question 14.
      { '11-12': 8, '13': 7.5, '15': 18 },
    ],
  })
  const at = { exam_id: pile.examId, subject_id: pile.subjectId }
  const operator = await stage.world.signIn('operator')
  const open = async () =>
    (await operator.call(listExceptions, { query: at })).list.map(({ category, reason }) => [
      category,
      reason,
    ])
  expect(await open()).toEqual([
    ['score', '合计 19 分，超过满分 12 分，请确认得分'],
    ['score', '得分栏没有填涂，请确认得分'],
  ])

  const visitor = await stage.enter(
    'operator',
    `/MainPage/exam-manage/scan-error-handle/${pile.subjectId}/score/all/0/0?exam_id=${pile.examId}`,
  )
  const { page } = visitor
  const typed = page.getByLabel('得分', { exact: true })
  await page.getByText('各栏合计 19 分，超过满分 12 分').waitFor()
  await page.getByRole('img', { name: '第13题的打分处' }).waitFor()
  // What the block may not get is not taken from the keyboard either.
  await page.keyboard.press('9')
  await page.keyboard.press('9')
  await expect.poll(() => typed.textContent()).toBe('9')
  await page.keyboard.press(';')
  await page.getByRole('button', { name: '确认 9.5 分' }).waitFor()
  await page.keyboard.press('Enter')

  await page.getByRole('img', { name: '第14题的打分处' }).waitFor()
  await page.keyboard.press('f')
  await page.getByRole('button', { name: '确认 15 分' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(open).toEqual([])

  await page.getByRole('button', { name: /^撤销/ }).and(page.locator(':enabled')).waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(open).toEqual([['score', '得分栏没有填涂，请确认得分']])
  await page.getByRole('img', { name: '第14题的打分处' }).waitFor()
  const counts = await operator.call(exceptionCounts, { query: at })
  expect([counts.open, counts.handled, counts.undone_today]).toEqual([1, 1, 1])
  expectQuiet(visitor)
})
