import {
  allocationGet,
  markNext,
  markSubmit,
  rubricGet,
  rubricSet,
  supervisedSchools,
  supervisedSubjects,
} from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectReason } from './reasons.ts'
import { settle, shoot, SIZES, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

/** A block that is under way, marked twice, with one paper that `marker1` gave by an entry and others in hand. */
async function blockUnderWay() {
  const { exam, blocks } = stage.world.underWay
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 1,
  )
  if (!block) throw new Error('a block that is marked twice is under way')
  const on = { block_id: block.blockId }
  const leader = await stage.world.signIn('leader')
  const before = await leader.call(rubricGet, { query: on })
  const [first] = before.points
  if (!first) throw new Error('a block has points')
  const { shown } = await leader.call(rubricSet, {
    body: {
      ...on,
      base_version: before.version,
      text: '按要点给分',
      entries: [{ point_id: first.id, text: '写出公式', milli: first.step_milli }],
    },
  })
  const marker = await stage.world.signIn('marker1')
  const { tasks } = await marker.call(markNext, { query: { ...on, n: 4 } })
  await marker.call(markSubmit, {
    body: {
      ...on,
      reading_id: tasks[0]?.reading_id ?? 0,
      idem_key: 'given-by-the-formula',
      scores: before.points.map((_, at) => (at === 0 ? first.step_milli : 0)),
      rubric_version: before.version + 1,
      pressed_entries: shown.entries.map(({ entry_id }) => entry_id),
    },
  })
  /** Marks papers of the block as somebody else. */
  const markOthers = async (count: number) => {
    const other = await stage.world.signIn('marker2')
    const { tasks: theirs } = await other.call(markNext, { query: { ...on, n: count } })
    for (const { reading_id } of theirs)
      await other.call(markSubmit, {
        body: {
          ...on,
          reading_id,
          idem_key: `given-beside-${reading_id}`,
          scores: before.points.map(() => 0),
          rubric_version: before.version + 1,
          pressed_entries: [],
        },
      })
    return theirs.length
  }
  return { exam, block, tasks, markOthers }
}

test('what a marker has in hand and what an entry of the rubric gave are opened where they are counted', async () => {
  const { exam, block, tasks, markOthers } = await blockUnderWay()
  const [given, ...held] = tasks
  const visitor = await stage.enter('director', `/changeMarker?block_id=${block.blockId}`)
  const { page } = visitor
  const row = page.getByRole('row').filter({ hasText: '陈思远' }).first()
  await row.getByRole('link', { name: String(held.length), exact: true }).waitFor()
  await settle(page)
  await shoot(page, '/changeMarker', 'in-hand')
  await row.getByRole('link', { name: String(held.length), exact: true }).click()
  const papers = page.getByTestId('paper-desk')
  await papers.getByText(`共 ${held.length} 份`).waitFor()
  for (const { secret_code } of held) await papers.getByText(secret_code).first().waitFor()
  await page.getByRole('heading', { name: '陈思远手中的试卷' }).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'held')

  await page.goto(`/benchmark?block_id=${block.blockId}&tab=rubric`)
  const entry = page.getByRole('grid', { name: '各条给分依据' }).getByRole('row')
  await entry.filter({ hasText: '写出公式' }).getByRole('link', { name: '1', exact: true }).click()
  const readings = page.getByTestId('reading-desk')
  await readings.getByText('共 1 份').waitFor()
  expect(await page.locator('main').count()).toBe(1)
  await readings
    .getByText(given?.secret_code ?? '')
    .first()
    .waitFor()
  // The last column is there as a whole, at every size.
  const list = readings.getByRole('grid', { name: '评阅列表' })
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await settle(page)
    expect(await list.evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBeLessThanOrEqual(
      0,
    )
    await shoot(page, '/MarkingSupervision', `entry-${size.width}`)
  }

  // One paper tells no end. Of five there is a forecast, which says how far off it is.
  await page.goto(`/MarkingSupervision?exam_id=${exam.examId}&subject_id=${MATHEMATICS}`)
  const blocks = page.getByRole('grid', { name: '题块进度' })
  await blocks.getByText('近来评阅太少，无法预计').first().waitFor()
  expect(await markOthers(4)).toBe(4)
  const forecast = page
    .getByText(/^预计 .* 完成/)
    .first()
    .locator('time')
    .first()
  await expect
    .poll(() => forecast.getAttribute('title'))
    .toMatch(/^(刚刚|\d+ (分钟|小时|天)[前后])（\d{4}-/)
  await shoot(page, '/MarkingSupervision', 'forecast')
  expectQuiet(visitor)
})

