import { readFile } from 'node:fs/promises'
import { candidateResult, previewAll, reportStudents } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pdfPages } from '../apps/server/src/testing/pdf-text.ts'
import { readXlsx } from '../apps/server/src/testing/read-xlsx.ts'
import type { Account } from '../scripts/demo/account.ts'
import { knowingEyes } from '../scripts/demo/eyes.ts'
import { Markers } from '../scripts/demo/marking.ts'
import { pageVisits } from './addresses.ts'
import { barriersOn } from './barriers.ts'
import { follow, turnTo } from './follow.ts'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage, type Visitor } from './stage.ts'

const stage = useStage()
const MARKERS = ['marker1', 'marker2', 'marker3', 'marker4']
const LEADERS = ['leader-zh', 'leader', 'leader-en']
/** Some hundred readings through the API. */
const MARKING_MS = 1_200_000

const exam = () => stage.world.almostDone.exam
const gateAddress = () => `/MainPage/exam-manage/exam-detail/${exam().examId}/result-preliminary`

test('a release that takes long shows how far it is, also to whoever comes in meanwhile', async () => {
  const visitor = await stage.enter('director', gateAddress())
  const { page } = visitor
  const act = {
    kind: 'publish',
    subject_id: null,
    block_id: null,
    by_name: '李主任',
    started_at: '2026-11-28T08:00:00.000Z',
  }
  let acts: object[] = [{ ...act, step: 'lock', done: 400, total: 1000 }]
  await page.route('**/v1/marker/acts?*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), data: acts } })
  })
  const bar = page.getByRole('progressbar', { name: '锁定试卷' })
  await page.reload()
  await page.getByText('李主任正在发布成绩：锁定试卷').waitFor()
  expect(await bar.getAttribute('aria-valuenow')).toBe('40')
  const open = page.getByRole('button', { name: '发布成绩…' })
  await open.hover()
  await page.getByText('李主任正在发布成绩（锁定试卷 400/1000），完成后再操作').waitFor()
  await settle(page)
  await shoot(page, gateAddress(), 'running')

  // It has ended: the button can be pressed, and what is sent from here shows how far it is in the dialog.
  acts = []
  await bar.waitFor({ state: 'detached' })
  const sent = Promise.withResolvers<void>()
  await page.route('**/v1/snapshot/create', async (route) => {
    acts = [{ ...act, step: 'rows', done: 500, total: 1000 }]
    await sent.promise
    await route.abort()
  })
  await open.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('仍要发布的原因').fill('先公布再补评')
  await dialog.getByLabel('考试名称').fill(exam().name)
  await dialog.getByRole('button', { name: '仍要发布' }).click()
  await dialog.getByText('李主任正在发布成绩：写入考生成绩').waitFor()
  expect(
    await dialog.getByRole('progressbar', { name: '写入考生成绩' }).getAttribute('aria-valuenow'),
  ).toBe('50')
  await settle(page)
  await shoot(page, gateAddress(), 'sending')
  sent.resolve()
  await dialog.getByRole('alert').waitFor()
  await page.unrouteAll()
  await page.close()
})

test(
  'results that are not complete cannot be published, complete ones are, by typing the name of the exam',
  async () => {
    const director = await stage.world.signIn('director')
    const visitor = await stage.enter('director', gateAddress())
    const { page } = visitor
    await page.getByRole('heading', { name: '成绩预审' }).waitFor()
    const open = await openItems(director)
    expect(open).toBeGreaterThan(0)
    const item = page.getByRole('listitem').filter({ hasText: '题块未评完' })
    await item.first().getByRole('link', { name: '去处理' }).waitFor()

    // The dialog lists what is missing; the name alone does not release it.
    await page.getByRole('button', { name: '发布成绩…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`还有 ${open} 项未完成`).waitFor()
    await dialog.getByLabel('考试名称').fill(exam().name)
    expect(await dialog.getByRole('button', { name: '仍要发布' }).isDisabled()).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/未发布$/).waitFor()

    await markTheRest()
    expect(await openItems(director)).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: '发布成绩…' }).click()
    const release = dialog.getByRole('button', { name: '发布成绩', exact: true })
    await dialog.getByLabel('考试名称').fill(`${exam().name}？`)
    expect(await release.isDisabled()).toBe(true)
    await dialog.getByLabel('考试名称').fill(exam().name)
    // Said when the page says so as well, which of a large exam takes seconds to be read.
    const [asked, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/v1/score_report_preview/all?*', async (route) => {
      asked.resolve()
      await read.promise
      await route.continue()
    })
    await page.keyboard.press('Enter')
    await asked.promise
    const said = page.getByText('成绩已发布，版本 v1')
    expect(await said.count()).toBe(0)
    read.resolve()
    await said.waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByText('已发布 v1').waitFor()
    await page.getByRole('link', { name: '查看报表' }).click()
    await page.getByRole('heading', { name: '总览' }).waitFor()
    expectQuiet(visitor)
  },
  MARKING_MS,
)

