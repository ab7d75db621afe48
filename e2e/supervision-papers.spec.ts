import { markNext, markReturn, markSubmit } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { settle, shoot, SIZES, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

test('a figure opens its papers: who has them, what happened, and taking one back', async () => {
  const { exam, blocks } = stage.world.underWay
  const block = blocks.findLast(({ subjectId }) => subjectId === MATHEMATICS)
  if (!block) throw new Error('mathematics is being marked')
  const marker = await stage.world.signIn('marker1')
  const { tasks } = await marker.call(markNext, { query: { block_id: block.blockId, n: 4 } })
  const visitor = await stage.enter(
    'director',
    `/MarkingSupervision?exam_id=${exam.examId}&subject_id=${MATHEMATICS}`,
  )
  const { page } = visitor
  const tile = page.getByTitle('查看数学的这些试卷').first()
  await tile.waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'tiles')
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect(await tooWide(page)).toEqual([])
  }
  const row = page
    .getByRole('grid', { name: '题块进度' })
    .getByRole('row')
    .filter({ hasText: block.name })
  // The bar of a block opens all its papers, in whatever state.
  const figures = row.getByTitle(/的这些试卷/)
  const desk = page.getByTestId('paper-desk')
  const [, all] = /(\d+)$/.exec(await figures.first().innerText()) ?? []
  await figures.first().click()
  await desk.getByText(`共 ${all} 份`).waitFor()
  await page.keyboard.press('Escape')
  await desk.waitFor({ state: 'detached' })
  await figures.nth(2).click()
  await desk.getByText(`共 ${tasks.length} 份`).waitFor()
  const code = tasks[0]?.secret_code ?? ''
  const paper = desk.getByRole('row').filter({ hasText: code })
  await paper.click()
  // Nobody has marked it: the answer is shown all the same.
  await desk.getByRole('img', { name: `密号 ${code} 的作答` }).waitFor()
  const record = desk.getByRole('list', { name: '留痕' })
  await record.getByText('领取').waitFor()
  await record.getByText(/会话 [0-9a-f]{8}/).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'papers')
  expect(await tooWide(page)).toEqual([])
  await paper.getByRole('button', { name: '收回' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '收回 1 份' }).click()
  await page.getByText('已收回，试卷回到任务池').waitFor()
  await desk.getByText(`共 ${tasks.length - 1} 份`).waitFor()
  expectQuiet(visitor)
})

test('a paper that its marker took back waits for them, and nobody is said to have sent it back', async () => {
  const { exam, blocks } = stage.world.underWay
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 0,
  )
  if (!block) throw new Error('a block of mathematics is read once')
  const on = { block_id: block.blockId }
  const marker = await stage.world.signIn('marker2')
  const [task] = (await marker.call(markNext, { query: { ...on, n: 1 } })).tasks
  if (!task) throw new Error('the block has papers')
  const { reading_id } = await marker.call(markSubmit, {
    body: {
      ...on,
      reading_id: task.reading_id,
      idem_key: 'mark-to-be-taken-back',
      scores: task.points.map(() => 0),
    },
  })
  await marker.call(markReturn, { body: { ...on, take_back: [reading_id] } })
  const visitor = await stage.enter(
    'director',
    `/MarkingSupervision?exam_id=${exam.examId}&subject_id=${MATHEMATICS}`,
  )
  const { page } = visitor
  await page.getByTitle('抽查打回或阅卷教师收回，等待原教师重评；点开看这些试卷').click()
  const desk = page.getByTestId('paper-desk')
  const paper = desk.getByRole('row').filter({ hasText: task.secret_code })
  await paper.getByText('待重评').waitFor()
  await paper.click()
  await desk.getByText('本人收回，待重评').waitFor()
  await desk.getByText('留痕').click()
  const record = desk.getByRole('list', { name: '留痕' })
  await record.getByText('收回重评').waitFor()
  await record.getByText(/^一评 改前 0 分.*，改后 待定$/).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'taken-back')
  for (const part of [paper, record]) expect(await part.getByText('打回').count()).toBe(0)
  expectQuiet(visitor)
})

test('a leader samples an own block by the same conditions as who supervises', async () => {
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
  for (const kind of ['随机', '零分', '满分', '过快', '分数段', '临界', '与另一评不一致', '混合'])
    await page.getByText(kind, { exact: true }).first().waitFor()
  await settle(page)
  await shoot(page, '/evaluationRegulationHome/marking', 'samples')
  expect(await tooWide(page)).toEqual([])
  await page.getByText('临界', { exact: true }).click()
  await page.getByText('请补全抽样条件').waitFor()
  await page.getByLabel('分数线').fill('60')
  await page.getByText('请补全抽样条件').waitFor({ state: 'hidden' })
  expectQuiet(visitor)
})
