import {
  candidateResult,
  candidatesOfSubject,
  exceptionCounts,
  fixChoice,
  listExceptions,
  reviewPresence,
} from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { looked } from './mark-by-key.ts'
import { scanMarkedPile } from './marked-pile.ts'
import { shoot, tooWide } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage('shared')
const PLACE = '/MainPage/error-home/candidate-result'

test('marks of papers that were marked before the scan are typed from the picture, and taken back', async () => {
  const pile = await scanMarkedPile(stage.world, {
    name: '先阅后扫的月考',
    entry: 'bars',
    marks: [
      { '11-12': 8, '13': 7.5, '14': 12, '15': 0 },
      // More than the twelve points of the question.
      { '11-12': 8, '13': 19, '14': 12, '15': 3 },
      // Nobody marked question 14.
      { '11-12': 8, '13': 7.5, '15': 18 },
    ],
  })
  const at = { exam_id: pile.examId, subject_id: pile.subjectId }
  const operator = await stage.world.signIn('operator')
  const open = async () =>
    (await operator.call(listExceptions, { query: at })).list.map(({ category, reason }) => [
      category,
      reason,
    ])
  expect(await open()).toEqual([
    ['score', '合计 19 分，超过满分 12 分，请确认得分'],
    ['score', '得分栏没有填涂，请确认得分'],
  ])

  const visitor = await stage.enter(
    'operator',
    `/MainPage/exam-manage/scan-error-handle/${pile.subjectId}/score/all/0/0?exam_id=${pile.examId}`,
  )
  const { page } = visitor
  const typed = page.getByLabel('得分', { exact: true })
  await page.getByText('各栏合计 19 分，超过满分 12 分').waitFor()
  await page.getByRole('img', { name: '第13题的打分处' }).waitFor()
  // What the block may not get is not taken from the keyboard either.
  await page.keyboard.press('9')
  await page.keyboard.press('9')
  await expect.poll(() => typed.textContent()).toBe('9')
  await page.keyboard.press(';')
  await page.getByRole('button', { name: '确认 9.5 分' }).waitFor()
  await looked(page)
  await page.keyboard.press('Enter')

  await page.getByRole('img', { name: '第14题的打分处' }).waitFor()
  await page.keyboard.press('f')
  await page.getByRole('button', { name: '确认 15 分' }).waitFor()
  await looked(page)
  await page.keyboard.press('Enter')
  await expect.poll(open).toEqual([])

  await page.getByRole('button', { name: /^撤销/ }).and(page.locator(':enabled')).waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(open).toEqual([['score', '得分栏没有填涂，请确认得分']])
  await page.getByRole('img', { name: '第14题的打分处' }).waitFor()
  const counts = await operator.call(exceptionCounts, { query: at })
  expect([counts.open, counts.handled, counts.undone_today]).toEqual([1, 1, 1])
  expectQuiet(visitor)
})

