import { checkDetail, leaderList, spotCheckReject, trendTaskDetail } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

test('from a block to a reading, which is sent back with a reason and stands in the record', async () => {
  const { almostDone } = stage.world
  const { examId } = almostDone.exam
  const block = almostDone.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 2,
  )
  if (!block) throw new Error('a block of mathematics is read twice without arbitration')
  const visitor = await stage.enter(
    'director',
    `/MarkingSupervision?exam_id=${examId}&subject_id=${MATHEMATICS}&block_id=${block.blockId}`,
  )
  const { page } = visitor
  await page.getByLabel('阅卷教师').first().waitFor()
  await shoot(page, '/MarkingSupervision', 'block')

  // A marker's figure opens the readings behind it.
  const markers = page.getByRole('grid', { name: '阅卷教师' })
  await markers.locator('button[title$="的评阅"]').first().click()
  const desk = page.getByTestId('reading-desk')
  await desk.getByText(/共 \d+ 份/).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'readings')
  const codeOf = () => desk.locator('[aria-label="评阅情况"] code').innerText()
  const first = await codeOf()
  // Arrow keys turn the papers, from wherever the focus is.
  await page.keyboard.press('ArrowDown')
  await expect.poll(codeOf).not.toBe(first)
  await page.keyboard.press('ArrowUp')
  await expect.poll(codeOf).toBe(first)
  // What was begun on a paper is there again when it comes back, and on no other.
  const next = desk.getByRole('grid', { name: '评阅列表' }).getByRole('row').nth(2)
  const same = desk.getByRole('grid', { name: '评阅列表' }).getByRole('row').nth(1)
  await desk.getByLabel('意见').fill('第二步再看')
  await next.click()
  await expect.poll(codeOf).not.toBe(first)
  expect(await desk.getByLabel('意见').inputValue()).toBe('')
  await same.click()
  await expect.poll(codeOf).toBe(first)
  expect(await desk.getByLabel('意见').inputValue()).toBe('第二步再看')
  await desk.getByLabel('意见').fill('')
  const code = first
  // One point is corrected where it stands, beside the total that it comes to.
  await next.click()
  await expect.poll(codeOf).not.toBe(first)
  await desk.getByRole('button', { name: '按给分点改' }).click()
  const point = desk.getByRole('list', { name: '各给分点' }).getByRole('combobox').last()
  const given = Number(await point.inputValue())
  const other = String(given === 1000 ? 0 : 1000)
  await point.selectOption({ value: other })
  const total = Number(await desk.getByLabel('改为').inputValue())
  await desk
    .getByRole('list', { name: '各给分点' })
    .getByText(`${given / 1000} →`)
    .waitFor()
  await point.selectOption({ value: String(given) })
  expect(await desk.getByLabel('改为').inputValue()).toBe('')
  await point.selectOption({ value: other })
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'by-point')
  await desk.getByRole('button', { name: '改分', exact: true }).click()
  await page.getByText('已改分').waitFor()
  await next.getByText(String(total), { exact: true }).first().waitFor()
  await same.click()
  await expect.poll(codeOf).toBe(first)
  await desk.getByRole('button', { name: '选作标准卷' }).click()
  await desk.getByText('已选作标准卷').waitFor()
  // Without a reason nothing happens; with one the paper goes back.
  await desk.getByRole('button', { name: '打回重评' }).click()
  await desk.getByText('打回重评请写明原因').waitFor()
  await desk.getByLabel('意见').fill('请重看第二步')
  await desk.getByRole('button', { name: '打回重评' }).click()
  await page.getByText('已打回重评').waitFor()
  const row = desk.getByRole('row').filter({ hasText: code })
  await row.getByText('待重评').waitFor()
  // A wrong press is taken back at once, or later on the paper itself.
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await page.getByText(`密号 ${code} 的打回已撤销，恢复打回前的给分和状态`).waitFor()
  await row.getByText('待重评').waitFor({ state: 'detached' })
  for (const isTakenBack of [true, false]) {
    await row.click()
    await desk.getByRole('button', { name: '打回重评' }).waitFor()
    await expect.poll(codeOf).toBe(code)
    await desk.getByLabel('意见').fill('请重看第二步')
    await desk.getByRole('button', { name: '打回重评' }).click()
    await row.getByText('待重评').waitFor()
    if (!isTakenBack) break
    await row.click()
    await desk.getByRole('button', { name: '撤销打回' }).click()
    await row.getByText('待重评').waitFor({ state: 'detached' })
  }
  await page.keyboard.press('Escape')
  // Nothing is left to tell an end by: the block says what it waits for, and with whom.
  await page
    .getByRole('dialog')
    .getByText(/待重评 1 份，等原阅卷教师/)
    .waitFor()
  await page
    .getByRole('grid', { name: '题块进度' })
    .getByText('待重评 1 份，等原阅卷教师')
    .waitFor({ state: 'attached' })

  // The scores of all markers under each other; a cell opens the readings that it counts.
  await page.locator('label').filter({ hasText: '给分分布' }).click()
  const spread = page.getByRole('table', { name: /占本人的百分比/ })
  await spread.getByRole('rowheader', { name: '全体评阅' }).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'spread')
  // Columns lie on the grid of the block: none between scores that can be given.
  const step = Math.min(...block.points.map(({ stepMilli }) => stepMilli)) / 1000
  const [lowest, second] = (await spread.getByRole('columnheader').allInnerTexts()).slice(3)
  expect([lowest, second]).toEqual(['0', String(step)])
  await spread.getByRole('button').first().click()
  await page
    .getByTestId('reading-desk')
    .getByText(/共 \d+ 份/)
    .waitFor()
  await page.keyboard.press('Escape')

  // How far checking is, and what was decided.
  await page.locator('label').filter({ hasText: '裁定记录' }).click()
  const record = page.getByLabel('裁定记录').getByRole('row').filter({ hasText: code })
  await record.getByText('打回重评').first().waitFor()
  await shoot(page, '/MarkingSupervision', 'decisions')
  expectQuiet(visitor)
})

