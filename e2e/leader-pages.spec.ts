import {
  blockSettingsSet,
  blockStatusSet,
  leaderList,
  leaderNext,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { painted } from './mark-by-key.ts'
import { settle, shoot, SIZES, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

/** A block of mathematics in that mode, of the exam that is nearly marked. */
function blockOf(mode: number) {
  const { almostDone } = stage.world
  const block = almostDone.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === mode,
  )
  if (!block) throw new Error(`a block of mathematics is in mode ${mode}`)
  return { ...block, examId: almostDone.exam.examId }
}

test('the leader takes scores over by key, keeps a paper as a benchmark, and may send it elsewhere', async () => {
  const block = blockOf(4)
  const visitor = await stage.enter(
    'leader',
    `/MainPage/markPaper/evaluationRegulationHome/marking?block_id=${block.blockId}`,
  )
  const { page } = visitor
  const facts = page.locator('[aria-label="评阅情况"]')
  await facts.getByLabel('意见').fill('两评步骤分不一致')
  const escalated = await facts.locator('code').innerText()
  await facts.getByRole('button', { name: '转仲裁' }).click()
  await page.getByText('已转题组长仲裁').waitFor()

  await page.goto('/MainPage/markPaper/markPage/arbitration-home/arbitration')
  const list = page.getByRole('grid', { name: '待仲裁试卷' })
  for (const title of ['题块', '分差', '已等待', '仲裁人'])
    await list.getByRole('columnheader', { name: title }).waitFor()
  const row = list.getByRole('row').filter({ hasText: escalated })
  await row.waitFor()
  // When it came in local time; how long ago where one points.
  await expect
    .poll(() => row.locator('small time').getAttribute('title'))
    .toMatch(/^(刚刚|\d+ (分钟|小时|天)前)（\d{4}-\d\d-\d\d \d\d:\d\d:\d\d）$/)
  // The name of the exam is read in full, and what is done about a paper is in reach without scrolling.
  for (const size of [
    { width: 1280, height: 720 },
    { width: 1024, height: 640 },
  ]) {
    await page.setViewportSize(size)
    const place = row.locator('[title*="学年第一学期"]')
    // Lines are no whole pixels high.
    const beyond = () =>
      place.evaluate((one) =>
        Math.max(one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight),
      )
    await expect.poll(beyond).toBeLessThanOrEqual(1)
    const box = await row.getByRole('button', { name: '仲裁', exact: true }).boundingBox()
    expect((box?.x ?? size.width) + (box?.width ?? 0)).toBeLessThan(size.width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  // Who can see the list may hand a paper over, or is told why not.
  await row.getByRole('button', { name: '转交' }).waitFor()
  await settle(page)
  await shoot(page, '/arbitration-home', 'list')
  expect(await tooWide(page)).toEqual([])

  await row.getByRole('button', { name: '仲裁' }).click()
  const desk = page.getByTestId('leader-desk')
  await desk.waitFor()
  await desk.getByText(/^已等待/).waitFor()
  const readings = desk.getByRole('region', { name: '先前评阅' })
  await readings.waitFor()
  // The whole sheet lies over the paper; behind it no key gives a score.
  const whole = page.getByTestId('whole-paper')
  const before = await totalOf(page)
  await page.keyboard.press('w')
  await whole.getByText('正在评阅').waitFor()
  expect(await whole.getByRole('listitem').count()).toBeGreaterThan(1)
  await shoot(page, '/arbitration-marking', 'whole')
  await page.keyboard.press('f')
  await desk.getByText('正在看整卷，这个键没有生效').waitFor()
  await page.keyboard.press('w')
  await whole.waitFor({ state: 'detached' })
  expect(await totalOf(page)).toBe(before)
  const sums = await readings.getByTestId('earlier-total').allInnerTexts()
  expect(sums.length).toBeGreaterThanOrEqual(2)
  for (const [index, sum] of sums.entries()) {
    await page.keyboard.press(`Alt+${index + 1}`)
    await expect.poll(() => totalOf(page)).toBe(sum)
  }
  await shoot(page, '/arbitration-marking', 'readings')
  // The scores stand where a left-handed leader wants them, as on the marking page, also on the next visit.
  await desk.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '在左侧' }).click()
  const answer = page.getByRole('main', { name: '答卷' })
  await expect.poll(async () => (await answer.boundingBox())?.x).toBeGreaterThan(200)
  await page.getByRole('separator', { name: '给分面板宽度' }).waitFor()
  await shoot(page, '/arbitration-marking', 'left')
  await page.reload()
  await painted(page)
  expect((await answer.boundingBox())?.x).toBeGreaterThan(200)
  await desk.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '在右侧' }).click()
  await expect.poll(async () => (await answer.boundingBox())?.x).toBe(0)
  // After a click the keys are the page's again: Esc clears, and Enter at last hands in.
  await readings.getByRole('button', { name: /^取A/ }).click()
  await expect.poll(() => totalOf(page)).toBe(sums[0])
  // What was given is taken back and given again by the buttons too, as on a tablet.
  await desk.getByRole('button', { name: '清除' }).click()
  await expect.poll(() => totalOf(page)).toBe('–')
  await desk.getByRole('button', { name: /^撤销/ }).click()
  await expect.poll(() => totalOf(page)).toBe(sums[0])
  await desk.getByRole('button', { name: /^重做/ }).click()
  await expect.poll(() => totalOf(page)).toBe('–')
  await desk.getByRole('button', { name: /^撤销/ }).click()
  await expect.poll(() => totalOf(page)).toBe(sums[0])
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.keyboard.press('k')
  await desk.getByRole('button', { name: /已选作标准卷/ }).waitFor()
  await page.keyboard.press('j')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await shoot(page, '/arbitration-marking', 'return')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const code = await codeOf(page)
  await page.keyboard.press('Enter')
  // The next paper comes, or there is none.
  await desk.getByText(code, { exact: true }).waitFor({ state: 'detached' })
  expectQuiet(visitor)
})

