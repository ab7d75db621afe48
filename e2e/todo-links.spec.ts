import {
  allocationMastersSet,
  benchmarkDefinitive,
  benchmarkMark,
  benchmarkPapers,
  benchmarkScriptSet,
  blockSettingsSet,
  markNext,
  markSubmit,
  seedResults,
} from '@hengjuan/contracts'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { settle, shoot, SIZES, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
/** Leads the block in which a marker is stopped and that of the problem paper, and supervises nothing. */
const TEACHER = 'teacher1'
const LEADERS_DECIDE = '由题组长处理'
/** As many scripts as one needs to miss two, wherever they come. */
const SEEDS = 4

const blockOf = (mode: number) => {
  const { blocks } = stage.world.underWay
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === mode,
  )
  if (!block) throw new Error(`a block of mathematics is in mode ${mode}`)
  return block
}

/** A marker who was stopped by seeds, a problem paper, and papers whose readings disagree. */
beforeAll(async () => {
  const { world } = stage
  const [director, leader] = [await world.signIn('director'), await world.signIn('leader')]
  const once = { block_id: blockOf(0).blockId }
  await director.call(blockSettingsSet, {
    body: {
      exam_id: world.underWay.exam.examId,
      subject_id: MATHEMATICS,
      blocks: [{ ...once, seed_every: 2 }],
    },
  })
  for (let no = 0; no < SEEDS; no++) {
    const { list } = await leader.call(benchmarkPapers, { query: once })
    const unit_id = list[0]?.unit_id ?? 0
    const made = await leader.call(benchmarkScriptSet, {
      body: { ...once, unit_id, kind: 'seed' },
    })
    const script = { ...once, script_id: made.script_id, scores: [6000] }
    await leader.call(benchmarkMark, { body: script })
    await leader.call(benchmarkDefinitive, { body: { ...script, alone: 1 } })
  }
  await mark('marker1', once.block_id, 'none')
  const { list: seeds } = await leader.call(seedResults, { query: once })
  expect(seeds.map(({ state }) => state)).toContain('warned')
  const problem = { block_id: blockOf(3).blockId }
  await mark('marker2', problem.block_id, 'problem')
  const twice = blockOf(1).blockId
  await mark('marker3', twice, 'full')
  await mark('marker4', twice, 'none')
  const ids = await Promise.all(
    ['leader', TEACHER].map(async (account) => (await world.signIn(account)).user.user_id),
  )
  for (const block of [once, problem])
    await director.call(allocationMastersSet, { body: { ...block, leader_ids: ids } })
}, 30 * 60_000)

/** Marks what one is given, for as long as one is; a problem is raised once. */
async function mark(account: string, block_id: number, as: 'none' | 'full' | 'problem') {
  const marker = await stage.world.signIn(account)
  for (let no = 0; no < 40; no++) {
    const { tasks } = await marker.call(markNext, { query: { block_id, n: 1 } })
    const [task] = tasks
    if (!task) return
    const judged =
      as === 'problem'
        ? { problem: { reason: 'missing_page' as const, note: '缺第二页' } }
        : { scores: task.points.map(({ full_milli }) => (as === 'full' ? full_milli : 0)) }
    await marker.call(markSubmit, {
      body: {
        block_id,
        reading_id: task.reading_id,
        idem_key: `${account}-marks-${task.reading_id}`,
        ...judged,
      },
    })
    if (as === 'problem') return
  }
}

const supervision = () => `/MarkingSupervision?exam_id=${stage.world.underWay.exam.examId}`

const cardsOf = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: /^待办/ }) })
    .getByRole('listitem')

const cardOf = (page: Page, label: string): Locator => cardsOf(page).filter({ hasText: label })

/** Presses every link of the to-do cards, one after the other, and comes back. @returns what opened */
async function pressAll(page: Page, links: () => Locator): Promise<string[]> {
  const opened: string[] = []
  const count = await links().count()
  for (let at = 0; at < count; at++) {
    const link = links().nth(at)
    const to = await link.getAttribute('href')
    const before = page.url()
    await link.click()
    await expect.poll(() => page.url()).not.toBe(before)
    await page.getByRole('heading').first().waitFor()
    await settle(page)
    expect([to, await page.getByRole('alert').allInnerTexts()]).toEqual([to, []])
    expect([to, await page.getByText(/没有指定/).count()]).toEqual([to, 0])
    opened.push(to ?? '')
    await page.goBack()
    await links().first().waitFor()
    await settle(page)
  }
  return opened
}

const OVERSEERS = ['admin', 'director', 'principal', 'viceprincipal', 'grade11'] as const

