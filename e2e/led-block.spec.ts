import {
  allocationMastersSet,
  benchmarkDefinitive,
  benchmarkMark,
  benchmarkScripts,
  leaderList,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { painted } from './mark-by-key.ts'
import { settle, shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
/** 许航, who teaches the other grade: no role of his supervises anything. */
const TEACHER = 'teacher1'
const HOME = '/MainPage/markPaper/evaluationRegulationHome/list/blocks'

/** A block that is nearly marked, of a grade that the teacher's role does not reach. */
const done = () => blockOf(stage.world.almostDone, 4)
/** A block that nobody has marked yet. */
const fresh = () => blockOf(stage.world.underWay, 1)

function blockOf({ exam, blocks }: typeof stage.world.underWay, mode: number) {
  const block = blocks.find(
    ({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === mode,
  )
  if (!block) throw new Error(`a block of mathematics is in mode ${mode}`)
  return { ...block, examId: exam.examId, examName: exam.name }
}

/** Both blocks are led by the subject leader and by the teacher, or by the subject leader alone. */
async function appoint(hasTeacher: boolean): Promise<void> {
  const director = await stage.world.signIn('director')
  const leaders = ['leader', ...(hasTeacher ? [TEACHER] : [])]
  const ids = await Promise.all(
    leaders.map(async (account) => (await stage.world.signIn(account)).user.user_id),
  )
  for (const { blockId } of [done(), fresh()])
    await director.call(allocationMastersSet, { body: { block_id: blockId, leader_ids: ids } })
}

beforeAll(() => appoint(true), 30 * 60_000)

const rowOf = (page: Page, { name, examName }: ReturnType<typeof fresh>) =>
  page
    .getByRole('grid', { name: '我负责的题块' })
    .getByRole('row')
    .filter({ hasText: name })
    .filter({ hasText: examName })

test('a leader of another grade samples, looks at markers and withdraws a decision', async () => {
  const block = done()
  const visitor = await stage.enter(TEACHER, HOME)
  const { page } = visitor
  await rowOf(page, block).waitFor()
  await settle(page)
  await shoot(page, '/evaluationRegulationHome/list', 'teacher')
  expect(await tooWide(page)).toEqual([])
  await rowOf(page, block).getByRole('link', { name: '抽查' }).click()
  const left = page.getByText(/还有 \d+ 份没有抽查/)
  const countLeft = async () => Number(/\d+/.exec(await left.innerText())?.[0])
  const before = await countLeft()
  const facts = page.getByRole('region', { name: '评阅情况' })
  const code = await facts.locator('code').innerText()
  await facts.getByLabel('意见').fill('步骤分应再给 1 分')
  await facts.getByLabel('改为').fill('1')
  const correct = facts.getByRole('button', { name: '改分' })
  // The score that stands corrects nothing.
  if ((await correct.getAttribute('aria-disabled')) === 'true')
    await facts.getByLabel('改为').fill('2')
  await correct.click()
  // What comes next may be the other reading of the same paper.
  await expect.poll(countLeft).toBeLessThan(before)
  await settle(page)
  await shoot(page, '/evaluationRegulationHome/marking', 'teacher')

  await page.getByRole('radio', { name: '教师' }).click()
  const markers = page.getByRole('grid', { name: '抽查进度' })
  await markers.getByRole('row').filter({ hasText: '陈思远' }).getByRole('button').first().click()
  await page
    .getByTestId('reading-desk')
    .getByText(/共 \d+ 份/)
    .waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('radio', { name: '裁定记录' }).click()
  const decision = page.getByRole('grid', { name: '裁定记录' }).getByRole('row')
  const own = decision.filter({ hasText: code })
  await own.getByText('许航').waitFor()
  await own.getByRole('button', { name: '撤销裁定' }).click()
  await page.getByLabel('撤销原因').fill('看错了题号')
  await page.getByRole('button', { name: '撤销 1 份裁定' }).click()
  await page.getByText(/已撤销裁定/).waitFor()
  await settle(page)
  await shoot(page, '/evaluationRegulationHome/marking', 'teacher-withdrawn')
  expectQuiet(visitor)
})

test('figures of a led block open, papers come back from their markers, and the block is paused', async () => {
  const block = fresh()
  const marker = await stage.world.signIn('marker1')
  const { tasks } = await marker.call(markNext, { query: { block_id: block.blockId, n: 3 } })
  expect(tasks).toHaveLength(3)
  const visitor = await stage.enter(TEACHER, HOME)
  const { page } = visitor
  await rowOf(page, block)
    .getByRole('link', { name: new RegExp(`^${block.name}的进度`) })
    .click()
  const drawer = page.getByRole('dialog', { name: `数学 · ${block.name}` })
  await drawer.getByRole('heading', { name: '阅卷教师' }).waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'led-block')
  await drawer.getByTitle(/在教师手中，还没有提交；点开/).click()
  const papers = page.getByTestId('paper-desk')
  await papers.getByText('共 3 份').waitFor()
  await papers.getByRole('button', { name: '收回' }).first().click()
  await page.getByRole('button', { name: '收回 1 份' }).click()
  await page.getByText('已收回，试卷回到任务池').waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'led-papers')
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: '收回未提交' }).click()
  await page.getByRole('button', { name: '收回 2 份' }).click()
  await page.getByText('已收回 2 份').waitFor()
  await drawer.getByRole('button', { name: '暂停阅卷' }).click()
  await page
    .getByRole('dialog', { name: `暂停「${block.name}」` })
    .getByRole('button', { name: '暂停阅卷' })
    .click()
  await drawer.getByRole('button', { name: '恢复阅卷' }).click()
  await drawer.getByRole('button', { name: '暂停阅卷' }).waitFor()
  // What is set up for the whole exam is not theirs.
  expect(await drawer.getByRole('link', { name: '调整教师与任务量' }).count()).toBe(0)

  // Behind the drawer: own blocks, with markers, and nothing about schools.
  await page.goto(`/MarkingSupervision?exam_id=${block.examId}`)
  const rows = page.getByRole('grid', { name: '题块进度' }).getByRole('row')
  await rows.filter({ hasText: block.name }).waitFor()
  expect(await rows.count()).toBe(2)
  await page.getByRole('radio', { name: '教师' }).click()
  await page.getByRole('grid', { name: '阅卷教师' }).getByText('陈思远').waitFor()
  expect(await page.getByRole('radio', { name: '学校' }).count()).toBe(0)
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'teacher')
  expect(await tooWide(page)).toEqual([])
  expectQuiet(visitor)
})