test('where somebody else decided about a paper meanwhile, it and its row are shown as they are', async () => {
  const { almostDone } = stage.world
  const { examId } = almostDone.exam
  const block = almostDone.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  if (!block) throw new Error('a block of mathematics is read once')
  const on = { exam_id: examId, block_id: block.blockId }
  const visitor = await stage.enter(
    'director',
    `/MarkingSupervision?exam_id=${examId}&subject_id=${MATHEMATICS}&block_id=${block.blockId}`,
  )
  const { page } = visitor
  const markers = page.getByRole('grid', { name: '阅卷教师' })
  await markers.locator('button[title$="的评阅"]').first().click()
  const desk = page.getByTestId('reading-desk')
  const code = await desk.locator('[aria-label="评阅情况"] code').innerText()
  await desk.getByLabel('意见').fill('请重看')
  const admin = await stage.world.signIn('admin')
  const { list } = await admin.call(trendTaskDetail, { query: { ...on, limit: 500 } })
  const reading = list.find(({ secret_code }) => secret_code === code)
  const named = { ...on, task_detail_id: reading?.task_detail_id ?? 0 }
  const { marker_id, version } = await admin.call(checkDetail, { query: named })
  await admin.call(spotCheckReject, {
    body: {
      ...named,
      subject_id: MATHEMATICS,
      marker_id: marker_id ?? 0,
      is_rejected: 1,
      is_marked: 0,
      comment: '第二步看错',
      version,
    },
  })
  await desk.getByRole('button', { name: '打回重评' }).click()
  await desk.getByRole('button', { name: '刷新这份（意见和分数保留）' }).click()
  await desk.getByRole('row').filter({ hasText: code }).getByText('待重评').waitFor()
  expect(await desk.getByLabel('意见').inputValue()).toBe('请重看')
  expectQuiet(visitor, /409/)
})

test('a question master samples an own block and puts a mark before arbitration', async () => {
  const { almostDone } = stage.world
  const block = almostDone.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 4,
  )
  if (!block) throw new Error('a block of mathematics is read twice, a third time if need be')
  const visitor = await stage.enter(
    'leader',
    `/MainPage/markPaper/evaluationRegulationHome/marking?block_id=${block.blockId}`,
  )
  const { page } = visitor
  await page.getByText(/还有 \d+ 份没有抽查/).waitFor()
  await settle(page)
  await shoot(page, '/evaluationRegulationHome/marking', 'check')
  expect(await tooWide(page)).toEqual([])
  const facts = page.locator('[aria-label="评阅情况"]')
  const code = await facts.locator('code').innerText()
  await facts.getByLabel('意见').fill('两评步骤分不一致')
  await facts.getByRole('button', { name: '转仲裁' }).click()
  await page.getByText('已转题组长仲裁').waitFor()
  const leader = await stage.world.signIn('leader')
  const { list } = await leader.call(leaderList, { query: { mode: 'arbitration' } })
  expect(list.map(({ secret_code }) => secret_code)).toContain(code)
  expectQuiet(visitor)
})

test('settings of several blocks at once, and the page is no wider than its window', async () => {
  const { almostDone } = stage.world
  const visitor = await stage.enter(
    'director',
    `/MarkSet?exam_id=${almostDone.exam.examId}&subject_id=${MATHEMATICS}`,
  )
  const { page } = visitor
  await page.getByLabel('选择全部题块').check()
  const table = page.getByRole('table')
  expect(await tooWide(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 720 })
  const fits = await table.evaluate((element) => {
    const frame = element.parentElement
    return frame !== null && frame.scrollWidth <= frame.clientWidth
  })
  expect(fits).toBe(true)
  await page.getByRole('button', { name: /批量设置/ }).click()
  await page.getByText('更多设置').click()
  await page.getByLabel('提交方式').selectOption({ label: '自动提交' })
  await page.getByRole('button', { name: /保存到 \d+ 个题块/ }).click()
  await page.getByText('阅卷设置已保存').waitFor()
  await expect
    .poll(() => table.getByText('自动提交').count())
    .toBe(almostDone.blocks.filter(({ subjectId }) => subjectId === MATHEMATICS).length)
  expectQuiet(visitor)
})

test('in a small window the answer of a reading is large enough to be read', async () => {
  const { almostDone } = stage.world
  const block = almostDone.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 2,
  )
  const query = `exam_id=${almostDone.exam.examId}&subject_id=${MATHEMATICS}&block_id=${block?.blockId}`
  const size = { width: 1024, height: 640 }
  const visitor = await stage.enter('director', `/MarkingSupervision?${query}`, size)
  const { page } = visitor
  const markers = page.getByRole('grid', { name: '阅卷教师' })
  await markers.locator('button[title$="的评阅"]').first().click()
  const desk = page.getByTestId('reading-desk')
  const answer = desk.locator('img').first()
  await answer.waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'small-window')
  expect((await answer.boundingBox())?.width).toBeGreaterThan(320)
  expectQuiet(visitor)
})