test('the blocks of released results can be neither paused nor cleared, and say why', async () => {
  const block = stage.world.almostDone.blocks.find(({ subjectId }) => subjectId === 2)
  const visitor = await stage.enter(
    'director',
    `/MarkSet?exam_id=${exam().examId}&subject_id=${block?.subjectId}`,
  )
  const { page } = visitor
  await page.getByRole('button', { name: `${block?.name}更多操作` }).click()
  const clear = page.getByRole('menuitem', { name: /^清空阅卷数据/ })
  await clear.getByText('成绩已发布，全部试卷已锁定').waitFor()
  expect(await clear.getAttribute('aria-disabled')).toBe('true')
  await settle(page)
  await shoot(page, '/MarkSet', 'released')
  expectQuiet(visitor)
})

test('reports of the released results agree with each other, sort, search and leave as a spreadsheet', async () => {
  const director = await stage.world.signIn('director')
  const { list } = await director.call(reportStudents, {
    query: { exam_id: exam().examId, limit: 5000 },
  })
  const ranked = list
    .filter(({ school_rank }) => school_rank !== null)
    .toSorted((a, b) => (b.total_score ?? 0) - (a.total_score ?? 0))
  const [best] = ranked
  const worst = ranked.at(-1)
  if (!best || !worst) throw new Error('somebody has a complete total')
  // Several may share it.
  const names = ranked
    .filter(({ total_score }) => total_score === best.total_score)
    .map(({ student_name }) => student_name)

  const visitor = await stage.enter('director', '/MainPage/testReport')
  const { page } = visitor
  await page.getByRole('grid', { name: '已发布成绩的考试' }).getByText(exam().name).click()
  await page.getByRole('heading', { name: '总览' }).waitFor()
  await page.getByText('总分均分').waitFor()
  for (const subject of ['语文', '数学', '英语'])
    await page.getByText(subject, { exact: true }).filter({ visible: true }).first().waitFor()

  const navigation = page.getByRole('navigation', { name: '报表' })
  await navigation.getByRole('link', { name: '学生成绩' }).click()
  const table = page.getByRole('grid', { name: '学生成绩' })
  await table.getByRole('button', { name: /^总分/ }).waitFor()
  await expect
    .poll(async () => {
      const shown = await firstRow(page)
      return names.some((name) => shown.includes(name))
    })
    .toBe(true)
  expect(await firstRow(page)).toContain(formatMilli(best.total_score ?? 0))
  await table.getByRole('button', { name: /^总分/ }).click()
  await table
    .getByRole('columnheader', { name: /^总分/ })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor()
  await expect.poll(() => firstRow(page)).not.toContain(best.student_name)
  await page.getByPlaceholder('姓名、拼音首字母或考号').fill(best.exam_no)
  await expect.poll(() => bodyRows(table).count()).toBe(1)
  await table.getByText(best.student_name).waitFor()

  // A file has what the page shows: everybody again.
  await page.getByPlaceholder('姓名、拼音首字母或考号').fill('')
  await expect.poll(() => bodyRows(table).count()).toBeGreaterThan(1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出学生成绩' }).click()
  const file = await download
  expect(file.suggestedFilename()).toContain(exam().name)
  expect(file.suggestedFilename()).toMatch(/v1.*\.xlsx$/)
  const rows = await readXlsx(await readFile(await file.path()))
  const line = rows.find((cells) => cells[0] === best.exam_no)
  expect(line?.[1]).toBe(best.student_name)
  expect(Number(line?.[4])).toBe((best.total_score ?? 0) / 1000)
  expect(rows.filter(([examNo]) => examNo?.startsWith('26'))).toHaveLength(list.length)

  await navigation.getByRole('link', { name: '分数段' }).click()
  await page.getByRole('grid', { name: '分数段' }).waitFor()
  await page.getByLabel('分数段宽度（分）').waitFor()
  await navigation.getByRole('link', { name: '小题分析' }).click()
  const items = page.getByRole('grid', { name: '小题得分' })
  await bodyRows(items).nth(2).waitFor()
  // At its name: the figures of a row open who is behind them.
  await bodyRows(items).nth(1).getByRole('gridcell').first().click()
  const item = page.getByRole('heading', { name: /^第 2 题/ })
  await item.waitFor()
  // The tag at the option; flags of questions speak of the key, too.
  await page.getByText(/^✓\s*正确答案$/).waitFor()
  await page.keyboard.press('Escape')
  await item.waitFor({ state: 'detached' })
  await navigation.getByRole('link', { name: '班级均分' }).click()
  await page.getByText('高一(1)班').filter({ visible: true }).first().waitFor()
  expectQuiet(visitor)
})

test('a student sees the own released score and nothing of anybody else', async () => {
  const [own, other] = exam().candidates
  if (!own || !other) throw new Error('the exam has candidates')
  const director = await stage.world.signIn('director')
  const { list } = await director.call(reportStudents, {
    query: { exam_id: exam().examId, keyword: own.examNo },
  })
  const [row] = list
  const visitor: Visitor = await stage.enter(own.student_no, '/MainPage/homePage')
  const { page } = visitor
  await page.getByRole('link', { name: new RegExp(exam().name) }).click()
  await page.getByRole('heading', { name: own.name }).waitFor()
  await page
    .getByText(formatMilli(row?.total_score ?? 0), { exact: true })
    .first()
    .waitFor()
  const shown = await page.locator('main, #root').first().innerText()
  for (const { name, examNo } of exam().candidates.slice(1)) {
    expect(shown).not.toContain(examNo)
    if (name !== own.name && name.length > 2) expect(shown).not.toContain(name)
  }
  await page
    .getByRole('button', { name: /^各题得分/ })
    .first()
    .click()
  await page.getByRole('columnheader', { name: '班级得分率' }).waitFor()

  await page.goto(`/MainPage/searchScore/${other.examNo}/${exam().examId}`)
  await page.getByText('没有查到你的成绩').waitFor()
  expect(await page.locator('body').innerText()).not.toContain(other.name)
  await page.goto(gateAddress())
  await page.getByRole('alert').waitFor()
  // The number of somebody else is refused.
  expectQuiet(visitor, /status of 40[34]/)
})

test('what was decided about a sheet is only shown once scores are published', async () => {
  const admin = await stage.world.signIn('admin')
  const on = { exam_id: exam().examId, subject_id: 2 }
  const { list } = await admin.call(reportStudents, {
    query: { exam_id: exam().examId, limit: 5000 },
  })
  const results = await Promise.all(
    list.map(({ candidate_id }) => admin.call(candidateResult, { query: { ...on, candidate_id } })),
  )
  const decided =
    list[results.findIndex(({ sheets }) => sheets.some(({ decisions }) => decisions.length > 0))]
  if (!decided) throw new Error('somebody had an exception')
  const visitor = await stage.enter(
    'admin',
    `/MainPage/error-home/candidate-result?exam_id=${on.exam_id}&subject_id=2&candidate_id=${decided.candidate_id}`,
  )
  const { page } = visitor
  await page.getByText('成绩已发布，这里只能查看').waitFor()
  await page.getByRole('heading', { name: '处理记录' }).waitFor()
  await settle(page)
  await shoot(page, '/MainPage/error-home/candidate-result', 'published')
  expect(await page.getByRole('button', { name: '撤销' }).count()).toBe(0)
  expectQuiet(visitor)
})

/** People of a large school in one grade. @source reports 9 (6) */
const PRINTED = 1500

test('a table of 1,500 people prints whole: each once, with its titles on every sheet', async () => {
  const { page } = await stage.enter('director', '/MainPage/homePage')
  // The people of the exam over and over, under numbers that are found again on paper.
  await page.route('**/v1/scorereport/student/list?*', async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = (await answer.json()) as { data: { list: object[] } }
    const list = Array.from({ length: PRINTED }, (_, at) => ({
      ...data.list[at % data.list.length],
      candidate_id: 1_000_000 + at,
      exam_no: numberOf(at),
    }))
    await route.fulfill({ json: { ...rest, data: { ...data, list, total: PRINTED } } })
  })
  await page.goto(`/MainPage/reportDetail/student?exam_id=${exam().examId}&print=1`)
  const table = page.getByRole('table', { name: '学生成绩' })
  await expect.poll(() => table.locator('tbody tr').count()).toBe(PRINTED)
  const sheets = await pdfPages(await page.pdf({ preferCSSPageSize: true, printBackground: true }))
  const numbers = sheets.map((text) => text.match(/Q\d{4}Z/g) ?? [])
  const shown = await table.locator('tbody tr td:first-child').allInnerTexts()
  expect(numbers.flat()).toEqual(shown.map((text) => text.trim()))
  expect(numbers.flat().sort()).toEqual(Array.from({ length: PRINTED }, (_, at) => numberOf(at)))
  for (const [at, text] of sheets.entries()) {
    expect(text, `sheet ${at + 1} is not blank`).not.toBe('')
    if (numbers[at]?.length) expect(text, `titles of sheet ${at + 1}`).toMatch(/考号.*姓名.*班级/)
  }
  await page.unrouteAll()
})