test('the teacher finds an exam of the other grade among those to choose from', async () => {
  const block = done()
  const visitor = await stage.enter(TEACHER, `/MarkingSupervision?exam_id=${block.examId}`)
  const { page } = visitor
  await page.getByRole('grid', { name: '题块进度' }).getByText(block.name).waitFor()
  const choice = page.getByRole('combobox').first()
  expect(await choice.locator('option:checked').innerText()).toBe(block.examName)
  const figure = page.getByTitle(`查看${block.name}的这些试卷`).first()
  await figure.click()
  await page
    .getByTestId('paper-desk')
    .getByText(/共 \d+ 份/)
    .waitFor()
  await page.getByRole('region', { name: '评阅情况' }).waitFor()
  expectQuiet(visitor)
})

test('two leaders agree on a benchmark script through the page, one of them a teacher', async () => {
  const block = fresh()
  const on = { block_id: block.blockId }
  const visitor = await stage.enter(TEACHER, HOME)
  const { page } = visitor
  await rowOf(page, block).getByRole('link', { name: '标准卷' }).click()
  await page.getByRole('heading', { name: '标准卷与种子卷' }).waitFor()
  await page.getByRole('button', { name: '选取试卷' }).first().click()
  const picker = page.getByRole('dialog', { name: '选取试卷' })
  await picker.getByLabel('用途').selectOption({ label: '种子卷' })
  await painted(picker)
  await picker.getByRole('button', { name: '选作标准卷' }).click()
  await picker.getByText(/^✓ 已选密号/).waitFor()
  await page.keyboard.press('Escape')
  const panel = page.getByRole('region', { name: '标准卷评分' })
  await panel.getByLabel(/得分$/).first().waitFor()
  for (const field of await panel.getByLabel(/得分$/).all()) await field.fill('1')
  // What is not sent outlives a reload.
  await page.reload()
  for (const field of await panel.getByLabel(/得分$/).all())
    await expect.poll(() => field.inputValue()).toBe('1')
  await panel.getByRole('button', { name: '提交独立评分' }).click()
  await page.getByText('独立评分已保存').waitFor()
  await settle(page)
  await shoot(page, '/benchmark', 'teacher')
  expect(await tooWide(page)).toEqual([])

  const leader = await stage.world.signIn('leader')
  const [script] = (await leader.call(benchmarkScripts, { query: on })).list
  if (!script) throw new Error('the teacher chose a script')
  const scores = script.points.map(() => 1000)
  const body = { ...on, script_id: script.script_id, scores }
  await leader.call(benchmarkMark, { body })
  await page.reload()
  await panel.getByRole('button', { name: '提出标准分' }).click()
  await page.getByText('已提出标准分，等待另一位题组长同意').waitFor()
  expect(await leader.call(benchmarkDefinitive, { body })).toEqual({ state: 'agreed' })

  // Results and qualification are there, and how programs read the block is not.
  for (const [tab, grid] of [
    ['种子卷结果', '种子卷结果'],
    ['试评与定标', '试评与定标'],
  ] as const) {
    await page.getByRole('radio', { name: tab }).click()
    await page.getByRole('grid', { name: grid }).getByRole('row').first().waitFor()
    await settle(page)
    await shoot(page, '/benchmark', `teacher-${tab === '种子卷结果' ? 'seeds' : 'qualify'}`)
  }
  expect(await page.getByRole('radio', { name: 'AI 对照' }).count()).toBe(0)
  expectQuiet(visitor)
})