const totalOf = (page: Page): Promise<string> =>
  page.getByTestId('leader-desk').getByTestId('mark-total').innerText()

const codeOf = (page: Page): Promise<string> =>
  page.getByTestId('leader-desk').getByText(/^密号/).innerText()

test('a sample is counted while it is built, and every marker’s target of the day leads to the checks', async () => {
  const block = blockOf(4)
  const visitor = await stage.enter(
    'director',
    `/spot-check?exam_id=${block.examId}&block_id=${block.blockId}`,
  )
  const { page } = visitor
  const count = page.getByText(/^\d+ 份待抽查/)
  await count.waitFor()
  // The answer is a part of the page, not a second page.
  expect(await page.locator('main').count()).toBe(1)
  const some = Number.parseInt(await count.innerText(), 10)
  await page.getByLabel('抽取比例').selectOption({ label: '全部评阅' })
  await expect.poll(async () => Number.parseInt(await count.innerText(), 10)).toBeGreaterThan(some)
  const marker = page.getByLabel('阅卷教师')
  const daily = page.getByRole('region', { name: '各教师抽查进度' })
  await daily
    .getByText(/^\d+\/20$/)
    .first()
    .waitFor()
  await daily.getByText('本日').focus()
  await page.getByText(/今天抽查的份数 \/ 每天每位教师应抽查的 20 份/).waitFor()
  await settle(page)
  await shoot(page, '/spot-check', 'sample')
  // Enter agrees: the day's count rises, and the total leads to what was checked.
  const verdict = page.getByRole('region', { name: '抽查', exact: true })
  await verdict.getByText('本日抽查').waitFor()
  const first = await verdict.locator('code').innerText()
  await painted(page)
  await page.keyboard.press('Enter')
  // What comes next may be the other reading of the same paper.
  await verdict.getByText(`上一份 ${first}：合格`).waitFor()
  await daily.getByText(/^1\/20$/).waitFor()
  await daily.getByRole('link').first().click()
  await page.getByText(/按题块、教师筛选，共 1 次抽查/).waitFor()
  const rows = page.getByRole('grid', { name: '抽查记录' }).getByRole('row')
  await rows.filter({ hasText: first }).waitFor()
  await shoot(page, '/spot-check', 'records')
  // Back is where the sample was left.
  await page.goBack()
  await expect.poll(() => page.getByLabel('抽取比例').inputValue()).toBe('100')
  await expect.poll(() => marker.inputValue()).toBe('')
  expectQuiet(visitor)
})