test('the figures of a school open its papers', async () => {
  const { examId } = stage.world.underWay.exam
  const director = await stage.world.signIn('director')
  const { list } = await director.call(supervisedSchools, {
    query: { exam_id: examId, subject_id: MATHEMATICS },
  })
  const [school] = list
  if (!school) throw new Error('candidates are of a school')
  // The tiles of the page count the same papers and sheets.
  const { subjects } = await director.call(supervisedSubjects, { query: { exam_id: examId } })
  const tile = subjects.find(({ subject_id }) => subject_id === MATHEMATICS)
  const sumOf = (key: 'units' | 'done' | 'scanned' | 'expected') =>
    list.reduce((sum, row) => sum + row[key], 0)
  expect([sumOf('units'), sumOf('done'), sumOf('scanned'), sumOf('expected')]).toEqual([
    tile?.numbers.total,
    tile?.numbers.done,
    tile?.scanned,
    tile?.expected,
  ])
  const visitor = await stage.enter(
    'director',
    `/MarkingSupervision?exam_id=${examId}&subject_id=${MATHEMATICS}&view=school`,
  )
  const { page } = visitor
  const row = page.getByRole('grid', { name: '各校进度' }).getByRole('row').nth(1)
  await row.waitFor()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await settle(page)
    await row.scrollIntoViewIfNeeded()
    await shoot(page, '/MarkingSupervision', `schools-${size.width}`)
    expect(await tooWide(page)).toEqual([])
  }
  const left = school.units - school.done
  await row.getByRole('button', { name: String(left), exact: true }).click()
  const papers = page.getByTestId('paper-desk')
  await papers.getByText(`共 ${left} 份`).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'school-left')
  expectQuiet(visitor)
})

test('fields that somebody may not change say why, to the pointer and to the keyboard', async () => {
  const { exam, blocks } = stage.world.underWay
  const block = blocks.find(({ name }) => name === '第20题')
  const visitor = await stage.enter(
    'grade11',
    `/MarkSet?exam_id=${exam.examId}&subject_id=${MATHEMATICS}`,
  )
  const { page } = visitor
  const rounding = page.getByLabel('科目总分取整')
  await rounding.waitFor()
  await expectReason(page, rounding, '当前身份只能查看阅卷设置')
  await shoot(page, '/MarkSet', 'refused')
  const row = page.getByRole('row').filter({ hasText: '第20题' })
  await row.getByRole('button', { name: '设置', exact: true }).click()
  await expectReason(page, page.getByLabel('复制设置自'), '当前身份只能查看阅卷设置')
  await shoot(page, '/MarkSet', 'settings-refused')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /仲裁/ }).click()
  await expectReason(page, page.getByLabel('陈思远停止分配'), '当前身份只能查看')
  await shoot(page, '/MarkSet', 'allocation-refused')
  await page.goto(`/changeMarker?block_id=${block?.blockId}`)
  await expectReason(page, page.getByLabel('陈思远的处理'), '当前身份只能查看')
  await shoot(page, '/changeMarker', 'refused')
  expectQuiet(visitor)
})