test('what waits for the teacher’s arbitration shows its readings only where it is decided', async () => {
  const block = fresh()
  const codes = await disagree(block.blockId)
  const visitor = await stage.enter(
    TEACHER,
    `/MarkingSupervision?exam_id=${block.examId}&block_id=${block.blockId}`,
  )
  const { page } = visitor
  const drawer = page.getByRole('dialog', { name: `数学 · ${block.name}` })
  await drawer.getByTitle(/评分分歧，等待题组长；点开/).click()
  const papers = page.getByTestId('paper-desk')
  await papers.getByText('这份试卷等待仲裁。').waitFor()
  await papers.getByRole('img', { name: /的作答$/ }).waitFor()
  // Neither names nor scores, nor who took what when.
  await papers.getByText('留痕', { exact: true }).click()
  await papers.getByText('等待仲裁，裁定后显示。').waitFor()
  for (const name of ['陈思远', '李慧敏']) expect(await papers.getByText(name).count()).toBe(0)
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'waits-for-arbiter')
  expect(await tooWide(page)).toEqual([])
  await papers.getByRole('link', { name: '去仲裁' }).click()
  const desk = page.getByTestId('leader-desk')
  await desk.getByText(codes[0] ?? '').waitFor()
  await painted(page)
  await page.keyboard.press('k')
  await page.getByText('已选作标准卷，请到「标准卷」中独立评分并商定标准分').waitFor()
  expectQuiet(visitor)
})

test('after the assignment nothing of the block opens', async () => {
  const block = fresh()
  await appoint(false)
  const visitor = await stage.enter(TEACHER, HOME)
  const { page } = visitor
  await page.getByText('没有由您负责的题块').waitFor()
  await page.goto(`/benchmark?block_id=${block.blockId}`)
  await page.getByRole('alert').filter({ hasText: '您不是这个题块的题组长' }).waitFor()
  await settle(page)
  await shoot(page, '/benchmark', 'refused')
  await page.goto(`/MarkingSupervision?exam_id=${block.examId}&block_id=${block.blockId}`)
  await page.getByText('还没有题块').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expectQuiet(visitor, /403/)
})

/** One paper that two markers give full marks and none. @returns its secret code, first of those that wait */
async function disagree(blockId: number): Promise<string[]> {
  const read = async (account: string, isFull: boolean) => {
    const marker = await stage.world.signIn(account)
    for (let round = 0; round < 20; round++) {
      const { tasks } = await marker.call(markNext, { query: { block_id: blockId, n: 1 } })
      const [task] = tasks
      if (!task) return
      await marker.call(markSubmit, {
        body: {
          block_id: blockId,
          reading_id: task.reading_id,
          idem_key: `disagrees-${account}-${task.reading_id}`,
          scores: task.points.map(({ full_milli }) => (isFull ? full_milli : 0)),
        },
      })
    }
  }
  await read('marker1', true)
  await read('marker2', false)
  const teacher = await stage.world.signIn(TEACHER)
  const { list } = await teacher.call(leaderList, {
    query: { mode: 'arbitration', block_id: blockId },
  })
  expect(list.length).toBeGreaterThan(0)
  return list.map(({ secret_code }) => secret_code)
}