test('figures open what they count, and back finds the page as it was left', async () => {
  const block = blockOf(2)
  const visitor = await stage.enter(
    'director',
    `/setDistri?exam_id=${block.examId}&subject_id=${MATHEMATICS}`,
  )
  const { page } = visitor
  const row = page.getByRole('row').filter({ hasText: block.name })
  await row.waitFor()
  await page.getByRole('columnheader', { name: '需要评阅' }).getByText('需要评阅').focus()
  await page.getByText(/双评 = 试卷份数 × 2/).waitFor()
  await shoot(page, '/setDistri', 'formula')
  await row.getByRole('checkbox').check()
  await row.getByRole('link').nth(1).click()
  const desk = page.getByTestId('reading-desk')
  await desk.getByText(/共 \d+ 份/).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'linked')
  await page.goBack()
  await expect.poll(() => row.getByRole('checkbox').isChecked()).toBe(true)

  // Sorted and scrolled as it was.
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(`/MarkingSupervision?exam_id=${block.examId}&view=marker`)
  const table = page.getByRole('grid', { name: '阅卷教师' })
  await table.getByRole('row').nth(3).waitFor()
  await table
    .getByRole('columnheader', { name: /均用时|用时/ })
    .getByRole('button')
    .first()
    .click()
  const sorted = table.locator('[aria-sort]')
  await sorted.waitFor()
  // As many columns as the window has room for, until somebody ticks more; then the names stay.
  const beyond = () => table.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(await beyond()).toBe(0)
  await page.getByRole('button', { name: /^列 / }).click()
  const columns = page.getByRole('group', { name: '显示的列' })
  for (const name of ['近 8 小时', '吻合率', '仲裁率', '最近提交'])
    await columns.getByText(name, { exact: true }).click()
  await shoot(page, '/MarkingSupervision', 'columns', [{ width: 1280, height: 720 }])
  await page.keyboard.press('Escape')
  await columns.waitFor({ state: 'detached' })
  expect(await beyond()).toBeGreaterThan(150)
  await table.evaluate((element) => element.scrollTo({ left: 150, top: 60 }))
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBe(150)
  const top = await table.evaluate((element) => element.scrollTop)
  await page.getByRole('main').getByRole('link', { name: '抽查', exact: true }).click()
  await page.getByText(/份待抽查/).waitFor()
  await page.goBack()
  await sorted.waitFor()
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBe(150)
  expect(await table.evaluate((element) => element.scrollTop)).toBe(top)
  await page.getByRole('button', { name: /^列 / }).click()
  await columns.getByRole('button', { name: '恢复按宽度显示' }).click()
  await expect.poll(beyond).toBe(0)

  // Who has a sheet, of the candidates of a school.
  await page.getByText('学校', { exact: true }).click()
  const schools = page.getByRole('grid', { name: '各校进度' })
  const figures = schools.getByRole('row').nth(1).getByRole('link')
  const expected = Number(await figures.last().innerText())
  await figures.last().click()
  await page.getByText(`共 ${expected} 人`).waitFor()
  await page.getByLabel('答题卡').selectOption({ label: '未扫' })
  await page.getByText('没有符合条件的考生').waitFor()
  await page.goBack()
  await schools.waitFor()
  expectQuiet(visitor)
})

test('what readers drew is seen on the whole sheet as well, on their answer only', async () => {
  const { exam, blocks } = stage.world.underWay
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 1,
  )
  if (!block) throw new Error('a block is read twice, with arbitration')
  const on = { block_id: block.blockId }
  const director = await stage.world.signIn('director')
  await director.call(blockSettingsSet, {
    body: {
      exam_id: exam.examId,
      subject_id: MATHEMATICS,
      blocks: [{ ...on, traces: 1 }],
    },
  })
  // Whoever reads a paper second gives it the opposite.
  const begun = new Set<number>()
  for (const account of ['marker1', 'marker2', 'marker3', 'marker4']) {
    const marker = await stage.world.signIn(account)
    const { tasks } = await marker.call(markNext, { query: { ...on, n: 5 } })
    for (const { reading_id, unit_id, points } of tasks) {
      const isSecond = begun.has(unit_id)
      begun.add(unit_id)
      await marker.call(markSubmit, {
        body: {
          ...on,
          reading_id,
          idem_key: ulid(),
          scores: points.map(({ full_milli }) => (isSecond ? full_milli : 0)),
          traces: [{ kind: 'tick', part: 0, x: 60, y: 40 }],
        },
      })
    }
  }
  const visitor = await stage.enter(
    'leader',
    `/MainPage/markPaper/markPage/arbitration-marking?block_id=${block.blockId}`,
  )
  const { page } = visitor
  const desk = page.getByTestId('leader-desk')
  await desk.waitFor()
  await desk.getByRole('img', { name: '评阅的批注 2 处' }).waitFor()
  await painted(page)
  await page.keyboard.press('w')
  const whole = page.getByTestId('whole-paper')
  await whole.getByText('正在评阅').waitFor()
  const drawn = whole.getByTestId('earlier-annotations')
  await expect.poll(() => drawn.count()).toBe(1)
  const answer = await whole.locator('li[data-own] img').boundingBox()
  const layer = await drawn.boundingBox()
  expect(Math.abs((layer?.width ?? 0) - (answer?.width ?? 1))).toBeLessThan(2)
  expect(Math.abs((layer?.height ?? 0) - (answer?.height ?? 1))).toBeLessThan(2)
  await settle(page)
  await shoot(page, '/arbitration-marking', 'whole-drawn')

  // With tools and all that can be done at once, no button is pushed out of the window.
  await page.keyboard.press('w')
  await whole.waitFor({ state: 'detached' })
  await page.keyboard.press('f')
  await desk.getByRole('button', { name: /^撤销/ }).click()
  await desk.getByRole('button', { name: /^重做/ }).waitFor()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const help = await desk.getByRole('button', { name: /^快捷键/ }).boundingBox()
    expect((help?.x ?? 0) + (help?.width ?? Infinity), `${size.width}`).toBeLessThanOrEqual(
      size.width,
    )
    const first = await desk.getByRole('button', { name: /^稍后再定/ }).boundingBox()
    expect(first?.x, `${size.width}`).toBeGreaterThanOrEqual(0)
  }
  await shoot(page, '/arbitration-marking', 'tools')
  expectQuiet(visitor)
})