test('an allocation that leaves papers to nobody is refused before it is saved', async () => {
  const { exam, blocks } = stage.world.underWay
  const visitor = await stage.enter(
    'director',
    `/setDistri?exam_id=${exam.examId}&subject_id=${MATHEMATICS}`,
  )
  const { page } = visitor
  // A block of quotas that needs three readers of some papers.
  const row = page.getByRole('row').filter({ hasText: '第18题' })
  await row.getByRole('button', { name: '分配', exact: true }).click()
  const quota = page.getByLabel('陈思远任务量')
  await quota.fill('十份')
  // What is no number stays to be mended, and is not saved as something else.
  await page.getByText('陈思远 的任务量应为 0 到 1000000 的整数').waitFor()
  expect(await quota.inputValue()).toBe('十份')
  expect(await page.getByRole('button', { name: '保存分配' }).isDisabled()).toBe(true)
  await quota.fill('')
  // Without the first and with little of the second, it is less than there is to read.
  await page.getByLabel('李慧敏任务量').fill('2')
  await page.getByText(/分配的任务量不足，还差 \d+ 份/).waitFor()
  await page.getByText(/每份由 2 位不同教师评阅，分差超过阈值时由第 3 位评阅/).waitFor()
  expect(await page.getByRole('button', { name: '保存分配' }).isDisabled()).toBe(true)
  await settle(page)
  await shoot(page, '/setDistri', 'no-number')

  const block = blocks.find(({ subjectId, name }) => subjectId === MATHEMATICS && name === '第18题')
  await page.goto(`/changeMarker?block_id=${block?.blockId}`)
  await page.getByLabel('陈思远的处理').waitFor()
  for (const person of await page.getByLabel(/的处理$/).all()) await person.selectOption('stop')
  const save = page.getByRole('button', { name: '保存调整' })
  expect(await save.isDisabled()).toBe(true)
  await save.focus()
  await page.getByText('每份需要 3 人评阅，目前只有 0 名阅卷教师，请继续添加').waitFor()
  await settle(page)
  await shoot(page, '/changeMarker', 'nobody')
  expectQuiet(visitor)
})

