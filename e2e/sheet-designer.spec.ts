import { readFile } from 'node:fs/promises'
import {
  examCreate,
  examCreateConfirm,
  examGet,
  examList,
  sheetDetail,
  sheetGet,
} from '@hengjuan/contracts'
import type { SheetDesign } from '@hengjuan/domain'
import { createReader } from '@hengjuan/omr'
import { renderBlankPages, simulateSheet } from '@hengjuan/scan-simulator'
import { calibrationGeometry, layoutSheet, renderPdf } from '@hengjuan/sheet'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readBack } from '../scripts/sheet-tests/read-back.ts'
import { comeBack } from './come-back.ts'
import { expectQuiet, useStage } from './stage.ts'
import { shoot } from './shots.ts'

const stage = useStage('shared')
const MATHS = 2
const LINES = [
  '1-20 单选 4选项 3分',
  '21-25 多选 5选项 4分',
  '26-29 填空 5分',
  '30 解答 12分 高70',
  '31 解答 12分 高70',
  '32-33 选做1题 解答 10分',
  '34 作文 40分 300格',
]

test('what is being drawn stays when the window is looked at again after a while', async () => {
  const { exam } = stage.world.underWay
  const visitor = await stage.enter(
    'director',
    `/MainPage/exam-manage/AffairManage/${exam.examId}/answer-sheet-manage?subject_id=3`,
  )
  const { page } = visitor
  const title = page.getByLabel('第 1 大题标题')
  await title.fill('第一部分　听力（改过）')
  await comeBack(page, '/v1/answersheet/info')
  expect(await title.inputValue()).toBe('第一部分　听力（改过）')
  expectQuiet(visitor)
})

test('a sheet of three pages is designed by mouse and keyboard, printed, scanned and read', async () => {
  const examId = await newExam()
  const visitor = await stage.enter(
    'director',
    `/MainPage/exam-manage/AffairManage/${examId}/answer-sheet-manage?subject_id=${MATHS}`,
  )
  const { page } = visitor
  await page.getByRole('button', { name: /空白答题卡/ }).click()
  await page.getByLabel('题目清单').fill('1-20 单选 4选项\n')
  await page.getByText('第 1 行「1-20 单选 4选项」：没有分值').waitFor()
  await page.getByLabel('题目清单').fill(LINES.join('\n'))
  await page.keyboard.press('Control+Enter')
  await page.getByText('超出页数上限 2 面').waitFor()
  await page.getByLabel('页数上限').selectOption('3')
  await page.getByRole('img', { name: '答题卡第 3 面' }).waitFor()

  // By keyboard: split, take back, again, move up; and a title that stays one step while it is typed.
  await area(page, '30:0').focus()
  await page.keyboard.press('s')
  await area(page, '30:1').waitFor()
  await page.keyboard.press('Control+z')
  await area(page, '30:1').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+y')
  await area(page, '30:1').waitFor()
  await area(page, '31:0').focus()
  await page.keyboard.press('Shift+PageDown')
  await page.keyboard.press('Shift+ArrowUp')
  const height = Number(await page.getByLabel('作答区高度').inputValue())

  // By mouse: the lower edge down by some millimetres, then the optional questions before question 30.
  await drag(page, '[data-handle="31:0"]', { dy: 40 })
  await expect
    .poll(async () => Number(await page.getByLabel('作答区高度').inputValue()))
    .toBeGreaterThan(height + 3)
  await page.getByRole('button', { name: '撤销' }).click()
  await area(page, '32:0').scrollIntoViewIfNeeded()
  await page.getByLabel('第 30 题分值').scrollIntoViewIfNeeded()
  await page.getByLabel('适合宽度').click()
  await area(page, '26:0').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Control+z')
  await page.getByText('卡头与样式').click()
  await page.getByLabel('标题', { exact: true }).fill('三面答题卡')
  await page.getByText('印密封线').click()
  await page.getByText('印违纪标记框').click()
  await shoot(page, '/sheet-designer', 'three-pages')
  await page.keyboard.press('Control+s')
  await page.getByText('已保存第 1 版，共 3 面').waitFor()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 PDF' }).click()
  const printed = await readFile(await (await download).path())

  const director = await stage.world.signIn('director')
  const { subjects } = await director.call(examGet, {
    params: { schoolId: director.user.school_id ?? 0, examId },
  })
  const query = { sheet_id: subjects[0]?.sheet_id ?? 0 }
  const { design } = await director.call(sheetGet, { query })
  const { geometry } = await director.call(sheetDetail, { query })
  expect(design.title).toBe('三面答题卡')
  expect(design.sections.flatMap(({ questions }) => questions)).toHaveLength(34)
  expect(layoutSheet(design)).toEqual(geometry)
  expect(Buffer.from(await renderPdf(layoutSheet(design))).equals(printed)).toBe(true)
  await page.getByRole('button', { name: '打印校准' }).click()
  await page.getByLabel('校准页扫描图片').setInputFiles({
    name: '校准页.jpg',
    mimeType: 'image/jpeg',
    buffer: await scannedCalibration(design),
  })
  await page.getByText('校准通过，可以批量打印').waitFor()
  await page.getByText(/缩放 横 (99\.\d|100\.\d)%/).waitFor()
  await shoot(page, '/sheet-designer', 'calibration')

  const read = await readBack(design, 'three pages', createReader())
  expect(read.wrong).toEqual([])
  expect(read.pages).toBe(3)
  expectQuiet(visitor)
})

/** The calibration page as an ordinary scanner gives it back. */
async function scannedCalibration(design: SheetDesign): Promise<Buffer> {
  const geometry = calibrationGeometry({ ...design, sections: [] })
  const { pages } = await simulateSheet({
    sheet: { geometry, blanks: await renderBlankPages(geometry, 200) },
    student: {
      name: '',
      className: '',
      examNo: '',
      absent: false,
      choices: {},
      optional: {},
      writing: {},
    },
    seed: 'calibration',
    conditions: { skewDeg: 0.4 },
  })
  return Buffer.from(pages[0]?.jpeg ?? [])
}

const area = (page: Page, id: string) => page.locator(`[data-area="${id}"]`)

async function drag(page: Page, selector: string, by: { dy: number }): Promise<void> {
  const handle = page.locator(selector)
  await handle.scrollIntoViewIfNeeded()
  const box = await handle.boundingBox()
  if (!box) throw new Error(`${selector} is not on screen`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + by.dy / 2)
  await page.mouse.move(x, y + by.dy)
  await page.mouse.up()
}

/** An exam of one class without sheets. */
async function newExam(): Promise<number> {
  const director = await stage.world.signIn('director')
  const schoolId = director.user.school_id ?? 0
  const { exam } = stage.world.underWay
  const { list } = await director.call(examList, { query: { keyword: exam.name } })
  const other = list.find(({ exam_id }) => exam_id === exam.examId)
  if (!other) throw new Error('the exam that is under way is in the list')
  const { exam_id } = await director.call(examCreate, {
    params: { schoolId },
    body: {
      name: '答题卡设计考试',
      type: 2,
      mode: 1,
      grade_id: other.grade_id,
      start_date: '2026-12-01',
      class_ids: other.classes.map(({ class_id }) => class_id),
      subject_ids: [MATHS],
    },
  })
  await director.call(examCreateConfirm, { body: { exam_id } })
  return exam_id
}
