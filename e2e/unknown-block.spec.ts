import { allocationMastersSet, examCreate, schoolClasses } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settle, shoot, tooWide } from './shots.ts'
import { type TestStage, useStage } from './stage.ts'

const stage = useStage()
/** As in a link that was kept while the sheet was divided anew. */
const GONE = 'block_id=999999'
const LED = '/MainPage/markPaper/evaluationRegulationHome/list/blocks'

const MATHEMATICS = 2

const examOf = ({ world }: TestStage) => `exam_id=${world.almostDone.exam.examId}`

const noRetry = async (page: Page) =>
  expect(await page.getByRole('button', { name: '重试' }).count()).toBe(0)

test('a block that is no more leads on to those that there are', async () => {
  const { page } = await stage.enter('leader', `/benchmark?${GONE}`)
  await page.getByRole('alert').filter({ hasText: '题块不存在' }).waitFor()
  await noRetry(page)
  await settle(page)
  await shoot(page, '/benchmark', 'unknown-block')
  expect(await tooWide(page)).toEqual([])
  await page.getByRole('list', { name: '我负责的题块' }).getByRole('link').first().click()
  await page.getByRole('radio', { name: '试评与定标' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)

  await page.goto(`/changeMarker?${GONE}`)
  await page.getByText('题块不存在').waitFor()
  await noRetry(page)
  await page.getByRole('link', { name: '考试列表' }).waitFor()

  await page.goto(`/MainPage/markPaper/evaluationRegulationHome/marking?${GONE}`)
  await page.getByRole('link', { name: '我负责的题块' }).click()
  await page.waitForURL((url) => url.pathname === LED)
})

test.for([
  ['admin', '/spot-check', '可以抽查的题块'],
  ['leader', '/identical-papers', '我负责的题块'],
] as const)('%s is shown no other block in its place on %s', async ([account, path, label]) => {
  const { page } = await stage.enter(account, `${path}?${examOf(stage)}&${GONE}`)
  await page.getByRole('alert').filter({ hasText: '题块不存在' }).waitFor()
  await settle(page)
  await shoot(page, path, 'unknown-block')
  expect(await tooWide(page)).toEqual([])
  await page.getByRole('list', { name: label }).getByRole('link').first().click()
  await page.getByLabel('题块', { exact: true }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('no blank answers and no papers of another block stand in its place', async () => {
  const { page } = await stage.enter('admin', `/empty-check?${examOf(stage)}&${GONE}`)
  await page.getByRole('alert').filter({ hasText: '题块不存在' }).waitFor()
  await settle(page)
  await shoot(page, '/empty-check', 'unknown-block')
  await page
    .getByRole('button', { name: /^语文 · 第\d/ })
    .first()
    .click()
  await page.getByRole('radio', { name: /^待核查/ }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)

  await page.goto(`/stuck-papers?${examOf(stage)}&${GONE}`)
  await page.getByRole('alert').filter({ hasText: '题块不存在' }).waitFor()
  await page.getByText('没有无人可阅的试卷').waitFor()
})

test('an exam that is no more is not one without subjects', async () => {
  const { page } = await stage.enter('admin', '/score-check?exam_id=999999')
  await page.getByRole('alert').filter({ hasText: '没有找到这场考试' }).waitFor()
  await settle(page)
  await shoot(page, '/score-check', 'unknown-exam')
  const choice = page.getByLabel('考试', { exact: true })
  await choice.selectOption({ label: stage.world.almostDone.exam.name })
  await page.getByText('选一名考生').first().waitFor()
})

test('who leads a block outside the own subject samples it as its leader', async () => {
  const { world } = stage
  const { exam, blocks } = world.almostDone
  const foreign = blocks.find(({ subjectId }) => subjectId !== MATHEMATICS)
  const director = await world.signIn('director')
  const { user } = await world.signIn('leader')
  await director.call(allocationMastersSet, {
    body: { block_id: foreign?.blockId ?? 0, leader_ids: [user.user_id] },
  })
  const { page } = await stage.enter(
    'leader',
    `/spot-check?exam_id=${exam.examId}&block_id=${foreign?.blockId}`,
  )
  await page.getByRole('alert').filter({ hasText: '请作为题组长在「评卷监管」中抽查' }).waitFor()
  await settle(page)
  await shoot(page, '/spot-check', 'led-block')
  await page
    .getByRole('list', { name: '可以抽查的题块' })
    .getByRole('link', { name: foreign?.name ?? '' })
    .click()
  await page.getByText(/还有 \d+ 份没有抽查/).waitFor()
})

test('who may not see the scripts of a block is shown their own blocks', async () => {
  const [block] = stage.world.underWay.blocks
  const { page } = await stage.enter('marker1', `/benchmark?block_id=${block?.blockId}`)
  await page.getByRole('alert').filter({ hasText: '您不是这个题块的题组长' }).waitFor()
  await page.getByText('没有指定由您负责的题块').waitFor()
  await noRetry(page)
})

test('blocks of the same name in two exams are told apart where identical papers are looked for', async () => {
  const { world } = stage
  const director = await world.signIn('director')
  const leader = await world.signIn('leader')
  for (const { blocks } of [world.almostDone, world.underWay])
    await director.call(allocationMastersSet, {
      body: { block_id: blocks[0]?.blockId ?? 0, leader_ids: [leader.user.user_id] },
    })
  const { page } = await stage.enter('leader', '/identical-papers')
  const choice = page.getByLabel('题块', { exact: true })
  await choice.waitFor()
  for (const { exam } of [world.almostDone, world.underWay])
    expect(await choice.locator(`optgroup[label="${exam.name}"] option`).count()).toBeGreaterThan(0)
})

test('an exam that is older than all of the list is opened by its address', async () => {
  const { exam } = stage.world.almostDone
  const director = await stage.world.signIn('director')
  const schoolId = director.user.school_id ?? 0
  const [first] = await director.call(schoolClasses, { query: {} })
  const later = {
    type: 2,
    mode: 1,
    start_date: '2099-01-01',
    grade_id: first?.grade_id ?? 0,
    class_ids: [first?.class_id ?? 0],
    subject_ids: [MATHEMATICS],
  }
  for (let no = 1; no <= 200; no++) {
    const body = { ...later, name: `周练 ${no}` }
    await director.call(examCreate, { params: { schoolId }, body })
  }
  const { page } = await stage.enter('admin', `/score-check?exam_id=${exam.examId}`)
  await page.getByText('选一名考生').first().waitFor()
  const choice = page.getByLabel('当前考试')
  expect(await choice.locator('option:checked').textContent()).toBe(exam.name)
  await choice.selectOption({ label: '周练 1' })
  await page.waitForURL((url) => url.searchParams.get('exam_id') !== String(exam.examId))
  expect(await page.getByRole('alert').count()).toBe(0)
})