test('pausing a block and taking papers back say beforehand whom it concerns', async () => {
  const { exam, block } = await blockUnderWay()
  const { blockId, name } = block
  const { examId } = exam
  const director = await stage.world.signIn('director')
  // Of papers that two have in hand, two are taken back.
  for (const account of ['marker2', 'marker3'])
    await (await stage.world.signIn(account)).call(markNext, { query: { block_id: blockId, n: 6 } })
  const { list } = await director.call(allocationGet, { query: { block_id: blockId } })
  const holders = list.filter(({ claimed }) => claimed > 0)
  const papers = holders.reduce((sum, { claimed }) => sum + claimed, 0)
  const visitor = await stage.enter(
    'director',
    `/MarkingSupervision?exam_id=${examId}&block_id=${blockId}`,
  )
  const { page } = visitor
  await page.getByRole('button', { name: '收回未提交' }).click()
  await page.getByText(`将收回 ${holders.length} 名教师手中的 ${papers} 份试卷`).waitFor()
  await page.getByRole('button', { name: `收回 ${papers} 份` }).waitFor()
  await page.getByRole('button', { name: '取消' }).click()
  await page.goto(`/MarkSet?exam_id=${examId}&subject_id=${MATHEMATICS}`)
  const more = page.getByRole('button', { name: `${name}更多操作` })
  await more.click()
  await page.getByRole('menuitem', { name: '暂停阅卷…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText(`其中 ${holders.length} 名手中的 ${papers} 份仍可提交`, { exact: false })
    .waitFor()
  await settle(page)
  await shoot(page, '/MarkSet', 'pause')
  await dialog.getByRole('button', { name: '取消' }).click()
  await dialog.waitFor({ state: 'detached' })
  await more.click()
  await page.getByRole('menuitem', { name: '收回未提交的试卷…' }).click()
  await dialog.getByText(`将收回 ${holders.length} 名教师手中的 ${papers} 份试卷。`).waitFor()
  await dialog.getByRole('button', { name: `收回 ${papers} 份` }).click()
  await page.getByText(`已收回 ${papers} 份未提交的试卷`).waitFor()
  await more.click()
  await page.getByRole('menuitem', { name: '收回未提交的试卷…' }).click()
  await dialog.getByText('没有教师手中持有试卷。').waitFor()
  expect(
    await dialog.getByRole('button', { name: '收回', exact: true }).getAttribute('aria-disabled'),
  ).toBe('true')
  await dialog.getByRole('button', { name: '取消' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.goto(`/setDistri?exam_id=${examId}&subject_id=${MATHEMATICS}`)
  await page.getByRole('row').filter({ hasText: name }).waitFor()
  await settle(page)
  await shoot(page, '/setDistri', 'verdicts')
  expect(await tooWide(page)).toEqual([])
  expectQuiet(visitor)
})

test('who leads a block sends back all of a marker from supervision, and sees it on the page at once', async () => {
  const { exam, blocks } = stage.world.underWay
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  if (!block) throw new Error('a block that is marked once is under way')
  const on = { block_id: block.blockId }
  const marker = await stage.world.signIn('marker2')
  const { tasks } = await marker.call(markNext, { query: { ...on, n: 2 } })
  for (const { reading_id, points } of tasks)
    await marker.call(markSubmit, {
      body: {
        ...on,
        reading_id,
        idem_key: `bulk-${reading_id}`,
        scores: points.map(() => 2000),
        active_ms: 3000,
      },
    })
  const address = `/MarkingSupervision?exam_id=${exam.examId}&subject_id=${MATHEMATICS}`
  const openReadings = async (page: Page) => {
    await page.getByRole('grid').getByRole('row').filter({ hasText: block.name }).click()
    const drawer = page.getByRole('dialog', { name: `数学 · ${block.name}` })
    const row = drawer.getByRole('row').filter({ hasText: '李慧敏' })
    await row.getByRole('button', { name: '2', exact: true }).first().click()
    const desk = page.getByTestId('reading-desk')
    await desk.getByText('共 2 份').waitFor()
    return desk
  }
  // Who does not lead it is not offered what the server would refuse.
  const director = await stage.enter('director', address)
  const seen = await openReadings(director.page)
  expect(await seen.getByRole('button', { name: /^整批打回/ }).count()).toBe(0)

  // This one supervises the subject as well.
  const visitor = await stage.enter('leader', address)
  const { page } = visitor
  const desk = await openReadings(page)
  await desk.getByText('已完成').nth(2).waitFor()
  await desk.getByRole('button', { name: /^整批打回/ }).click()
  const bulk = page.getByRole('dialog', { name: /^整批打回/ })
  await bulk.getByLabel('打回原因').fill('请按细则重评')
  await bulk.getByRole('button', { name: '打回 2 份' }).click()
  await page.getByText('已打回 2 份').waitFor()
  // In the list, and of the paper that is open beside it.
  await desk.getByText('待重评').nth(2).waitFor()
  expect(await desk.getByText('已完成').count()).toBe(0)
  expectQuiet(visitor)
})

test('a leader opens the readings of a marker where they are counted', async () => {
  const { blocks } = stage.world.almostDone
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 4,
  )
  const visitor = await stage.enter(
    'leader',
    `/MainPage/markPaper/evaluationRegulationHome/marking?block_id=${block?.blockId}&tab=markers`,
  )
  const { page } = visitor
  const row = page
    .getByRole('grid', { name: '抽查进度' })
    .getByRole('row')
    .filter({ hasText: '陈思远' })
  const figure = row.getByRole('button', { name: /^\d+$/ }).first()
  const count = await figure.innerText()
  await settle(page)
  await shoot(page, '/marking-markers', 'figures')
  await figure.click()
  await page.getByRole('heading', { name: '陈思远的评阅' }).waitFor()
  const desk = page.getByTestId('reading-desk')
  await desk.getByText(`共 ${count} 份`).waitFor()
  // All from a freely typed time on: counted before anything happens.
  await desk.getByRole('button', { name: /^整批打回/ }).click()
  const bulk = page.getByRole('dialog', { name: /^整批打回/ })
  await bulk.getByText('指定时间').click()
  const from = bulk.getByLabel('从这个时间起', { exact: true })
  await from.fill('')
  await bulk.getByText('请填写从什么时间起提交的打回').waitFor()
  await from.fill('2099-01-01 08:00')
  await bulk.getByText('这个时间还没有到，请填写过去的时间').waitFor()
  await from.fill('2020-01-01 08:00')
  const send = bulk.getByRole('button', { name: /^打回 [1-9]\d* 份$/ })
  await send.waitFor()
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  await send.hover()
  await page.getByText('请写明打回的原因，教师会看到', { exact: true }).waitFor()
  await settle(page)
  await shoot(page, '/marking-markers', 'bulk-return')
  await bulk.getByLabel('打回原因').fill('第二问漏看')
  await bulk.getByRole('button', { name: '取消' }).click()
  await bulk.waitFor({ state: 'detached' })
  await desk.getByRole('button', { name: /^整批打回/ }).click()
  // What was written is there again.
  await expect.poll(() => bulk.getByLabel('打回原因').inputValue()).toBe('第二问漏看')
  await bulk.getByLabel('打回原因').fill('')
  await bulk.getByRole('button', { name: '取消' }).click()
  await bulk.waitFor({ state: 'detached' })

  // What the leader has checked today opens as well, in the sample and by marker.
  await page.goto(`/MainPage/markPaper/evaluationRegulationHome/marking?block_id=${block?.blockId}`)
  const sofar = await page.getByRole('progressbar', { name: /^本日/ }).boundingBox()
  expect(sofar?.width ?? 0).toBeGreaterThan(80)
  await page.getByRole('button', { name: '合格', exact: true }).click()
  const checks = page.getByRole('region', { name: '各教师抽查进度' })
  const checked = checks.getByRole('button').filter({ hasText: '1/20' })
  const name = await checked.locator('span').first().innerText()
  await checked.click()
  await page.getByLabel('抽取比例').selectOption({ label: '全部评阅' })
  await page.getByRole('button', { name: '本日', exact: true }).click()
  const today = page.getByRole('dialog', { name: `${name}本日抽查过的评阅` })
  await today.getByText('共 1 份').waitFor()
  await settle(page)
  await shoot(page, '/evaluationRegulationHome/marking', 'today')
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: '教师' }).click()
  await page
    .getByRole('grid', { name: '抽查进度' })
    .getByRole('button', { name: /^1\/\d+$/ })
    .click()
  await page
    .getByRole('dialog', { name: /（本日抽查）$/ })
    .getByText('共 1 份')
    .waitFor()
  await page.keyboard.press('Escape')
  // The sample is as it was left, from the other tab and after a reload.
  await page.getByRole('radio', { name: '抽查' }).click()
  await expect.poll(() => page.getByLabel('抽取比例').inputValue()).toBe('100')
  await page.reload()
  await expect.poll(() => page.getByLabel('抽取比例').inputValue()).toBe('100')
  expectQuiet(visitor)
})

test('one of many markers is found by name', async () => {
  const { examId } = stage.world.almostDone.exam
  const visitor = await stage.enter('director', `/MarkingSupervision?exam_id=${examId}&view=marker`)
  const { page } = visitor
  const table = page.getByRole('grid', { name: '阅卷教师' })
  await page.getByText(/^共 \d+ 行/).waitFor()
  const all = Number(await table.getAttribute('aria-rowcount'))
  await page.getByLabel('查找教师姓名').fill('李慧敏')
  await page.getByText(/^找到 \d+ 行，共 \d+ 行$/).waitFor()
  const found = Number(await table.getAttribute('aria-rowcount'))
  expect(found).toBeLessThan(all)
  expect(await table.getByRole('row').filter({ hasText: '李慧敏' }).count()).toBe(found - 1)
  await page.getByLabel('查找教师姓名').fill('无此人')
  await page.getByText('没有姓名含「无此人」的教师').waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'nobody-found')
  expectQuiet(visitor)
})

