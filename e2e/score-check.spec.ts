import { scoreInspectList } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()

test('a score is raised at once with a reason, and lowered only when a second person agrees', async () => {
  const { almostDone } = stage.world
  const { examId } = almostDone.exam
  const admin = await stage.world.signIn('admin')
  // Some subjects have their last papers unmarked; any that is complete will do.
  const complete = []
  for (const { subjectId } of almostDone.runs) {
    const { list } = await admin.call(scoreInspectList, {
      query: { exam_id: examId, subject_id: subjectId, limit: 5000 },
    })
    // Who was away has nothing to lose.
    const person = list.find(({ total_milli }) => (total_milli ?? 0) > 0)
    if (person) complete.push({ subjectId, person })
  }
  const [first] = complete
  if (!first) throw new Error('somebody has a score')
  const { subjectId, person } = first
  const query = { exam_id: examId, subject_id: subjectId, limit: 5000 }

  const address = `/score-check?exam_id=${examId}&subject_id=${subjectId}`
  const visitor = await stage.enter('admin', address)
  const { page } = visitor
  await page.getByText('选一名考生').first().waitFor()
  await shoot(page, '/score-check', 'list')
  await page.getByPlaceholder('姓名、拼音首字母或考号').fill(person.exam_no)
  await page.getByRole('grid', { name: '考生得分' }).getByText(person.name).click()
  await page.getByRole('heading', { name: person.name }).waitFor()
  await shoot(page, '/score-check', 'paper')

  // Lowered to nothing: somebody else has to agree.
  const open = page
    .getByRole('button', { name: '复核这一题' })
    .and(page.locator(':not([aria-disabled=true])'))
  const editor = page.getByRole('form', { name: /^复核/ })
  const points = editor.getByRole('combobox')
  // What got nothing cannot be lowered.
  for (let question = 0; ; question++) {
    await open.nth(question).click()
    await points.first().waitFor()
    const given = await points.evaluateAll((all) =>
      all.map((one) => (one as HTMLSelectElement).value),
    )
    if (given.some((value) => value !== '0')) break
    await editor.getByRole('button', { name: '取消' }).click()
    await editor.waitFor({ state: 'detached' })
  }
  for (let index = 0; index < (await points.count()); index++)
    await points.nth(index).selectOption('0')
  await editor.getByLabel('复核理由').fill('抄错题，整题不给分')
  await shoot(page, '/score-check', 'editor')
  // What is not sent outlives a reload.
  await page.reload()
  expect(await editor.getByLabel('复核理由').inputValue()).toBe('抄错题，整题不给分')
  for (const point of await points.all()) expect(await point.inputValue()).toBe('0')
  await editor.getByRole('button', { name: '提交降分' }).click()
  await page.getByText('降分待确认').waitFor()
  await page.getByRole('button', { name: '同意降分', disabled: true }).waitFor()
  await shoot(page, '/score-check', 'pending')

  const second = await stage.enter('director', `${address}&candidate_id=${person.candidate_id}`)
  await second.page.getByLabel('确认意见').fill('同意')
  await second.page.getByRole('button', { name: '同意降分' }).click()
  await second.page.getByText('已改分').first().waitFor()
  await second.page.getByText('改分记录', { exact: true }).click()
  await second.page.getByText('抄错题，整题不给分').waitFor()
  await shoot(second.page, '/score-check', 'record')
  const after = await admin.call(scoreInspectList, { query })
  const again = after.list.find(({ candidate_id }) => candidate_id === person.candidate_id)
  expect(again).toMatchObject({ corrections: 1, pending: 0 })
  expect(again?.total_milli).toBeLessThan(person.total_milli ?? 0)
  expectQuiet(visitor)
  expectQuiet(second)
})

test('candidates are sorted among all, and more of them come as the list is scrolled', async () => {
  const { almostDone } = stage.world
  const { examId } = almostDone.exam
  const [{ subjectId } = { subjectId: 0 }] = almostDone.runs
  const admin = await stage.world.signIn('admin')
  const query = { exam_id: examId, subject_id: subjectId, sort: 'exam_no' as const }
  const { list, classes } = await admin.call(scoreInspectList, {
    query: { ...query, order: 'desc', limit: 5000 },
  })
  const visitor = await stage.enter('admin', '/')
  const { page } = visitor
  // As where a subject has tens of thousands: a page holds fewer than there are.
  await page.route('**/v1/score_inspect/list*', (route) =>
    route.continue({ url: route.request().url().replace('limit=500', 'limit=30') }),
  )
  await page.goto(
    new URL(`/score-check?exam_id=${examId}&subject_id=${subjectId}`, page.url()).href,
  )
  const grid = page.getByRole('grid', { name: '考生得分' })
  await grid.getByRole('button', { name: '考号' }).click()
  await grid.getByText(list[0]?.exam_no ?? '').waitFor()
  const options = page.getByLabel('班级').locator('option')
  expect(await options.count()).toBe(classes.length + 1)
  // All of them are reached, in the server's order.
  await expect
    .poll(async () => {
      await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
      return grid.getAttribute('aria-rowcount')
    })
    .toBe(String(list.length + 1))
  await grid.getByText(list.at(-1)?.exam_no ?? '').waitFor()
  // Sorted otherwise it begins at its top.
  await grid.getByRole('button', { name: '考号' }).click()
  await grid.getByText(list.at(-1)?.exam_no ?? '').waitFor()
  await expect.poll(() => grid.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  expectQuiet(visitor)
})
