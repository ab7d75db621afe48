import { readFile } from 'node:fs/promises'
import { reportStudents } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { xlsxFile } from '../apps/server/src/testing/xlsx-file.ts'
import { readXlsx } from '../apps/server/src/testing/read-xlsx.ts'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage('shared')
const NAME = '导入成绩月考'
const PAGE = '/MainPage/exam-manage/exam-detail/score-import'

test('scores of an exam come from the wizard to a release by a table', async () => {
  const visitor = await stage.enter('director', '/MainPage/exam-manage/create-exam')
  const { page } = visitor
  const onward = page.getByRole('button', { name: '下一步' })
  await page.getByLabel('考试名称').fill(NAME)
  await page.getByText('不扫描、不阅卷，用表格导入得分').click()
  await settle(page)
  expect(await tooWide(page)).toEqual([])
  await shoot(page, '/MainPage/exam-manage/create-exam', 'basics')
  await onward.click()
  for (const subject of ['数学', '英语'])
    await page.locator('label').filter({ hasText: subject }).first().click()
  await page.getByLabel('语文满分').fill('120')
  await shoot(page, '/MainPage/exam-manage/create-exam', 'subjects')
  await onward.click()
  await page.locator('label').filter({ hasText: '高一(2)班' }).click()
  await onward.click()
  await page.getByText(/40 名考生，考号 \d+ 位/).waitFor()
  await shoot(page, '/MainPage/exam-manage/create-exam', 'numbers')
  await onward.click()
  await shoot(page, '/MainPage/exam-manage/create-exam', 'check')
  await page.getByRole('button', { name: '创建考试并生成考生名单' }).click()

  await page.getByRole('heading', { name: '成绩导入' }).waitFor()
  const examId = Number(/exam-detail\/(\d+)\//.exec(page.url())?.[1])
  await settle(page)
  expect(await tooWide(page)).toEqual([])
  await shoot(page, PAGE, 'empty')
  await page.getByRole('button', { name: '导入成绩表' }).click()
  const dialog = page.getByRole('dialog')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载模板（含名单）' }).click()
  const template = await readXlsx(await readFile(await (await saved).path()))
  const [head = [], full = [], ...people] = template
  expect(full.at(-1)).toBe('120')
  const scores = people.map((_, at) => 60 + ((at * 7) % 55))
  const table = (scoreOf: (at: number) => string) =>
    xlsxFile([head, full, ...people.map((row, at) => [...row.slice(0, 3), scoreOf(at)])])
  const choose = (name: string, buffer: Buffer) =>
    dialog.getByLabel('表格文件').setInputFiles({ name, mimeType: '', buffer })

  await choose(
    '有错.xlsx',
    table((at) => (at === 0 ? '旷考' : at === 1 ? '121' : String(scores[at]))),
  )
  await dialog.getByText('D3', { exact: true }).waitFor()
  await dialog.getByText('D4', { exact: true }).waitFor()
  await settle(page)
  await shoot(page, PAGE, 'faults')
  await dialog.getByRole('button', { name: '旷考 → 缺考' }).click()
  await dialog.getByText('D3', { exact: true }).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: '换一个表格' }).click()
  await choose(
    '成绩.xlsx',
    table((at) => (at === 0 ? '缺考' : String(scores[at]))),
  )
  await dialog.getByRole('button', { name: '导入：新增 40 人的成绩' }).click()
  await page.getByText('已导入：新增 40 人的成绩').waitFor()

  await page.getByRole('button', { name: '完成导入' }).click()
  await page.getByRole('dialog').getByText('39 人有成绩，1 人缺考').waitFor()
  await shoot(page, PAGE, 'finish')
  await page.getByRole('dialog').getByRole('button', { name: '完成导入' }).click()
  await page.getByText('语文成绩已完成').waitFor()
  await settle(page)
  await shoot(page, PAGE, 'done')

  await page.getByRole('link', { name: /成绩预审与发布/ }).click()
  await page.getByRole('button', { name: '发布成绩…' }).click()
  const release = page.getByRole('dialog')
  await shoot(page, PAGE, 'release')
  await release.getByLabel('考试名称').fill(NAME)
  await release.getByRole('button', { name: '发布成绩' }).click()
  await page.getByText('成绩已发布，版本 v1').waitFor()
  await page.getByText('版本与差异').click()
  await page.getByText('谁可以查看').waitFor()
  await settle(page)
  expect(await tooWide(page)).toEqual([])
  await shoot(page, PAGE, 'versions')
  const director = await stage.world.signIn('director')
  const report = await director.call(reportStudents, { query: { exam_id: examId, limit: 100 } })
  const totals = new Map(report.list.map((row) => [row.exam_no, row.total_score]))
  for (const [at, [examNo = '']] of people.entries())
    expect(totals.get(examNo), examNo).toBe(at === 0 ? null : (scores[at] ?? 0) * 1000)
  expectQuiet(visitor)
})