test('a leader who sends back all of a marker sees of the paper beside the list that it waits', async () => {
  const { blocks } = stage.world.almostDone
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  const { page } = await stage.enter(
    'leader',
    `/MainPage/markPaper/evaluationRegulationHome/marking?block_id=${block?.blockId}&tab=markers`,
  )
  const row = page
    .getByRole('grid', { name: '抽查进度' })
    .getByRole('row')
    .filter({ hasText: '陈思远' })
  await row.getByRole('button', { name: /^\d+$/ }).first().click()
  const desk = page.getByTestId('reading-desk')
  const agree = desk.getByRole('button', { name: '合格', exact: true })
  await expect.poll(() => agree.getAttribute('aria-disabled')).not.toBe('true')
  await desk.getByRole('button', { name: /^整批打回/ }).click()
  const bulk = page.getByRole('dialog', { name: /^整批打回/ })
  await bulk.getByText('全部', { exact: true }).click()
  await bulk.getByLabel('打回原因').fill('第二问漏看')
  await bulk.getByRole('button', { name: /^打回 [1-9]\d* 份$/ }).click()
  await bulk.waitFor({ state: 'detached' })
  await expect.poll(() => agree.getAttribute('aria-disabled')).toBe('true')

  // A wrong press: all of it is as it was, from the message that it was done.
  const record = desk.getByRole('region', { name: '整批打回的记录' })
  await record.getByText(/^\d+ 份等待重评$/).waitFor()
  await settle(page)
  await shoot(page, '/marking-markers', 'sent-back')
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await page.getByText(/已撤销 [1-9]\d* 份打回$/).waitFor()
  await expect.poll(() => agree.getAttribute('aria-disabled')).not.toBe('true')
  await record.getByText(/^\d+ 份已撤销（吴敬之 于 /).waitFor()

  // The same later, from the record of decisions: counted before, as sending back is.
  await desk.getByRole('button', { name: /^整批打回/ }).click()
  await bulk.getByText('全部', { exact: true }).click()
  await bulk.getByLabel('打回原因').fill('第二问漏看')
  await bulk.getByRole('button', { name: /^打回 [1-9]\d* 份$/ }).click()
  await bulk.waitFor({ state: 'detached' })
  await page.goto(
    `/MainPage/markPaper/evaluationRegulationHome/marking?block_id=${block?.blockId}&tab=work`,
  )
  const later = page.getByRole('region', { name: '整批打回的记录' })
  const undo = later.getByRole('button', { name: /^撤销 [1-9]\d* 份…$/ })
  await undo.waitFor()
  await settle(page)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect(await tooWide(page)).toEqual([])
  }
  await shoot(page, '/marking-work', 'returns')
  await undo.click()
  const asking = page.getByRole('dialog', { name: '撤销对陈思远的整批打回' })
  await asking.getByText(/^将撤销 [1-9]\d* 份打回$/).waitFor()
  await settle(page)
  await shoot(page, '/marking-work', 'undo-return')
  await asking.getByRole('button', { name: /^撤销 [1-9]\d* 份打回$/ }).click()
  await asking.waitFor({ state: 'detached' })
  await expect.poll(() => undo.count()).toBe(0)
  await expect.poll(() => later.getByText(/^\d+ 份已撤销（/).count()).toBe(2)
})
