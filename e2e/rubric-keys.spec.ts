import { markNext, markSubmit, rubricGet, rubricSet, rubricUse } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { painted, pressForNext } from './mark-by-key.ts'
import { settle, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const LEADING = '/MainPage/markPaper/evaluationRegulationHome/marking'

/** The block with the most points that is under way, and its rubric: one entry for each point, two for the first. */
async function blockWithEntries() {
  const [block] = stage.world.underWay.blocks
    .filter(({ subjectId, markMode }) => subjectId === MATHEMATICS && markMode === 1)
    .toSorted((a, b) => b.points.length - a.points.length)
  if (!block) throw new Error('a block that is marked twice is under way')
  const on = { block_id: block.blockId }
  const leader = await stage.world.signIn('leader')
  const before = await leader.call(rubricGet, { query: on })
  const [first] = before.points
  if (!first) throw new Error('a block has points')
  await leader.call(rubricSet, {
    body: {
      ...on,
      base_version: before.version,
      text: '按要点给分',
      entries: [
        { point_id: first.id, text: '写出公式', milli: first.step_milli },
        ...before.points.map(({ id, full_milli, step_milli }) => ({
          point_id: id,
          text: '结果正确',
          milli: full_milli - step_milli,
        })),
      ],
    },
  })
  return { on, first, points: before.points, leader }
}

test('papers are marked by the keys of the rubric, the desk and the leader see by which entries', async () => {
  const { on, first, points, leader } = await blockWithEntries()
  const marking = await stage.enter('marker1', `/marking?block_id=${on.block_id}`)
  const { page, context } = marking
  await painted(page)
  const total = page.getByTestId('mark-total')
  const pressed = page.getByTestId('pressed-entries')
  const textOf = (milli: number) => String(milli / 1000)

  // The map names what the keys give now.
  await page.keyboard.press('?')
  const map = page.getByRole('dialog')
  await map.getByText(`${first.name} 写出公式 ${textOf(first.step_milli)} 分`).waitFor()
  await shoot(page, '/marking', 'entry-keys')
  await page.keyboard.press('Escape')
  await map.waitFor({ state: 'detached' })

  // Both entries of the first point, then one for each of the others, and the paper is finished.
  await page.keyboard.press('Shift+Digit1')
  await expect.poll(() => total.textContent()).toBe(textOf(first.step_milli))
  await page.keyboard.press('Shift+Digit2')
  await expect.poll(() => total.textContent()).toBe(textOf(first.full_milli))
  // Pressed again it is taken back, and so is that.
  await page.keyboard.press('Shift+Digit1')
  await expect.poll(() => total.textContent()).toBe(textOf(first.full_milli - first.step_milli))
  await page.keyboard.press('Control+z')
  await expect.poll(() => total.textContent()).toBe(textOf(first.full_milli))
  for (let at = 1; at < points.length; at++) await page.keyboard.press(`Shift+Digit${at + 2}`)
  await expect.poll(() => pressed.textContent()).toContain('写出公式')
  await page.keyboard.press('s')
  const formula = page.getByRole('button', { name: /写出公式/ })
  expect(await formula.getAttribute('aria-pressed')).toBe('true')
  await shoot(page, '/marking', 'entries-pressed')
  await pressForNext(page, 'Enter')

  // A second one without the network: only the formula, nothing for the rest.
  await context.setOffline(true)
  await page.keyboard.press('Shift+Digit1')
  for (let at = 1; at < points.length; at++) {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
  }
  await page.keyboard.press('Enter')
  await page.waitForTimeout(300)
  await context.setOffline(false)
  await page.getByText('已保存').waitFor()
  const use = () => leader.call(rubricUse, { query: on })
  await expect
    .poll(async () => (await use()).entries.map(({ count }) => count))
    .toEqual([2, ...points.map(() => 1)])

  // Looked at again, both say by what they were given; changed, the count follows.
  await page.reload()
  await painted(page)
  await page.keyboard.press('[')
  await expect.poll(() => pressed.textContent()).toMatch(/写出公式(?!.*结果正确)/)
  await page.keyboard.press('[')
  await expect.poll(() => pressed.textContent()).toContain('结果正确')
  await painted(page)
  await page.keyboard.press('Shift+Digit1')
  await expect.poll(() => pressed.textContent()).not.toContain('写出公式')
  await shoot(page, '/marking', 'entries-back')
  await page.keyboard.press('Enter')
  await page.getByText('已保存').waitFor()
  await expect.poll(async () => (await use()).entries[0]?.count).toBe(1)

  // The leader of the block sees how often, by whom, and takes it as a table.
  const leading = await stage.enter('leader', `${LEADING}?block_id=${on.block_id}&tab=rubric`)
  const { page: led } = leading
  const entries = led.getByRole('grid', { name: '各条给分依据' })
  await entries.getByText('写出公式').waitFor()
  expect(await entries.getByRole('row').filter({ hasText: '写出公式' }).innerText()).toContain(
    '50%',
  )
  const markers = led.getByRole('grid', { name: '各位教师使用这一条的情况' })
  await markers.getByRole('row').filter({ hasText: '50%' }).waitFor()
  await shoot(led, LEADING, 'rubric-use')
  const download = led.waitForEvent('download')
  await led.getByRole('button', { name: '导出' }).click()
  expect((await download).suggestedFilename()).toContain('给分依据')
  await led.getByText('收藏', { exact: true }).click()
  await led.getByText('不显示考生身份').waitFor()
  await shoot(led, LEADING, 'collection')

  // Whoever checks the paper sees the entries as well, the leader of the block and a supervisor.
  await led.goto(`${LEADING}?block_id=${on.block_id}&tab=check`)
  await led
    .getByText(/^依据：(写出公式|结果正确) \d/)
    .first()
    .waitFor()
  await shoot(led, LEADING, 'check-entries')
  // A paper lies on one table at a time: the leader goes on to something else.
  const given = led.waitForResponse((reply) => reply.url().includes('/v1/marker/spot/check/hold'))
  await led.getByText('裁定记录', { exact: true }).click()
  await given
  const examId = stage.world.underWay.exam.examId
  const checking = await stage.enter(
    'director',
    `/spot-check?exam_id=${examId}&block_id=${on.block_id}`,
  )
  await checking.page
    .getByTestId('pressed-entries')
    .getByText(/(写出公式|结果正确) \d/)
    .waitFor()
  await shoot(checking.page, '/spot-check', 'entries')
  // Supervisors have the same table beside the benchmark scripts of the block.
  await checking.page.goto(`/benchmark?block_id=${on.block_id}&tab=rubric`)
  await checking.page.getByRole('grid', { name: '各条给分依据' }).getByText('写出公式').waitFor()
  await shoot(checking.page, '/benchmark', 'rubric-use')
  await checking.page.goto(`/changeMarker?block_id=${on.block_id}`)
  await checking.page.getByText(`${stage.world.underWay.exam.name} · 数学；`).waitFor()
  await shoot(checking.page, '/changeMarker', 'head')
  expectQuiet(checking)
  expectQuiet(leading)
  expectQuiet(marking, /ERR_INTERNET_DISCONNECTED/)
})

test('a problem paper that its leader scores by entries keeps them in the record', async () => {
  const { on, first } = await blockWithEntries()
  const marker = await stage.world.signIn('marker2')
  const [task] = (await marker.call(markNext, { query: { ...on, n: 1 } })).tasks
  if (!task) throw new Error('a paper of the block waits')
  await marker.call(markSubmit, {
    body: {
      ...on,
      reading_id: task.reading_id,
      idem_key: crypto.randomUUID(),
      problem: { reason: 'other', note: '答在别处' },
    },
  })
  const visitor = await stage.enter(
    'leader',
    `/MainPage/markPaper/markPage/arbitration-marking?mode=problem&block_id=${on.block_id}`,
  )
  const { page } = visitor
  const desk = page.getByTestId('leader-desk')
  await desk.getByText(task.secret_code).waitFor()
  const total = desk.getByTestId('mark-total')
  // The keys of the entries come with the rubric.
  await page.keyboard.press('?')
  const map = page.getByRole('dialog')
  await map.getByText(`${first.name} 写出公式`).waitFor()
  await page.keyboard.press('Escape')
  await map.waitFor({ state: 'detached' })
  await page.keyboard.press('Shift+Digit1')
  await expect.poll(() => total.innerText()).toBe(String(first.step_milli / 1000))
  await page.keyboard.press('Shift+Digit2')
  for (let at = 1; at < task.points.length; at++) await page.keyboard.press(`Shift+Digit${at + 2}`)
  await shoot(page, '/arbitration-marking', 'problem-entries')
  // What is on the pad stays over a reload, with what it was given for.
  const given = await total.innerText()
  await page.reload()
  await painted(page)
  await expect.poll(() => total.innerText()).toBe(given)
  await page.keyboard.press('Enter')
  await desk.getByText(task.secret_code).waitFor({ state: 'detached' })
  await page.goto(`${LEADING}?block_id=${on.block_id}&tab=work`)
  const row = page.getByRole('row').filter({ hasText: task.secret_code })
  await row.getByText(`给分依据：${first.name} 写出公式`).waitFor()
  await settle(page)
  await shoot(page, LEADING, 'work-entries')
  expectQuiet(visitor)
})