test('what is asked about a block does not begin with what went wrong when another act was tried', async () => {
  const { blockId, examId, name } = blockOf(4)
  const leader = await stage.world.signIn('leader')
  const turn = (action: 'pause' | 'open') =>
    leader.call(blockStatusSet, { body: { block_id: blockId, action } })
  await turn('pause')
  const fail = (page: Page) =>
    page.route(`**${blockStatusSet.path}`, (route) => route.fulfill({ status: 500 }))

  const led = await stage.enter(
    'leader',
    '/MainPage/markPaper/evaluationRegulationHome/list/blocks',
  )
  const list = led.page.getByRole('grid', { name: '我负责的题块' })
  await list.getByRole('button', { name: '恢复' }).waitFor()
  await fail(led.page)
  await list.getByRole('button', { name: '恢复' }).click()
  await led.page.locator('.bp6-toast').waitFor()
  await list.getByRole('button', { name: '暂停' }).first().click()
  const pause = led.page.getByRole('dialog', { name: /^暂停/ })
  await pause.getByRole('button', { name: '暂停阅卷' }).waitFor()
  expect(await pause.getByRole('alert').count()).toBe(0)
  expectQuiet(led, /500/)

  const address = `/MarkSet?exam_id=${examId}&subject_id=${MATHEMATICS}`
  const settings = await stage.enter('director', address)
  const more = settings.page.getByRole('button', { name: `${name}更多操作` })
  await more.click()
  await fail(settings.page)
  await settings.page.getByRole('menuitem', { name: '恢复阅卷' }).click()
  await settings.page.locator('.bp6-toast').waitFor()
  await more.click()
  await settings.page.getByRole('menuitem', { name: '收回未提交的试卷…' }).click()
  const recall = settings.page.getByRole('dialog', { name: /^收回未提交的试卷/ })
  await recall.getByRole('button', { name: '取消' }).waitFor()
  expect(await recall.getByRole('alert').count()).toBe(0)
  expectQuiet(settings, /500/)
  await turn('open')
})

test('a paper that comes late does not take the place of the one that was asked for after it', async () => {
  const block = stage.world.underWay.blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  const blockId = block?.blockId ?? 0
  const on = { block_id: blockId }
  const marker = await stage.world.signIn('marker2')
  const { tasks } = await marker.call(markNext, { query: { ...on, n: 2 } })
  for (const { reading_id } of tasks)
    await marker.call(markSubmit, {
      body: {
        ...on,
        reading_id,
        idem_key: ulid(),
        problem: { reason: 'unclear_image', note: '右下角被折' },
      },
    })
  const leader = await stage.world.signIn('leader')
  const { list } = await leader.call(leaderList, { query: { mode: 'problem', ...on } })
  const [late, wanted] = list
  if (!late || !wanted) throw new Error('two papers wait for the leader')
  const addressOf = (unitId: number) =>
    `/MainPage/markPaper/markPage/arbitration-marking?mode=problem&block_id=${blockId}&unit_id=${unitId}`
  const visitor = await stage.enter('leader', '/')
  const { page } = visitor
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route(`**${leaderNext.path}*unit_id=${late.unit_id}*`, async (route) => {
    asked.resolve()
    await answer.promise
    await route.continue()
  })
  await page.goto(addressOf(late.unit_id))
  await asked.promise
  // As by the button that goes back, or a link in a message.
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, addressOf(wanted.unit_id))
  const desk = page.getByTestId('leader-desk')
  await desk.getByText(wanted.secret_code).first().waitFor()
  const reply = page.waitForResponse((one) => one.url().includes(`unit_id=${late.unit_id}`))
  answer.resolve()
  await reply
  await settle(page)
  expect(await desk.getByText(wanted.secret_code).count()).toBeGreaterThan(0)
  expect(await desk.getByText(late.secret_code).count()).toBe(0)
  expectQuiet(visitor)
})
