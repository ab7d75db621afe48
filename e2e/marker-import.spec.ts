import { allocationGet } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { xlsxFile } from '../apps/server/src/testing/index.ts'
import { shoot, SIZES } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const LONG_SCHOOL = '滨海新区第一实验中学教育集团高中部（东校区）'

test('markers come from a spreadsheet: bad rows are named, the good table is written', async () => {
  const { underWay } = stage.world
  const block = underWay.blocks.find(({ subjectId }) => subjectId === 2)
  if (!block) throw new Error('the world marks mathematics')
  const director = await stage.world.signIn('director')
  const peopleOf = async () =>
    (await director.call(allocationGet, { query: { block_id: block.blockId } })).list.map(
      ({ name, duty }) => `${name} ${duty}`,
    )
  expect(await peopleOf()).not.toContain('郑文博 leader')

  const visitor = await stage.enter(
    'director',
    `/MarkSet?exam_id=${underWay.exam.examId}&subject_id=2`,
  )
  const { page } = visitor
  await page.getByRole('button', { name: '导入阅卷教师' }).click()
  const dialog = page.getByRole('dialog', { name: '导入阅卷教师' })
  const { block_name } = await director.call(allocationGet, {
    query: { block_id: block.blockId },
  })
  const choose = (rows: string[][]) =>
    dialog.getByLabel('表格文件').setInputFiles({
      name: '阅卷教师.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: xlsxFile([['题块', '教师', '职责', '账号', '学校'], ...rows]),
    })
  const rows = dialog.getByRole('table').locator('xpath=..')
  await choose([
    [block_name, '郑文博', '题组长'],
    [block_name, '查无此人', ''],
    [
      block_name,
      '欧阳文博雅',
      '题组长',
      'ouyang.wenboya.mathematics@campus-2026.example',
      LONG_SCHOOL,
    ],
  ])
  await dialog.getByText('没有可以阅卷的教师「查无此人」').waitFor()
  // Why a row can not be taken is in sight as a whole, beside however much the others say.
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect(
      await rows.evaluate((box) => box.scrollWidth - box.clientWidth),
      `${size.width}`,
    ).toBeLessThanOrEqual(0)
  }
  await shoot(page, '/MarkSet', 'import-errors')
  expect(await dialog.getByRole('button', { name: /^导入 1 行/ }).isDisabled()).toBe(true)

  // The field keeps no file: only then does the browser tell of the mended table, which has the same name.
  expect(await dialog.getByLabel('表格文件').inputValue()).toBe('')
  await choose([[block_name, '郑文博', '题组长']])
  await dialog.getByText('新增题组长').waitFor()
  await shoot(page, '/MarkSet', 'import-preview')
  await dialog.getByRole('button', { name: '导入 1 行' }).click()
  await page.getByText('阅卷教师已导入').waitFor()
  await expect.poll(peopleOf).toContain('郑文博 leader')

  // The list as it stands comes as such a table; as it is, there is nothing to import.
  await page.getByRole('button', { name: '导入阅卷教师' }).click()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载现有名单' }).click()
  await dialog.getByLabel('表格文件').setInputFiles(await (await saved).path())
  await dialog.getByText('已在名单中').first().waitFor()
  await shoot(page, '/MarkSet', 'import-same')
  const write = dialog.getByRole('button', { name: '导入 0 行' })
  await write.focus()
  await page.getByText('表格与现有安排相同，没有要导入的').waitFor()
  expectQuiet(visitor)
})