const numberOf = (at: number): string => `Q${String(at).padStart(4, '0')}Z`

/** P01 to P26: the reports, where one finds them, how they are set, and what students see. */
const REPORT_PAGES =
  /reportDetail|searchScore|ClassReport|studentScoresList|ReportSetting|testReport|reportPage/

test('reports and the own score fit the window and keep nobody out', async () => {
  const wide: string[] = []
  const barriers: string[] = []
  const windows = new Map<string, Page>()
  for (const visit of pageVisits(stage.world)) {
    if (!REPORT_PAGES.test(visit.path)) continue
    const known = windows.get(visit.account)
    const page = known ?? (await stage.enter(visit.account, visit.address)).page
    windows.set(visit.account, page)
    if (known) await follow(page, visit)
    await settle(page)
    for (const width of await tooWide(page)) wide.push(`${visit.path} ${width}`)
    for (const barrier of await barriersOn(page)) barriers.push(`${visit.path} ${barrier}`)
    await shoot(page, visit.path, 'released')
  }
  expect(wide).toEqual([])
  expect(barriers).toEqual([])
})

test('what stands behind a figure opens and closes by key, and keeps nobody out', async () => {
  const at = (path: string, more = '') =>
    `/MainPage/reportDetail/${path}?exam_id=${exam().examId}${more}`
  const visitor = await stage.enter('director', at('averageGrades/class'))
  const { page } = visitor
  const barriers: string[] = []
  const look = async (what: string) => {
    await settle(page)
    for (const barrier of await barriersOn(page)) barriers.push(`${what} ${barrier}`)
  }
  const table = page.getByRole('grid', { name: '班级均分' })
  await bodyRows(table).first().waitFor()
  await table.focus()
  // Of the first class: its name, who should have sat it, who did.
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter'])
    await page.keyboard.press(key)
  const people = page.getByRole('heading', { name: /总分实考$/ })
  await people.waitFor()
  await bodyRows(page.getByRole('grid', { name: /总分实考$/ }))
    .first()
    .waitFor()
  await look('persons behind a figure')
  await page.keyboard.press('Escape')
  await people.waitFor({ state: 'detached' })

  await turnTo(page, at('littleQuestion/gallery', '&subject_id=1'))
  const pictures = page.getByRole('list', { name: /^第 .+ 题的作答$/ }).getByRole('listitem')
  await pictures.first().waitFor()
  const all = await pictures.count()
  const score = page.getByRole('group', { name: '按得分' }).getByRole('button').nth(1)
  await score.press('Enter')
  await expect.poll(() => score.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => pictures.count()).toBeLessThan(all)
  await look('answers by score')
  expect(await tooWide(page)).toEqual([])

  await turnTo(page, at('levelGrades/student', '&simulate=1'))
  await page.getByText(/^模拟：/).waitFor()
  await look('simulation of levels')
  expect(barriers).toEqual([])
  expectQuiet(visitor)
})

const firstRow = (page: Page): Promise<string> =>
  bodyRows(page.getByRole('grid', { name: '学生成绩' }))
    .first()
    .innerText()

/** Without the lines of titles, of which a table has one or two. */
const bodyRows = (table: Locator): Locator =>
  table.getByRole('row').filter({ has: table.page().getByRole('gridcell') })

/** Lines of the checklist that stand in the way. */
async function openItems(director: Account): Promise<number> {
  const { subjects } = await director.call(previewAll, { query: { exam_id: exam().examId } })
  return subjects.flatMap(({ gate }) => gate.filter(({ blocking }) => blocking)).length
}

async function markTheRest(): Promise<void> {
  const signIn = (account: string) => stage.world.signIn(account)
  const markers = new Markers(
    await Promise.all(MARKERS.map(signIn)),
    await Promise.all(LEADERS.map(signIn)),
    knowingEyes(new Map()),
  )
  await markers.work(stage.world.almostDone.blocks, () => undefined)
}