test.for(OVERSEERS)(
  '%s is told that leaders decide, and every link of the to-dos opens what it says',
  async (account) => {
    const visitor = await stage.enter(account, supervision())
    const { page } = visitor
    for (const label of ['待仲裁', '问题卷']) {
      const card = cardOf(page, label)
      await card.getByText(LEADERS_DECIDE, { exact: true }).waitFor()
      expect(await card.getByRole('link').count()).toBe(0)
    }
    await cardOf(page, '等待处理的教师').getByRole('link', { name: '去处理' }).waitFor()
    await settle(page)
    if (account === 'principal') {
      await shoot(page, '/MarkingSupervision', 'todos-principal')
      expect(await tooWide(page)).toEqual([])
      await page.setViewportSize(SIZES[0])
    }
    const links = () => cardsOf(page).getByRole('link')
    const opened = await pressAll(page, links)
    expect(opened).toContain(`/benchmark?block_id=${blockOf(0).blockId}&tab=results`)
    expect(opened.some((to) => to.startsWith('/spot-check?'))).toBe(true)
    expectQuiet(visitor)
  },
)

test('whoever leads the blocks goes on to their papers, and to the marker who was stopped', async () => {
  const visitor = await stage.enter('leader', supervision())
  const { page } = visitor
  await cardOf(page, '待仲裁').getByRole('link', { name: '去处理' }).click()
  const list = page.getByRole('grid', { name: '待仲裁试卷' })
  await list
    .getByRole('row')
    .filter({ hasText: blockOf(1).name })
    .first()
    .waitFor()
  await page.goBack()
  await cardOf(page, '问题卷').getByRole('link', { name: '去处理' }).click()
  await page
    .getByRole('grid', { name: '问题卷' })
    .getByRole('row')
    .filter({ hasText: '缺页' })
    .first()
    .waitFor()
  await page.goBack()
  await cardOf(page, '等待处理的教师').getByRole('link', { name: '去处理' }).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'todos-leader')
  await pressAll(page, () => cardsOf(page).getByRole('link'))
  expectQuiet(visitor)
})

test('a teacher who leads the block clears the marker from the to-do', async () => {
  const visitor = await stage.enter(TEACHER, supervision())
  const { page } = visitor
  const stopped = cardOf(page, '等待处理的教师')
  await stopped.waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'todos-teacher')
  // The block of which the card counts the markers is a link as well.
  await pressAll(page, () => cardsOf(page).getByRole('link'))
  // What is arbitrated in another block is not theirs to see.
  expect(await cardOf(page, '待仲裁').count()).toBe(0)
  await cardOf(page, '问题卷').getByRole('link', { name: '去处理' }).waitFor()
  await stopped.getByRole('link', { name: '去处理' }).click()
  const row = page.getByRole('grid', { name: '种子卷结果' }).getByRole('row')
  await row.filter({ hasText: '陈思远' }).getByRole('button', { name: '确认后继续…' }).click()
  const dialog = page.getByRole('dialog')
  await settle(page)
  await shoot(page, '/benchmark', 'teacher-clears')
  await dialog.getByRole('button', { name: '确认，继续评阅' }).click()
  await page.getByText('可以继续评阅').waitFor()
  await page.goto(supervision())
  await cardOf(page, '问题卷').waitFor()
  await settle(page)
  expect(await cardOf(page, '等待处理的教师').count()).toBe(0)
  expectQuiet(visitor)
})

test.for(['admin', 'director', 'principal', 'viceprincipal'])(
  '%s opens every link of the checklist before results go out, and is told who handles the rest',
  async (account) => {
    const { examId } = stage.world.underWay.exam
    const visitor = await stage.enter(
      account,
      `/MainPage/exam-manage/exam-detail/${examId}/result-preliminary`,
    )
    const { page } = visitor
    const items = page.getByRole('listitem')
    const problems = items.filter({ hasText: '问题卷未处理' })
    await problems.first().waitFor()
    const handlers = items.filter({ hasText: '由扫描员或教务主任（联考为阅卷管理员）处理' })
    if (account === 'principal' || account === 'viceprincipal') {
      await handlers.first().waitFor()
      expect(await handlers.first().getByRole('link').count()).toBe(0)
    } else expect(await handlers.count()).toBe(0)
    await settle(page)
    if (account === 'principal') await shoot(page, '/result-preliminary', 'handlers')
    await pressAll(page, () => items.getByRole('link', { name: '去处理' }))
    await problems.getByRole('link', { name: '去处理' }).first().click()
    const papers = page.getByTestId('paper-desk')
    await papers.getByText('由题组长处理').first().waitFor()
    await settle(page)
    if (account === 'principal') await shoot(page, '/MarkingSupervision', 'linked-problems')
    await page.keyboard.press('Escape')
    await papers.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).searchParams.get('papers')).toBe(null)
    expectQuiet(visitor)
  },
)