test('the result of a candidate is looked at beside its sheet, corrected by keyboard and taken back', async () => {
  const pile = await scanMarkedPile(stage.world, {
    name: '结果核对的月考',
    entry: 'bars',
    marks: [{ '11-12': 8, '13': 7.5, '15': 18 }],
  })
  const at = { exam_id: pile.examId, subject_id: pile.subjectId }
  const operator = await stage.world.signIn('operator')
  const [waiting] = (await operator.call(listExceptions, { query: at })).list
  const candidate_id = waiting?.candidate_id ?? 0
  const read = async () => operator.call(candidateResult, { query: { ...at, candidate_id } })
  const before = await read()
  const [first] = before.answers
  if (!first) throw new Error('the sheet has choices')
  const other = first.choice.options.find((option) => !first.choice.answer.includes(option)) ?? ''

  const visitor = await stage.enter(
    'operator',
    `/MainPage/exam-manage/scan-error-handle/${pile.subjectId}/score/all/0/0?exam_id=${pile.examId}`,
  )
  const { page } = visitor
  await page.getByRole('img', { name: '第14题的打分处' }).waitFor()
  await page.getByRole('button', { name: '考生结果' }).click()
  await page.getByRole('heading', { name: `${pile.names[0]}的结果` }).waitFor()
  await page.getByRole('list', { name: '作答与得分' }).waitFor()
  await page.getByAltText(/^答题卡第/).waitFor()
  await shoot(page, PLACE, 'read')
  expect(await tooWide(page)).toEqual([])

  // The first answer by its letter, then the mark that is missing by digits.
  await page.keyboard.press(other.toLowerCase())
  await looked(page)
  await page.keyboard.press('Enter')
  const missing = page.getByLabel('第14题的得分', { exact: true })
  await missing.click()
  await looked(page)
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await expect.poll(() => missing.textContent()).toBe('12')
  await shoot(page, PLACE, 'changed')
  // Nothing is changed without a reason.
  await page.keyboard.press('Control+Enter')
  await page.getByText('请写明原因').first().waitFor()
  expect((await read()).version).toBe(before.version)
  await page.getByLabel('修改原因').fill('对照图像，机器读错')
  await looked(page)
  await page.keyboard.press('Enter')
  await page.getByText('已修改 2 处').waitFor()
  const after = await read()
  expect(after.answers[0]?.choice.answer).toEqual([other])
  expect(after.scores.find(({ target }) => target === 'score:14')?.counted_milli).toBe(12_000)
  await page.getByText('对照图像，机器读错').first().waitFor()
  await shoot(page, PLACE, 'saved')

  await page.getByRole('heading', { name: `${pile.names[0]}的结果` }).click()
  await page.keyboard.press('Control+z')
  await expect
    .poll(async () => (await read()).answers[0]?.choice.answer)
    .toEqual(first.choice.answer)

  // A colleague who decided in between is not written over.
  await page.getByRole('list', { name: '作答与得分' }).getByRole('listitem').first().click()
  await page.keyboard.press(other.toLowerCase())
  const admin = await stage.world.signIn('admin')
  const { sheet_id, target } = first
  const values = first.choice.options
    .filter((option) => option !== other && !first.choice.answer.includes(option))
    .slice(0, 1)
  await admin.call(reviewPresence, { body: { ...at, sheet_id, take: 1 } })
  await admin.call(fixChoice, { body: { ...at, sheet_id, target, values, resolved_as: 'answer' } })
  await admin.call(reviewPresence, { body: { ...at, sheet_id: null, leave: 1 } })
  await page.getByLabel('修改原因').fill('读错')
  await looked(page)
  await page.keyboard.press('Enter')
  await page.getByText(/在您修改期间被他人改动/).waitFor()
  await shoot(page, PLACE, 'outdated')

  await page.goto(
    new URL(`${PLACE}?exam_id=${pile.examId}&subject_id=${pile.subjectId}`, page.url()).href,
  )
  await page.getByText('查找一名考生').waitFor()
  await page.getByRole('textbox', { name: '查找考生' }).fill(pile.names[0] ?? '')
  await shoot(page, PLACE, 'search')
  await page.getByRole('button', { name: new RegExp(pile.names[0] ?? '') }).click()
  await page.getByRole('list', { name: '作答与得分' }).waitFor()
})

test('a score that is checked leads to what was read, beside blocks that change by marking only', async () => {
  const { exam } = stage.world.almostDone
  const [candidate] = exam.candidates
  if (!candidate) throw new Error('the exam has candidates')
  const admin = await stage.world.signIn('admin')
  const at = { exam_id: exam.examId, subject_id: 2 }
  const [someone] = (
    await admin.call(candidatesOfSubject, { query: { ...at, all: 1, keyword: candidate.examNo } })
  ).list
  const candidate_id = someone?.candidate_id ?? 0
  const visitor = await stage.enter(
    'admin',
    `/score-check?exam_id=${at.exam_id}&subject_id=2&candidate_id=${candidate_id}`,
  )
  const { page } = visitor
  await page.getByRole('link', { name: '查看识别结果' }).click()
  await page.getByRole('list', { name: '主观题块' }).waitFor()
  await page.getByText('由阅卷产生').waitFor()
  await page.getByAltText(/^答题卡第/).waitFor()
  const { total_milli, blocks } = await admin.call(candidateResult, {
    query: { ...at, candidate_id },
  })
  expect(blocks.length).toBeGreaterThan(0)
  await expect
    .poll(() => page.getByTestId('result-total').textContent())
    .toBe(total_milli === null ? '—' : formatMilli(total_milli))
  await shoot(page, PLACE, 'blocks')
  expect(await tooWide(page)).toEqual([])

  const open = (candidate: number) =>
    page.goto(
      new URL(`${PLACE}?exam_id=${at.exam_id}&subject_id=2&candidate_id=${candidate}`, page.url())
        .href,
    )
  const [absent] = (await admin.call(candidatesOfSubject, { query: at })).list
  if (absent?.sheets === 0) {
    await open(absent.candidate_id)
    await page.getByText('没有答题卡').first().waitFor()
    await shoot(page, PLACE, 'no-sheet')
  }
  expectQuiet(visitor)
  await open(987_654)
  await page.getByText('请核对后重新输入').first().waitFor()
  await shoot(page, PLACE, 'failing')
})
