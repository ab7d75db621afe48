import {
  createSnapshot,
  flaggedPapers,
  markNext,
  markSubmit,
  reportItems,
  rubricGet,
  rubricSet,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { painted, pressForNext, typeScore } from './mark-by-key.ts'
import { shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
const SAMPLE = '/spot-check'
const ARBITRATION = '/MainPage/markPaper/markPage/arbitration-marking'

test('points are given by the rubric, a change of it is told and shown, and papers under the old one are checked', async () => {
  const block = stage.world.underWay.blocks.find(
    ({ subjectId, markMode, points }) =>
      subjectId === MATHEMATICS && markMode === 1 && points.length === 1,
  )
  if (!block) throw new Error('a block of one point, marked twice, is under way')
  const on = { block_id: block.blockId }
  const examId = stage.world.underWay.exam.examId
  const leading = await stage.enter(
    'leader',
    `/MarkSet?exam_id=${examId}&subject_id=${MATHEMATICS}`,
  )
  const { page: set } = leading
  const leader = await stage.world.signIn('leader')
  const rubric = await leader.call(rubricGet, { query: on })
  const name = rubric.points[0]?.name ?? ''

  // The leader writes two reasons for points; what is off the grid is refused with the reason.
  const row = set.getByRole('row').filter({ hasText: rubric.block_name })
  await row.getByRole('button', { name: '评分标准' }).click()
  const dialog = set.getByRole('dialog')
  for (const [at, [worth, text]] of [
    ['2', '公式正确'],
    ['99', '结果正确'],
  ].entries()) {
    await dialog.getByRole('button', { name: '+ 添加一条' }).click()
    await dialog.getByLabel(`${name}第 ${at + 1} 条的分值`).fill(worth ?? '')
    await dialog.getByLabel(`${name}第 ${at + 1} 条`, { exact: true }).fill(text ?? '')
  }
  await dialog.getByLabel('评分标准', { exact: true }).fill('逐步给分。\n其他解法按步骤给分。')
  // Esc asks before it loses what is typed.
  await set.keyboard.press('Escape')
  const asked = set.getByRole('dialog', { name: '修改还没有保存' })
  await asked.getByRole('button', { name: '继续编辑' }).click()
  await asked.waitFor({ state: 'detached' })
  // So does the browser, before the page is loaded anew.
  const leaving = set.waitForEvent('dialog')
  const reloading = set.evaluate(() => location.reload())
  const question = await leaving
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await reloading
  await dialog.getByRole('button', { name: '保存评分标准' }).click()
  await dialog.getByRole('alert').getByText('每').waitFor()
  await dialog.getByLabel(`${name}第 2 条的分值`).fill('1')
  await dialog.getByRole('button', { name: '保存评分标准' }).click()
  await set.getByText('评分标准已保存为第 1 版').waitFor()

  // A marker gives points by it, and takes one back.
  const marking = await stage.enter('marker1', `/marking?block_id=${block.blockId}`)
  const { page } = marking
  await painted(page)
  await page.keyboard.press('s')
  // It is read all day: text, and no table.
  const size = await page
    .getByText('其他解法按步骤给分')
    .evaluate((text) => getComputedStyle(text).fontSize)
  expect(size).toBe('14px')
  await shoot(page, '/marking', 'rubric-text')
  const total = page.getByTestId('mark-total')
  const formula = page.getByRole('button', { name: '2 分 公式正确' })
  const result = page.getByRole('button', { name: '1 分 结果正确' })
  await formula.click()
  await expect.poll(() => total.textContent()).toBe('2')
  await result.click()
  await expect.poll(() => total.textContent()).toBe('3')
  await shoot(page, '/marking', 'rubric')
  await formula.click()
  await expect.poll(() => total.textContent()).toBe('1')
  expect(await formula.getAttribute('aria-pressed')).toBe('false')
  await pressForNext(page, 'Enter')
  await typeScore(page, 5)
  await pressForNext(page, 'Enter')
  await page.getByText('已保存').waitFor()

  // The leader changes it: the desk says so, and the key of the rubric shows what.
  await page.keyboard.press('s')
  await result.waitFor({ state: 'detached' })
  const { shown } = await leader.call(rubricGet, { query: on })
  const kept = shown.entries.map(({ entry_id, point_id, text, milli }) => ({
    entry_id,
    point_id: point_id ?? 0,
    text,
    milli,
  }))
  const entries = kept.map((entry, at) => (at === 0 ? { ...entry, milli: 3000 } : entry))
  const saved = await leader.call(rubricSet, {
    body: { ...on, base_version: 1, text: shown.text, entries, note: '公式改为 3 分' },
  })
  expect(saved.version).toBe(2)
  const news = page.getByTestId('rubric-news')
  await news.getByText('评分标准已改为第 2 版').waitFor()
  await news.getByText('公式改为 3 分').waitFor()
  const changes = page.getByRole('list', { name: '改动的给分依据' })
  expect(await changes.count()).toBe(0)
  await shoot(page, '/marking', 'rubric-news')
  await page.keyboard.press('s')
  await expect.poll(() => changes.locator('ins').textContent()).toContain('公式正确 3 分')
  await expect.poll(() => changes.locator('del').textContent()).toContain('公式正确 2 分')
  // Who has seen it by the key is not told again.
  await news.waitFor({ state: 'detached' })
  await page.reload()
  await painted(page)
  expect(await news.count()).toBe(0)
  // On another computer it is news once more, which can be put away unread.
  await page.evaluate(
    (key) => localStorage.removeItem(key),
    `hengjuan-rubric-read:${block.blockId}`,
  )
  await page.reload()
  await news.getByRole('button', { name: '知道了' }).click()
  await news.waitFor({ state: 'detached' })
  expect(await changes.count()).toBe(0)
  await page.reload()
  await painted(page)
  await page.getByText(/^密号/).first().waitFor()
  expect(await news.count()).toBe(0)

  // The leader sees how many papers were marked by what holds no more, and what was changed.
  await set.reload()
  await row.getByRole('button', { name: '评分标准' }).click()
  await dialog.getByRole('button', { name: /^第 2 版/ }).click()
  await dialog.locator('ins').getByText('公式正确 3 分').waitFor()
  await shoot(set, '/MarkSet', 'rubric')
  await dialog.getByRole('link', { name: '送去抽查' }).click()
  await set.waitForURL((url) => url.pathname === SAMPLE)
  expect(await set.getByRole('radio', { name: '旧版标准' }).isChecked()).toBe(true)
  const { older } = await leader.call(rubricGet, { query: on })
  expect(older).toBeGreaterThan(1)
  await set.getByText(`${older} 份待抽查`).waitFor()
  await set.getByText(/（现第 2 版）/).waitFor()
  await shoot(set, SAMPLE, 'old-rubric')
  expectQuiet(marking)
  expectQuiet(leading)
})

test('an answer of the collection is shown in the report of its question, without whose it is', async () => {
  const { examId, name } = stage.world.almostDone.exam
  const open = stage.world.almostDone.blocks.filter(({ subjectId }) => subjectId === MATHEMATICS)
  const leader = await stage.world.signIn('leader')
  const flagged = await (async () => {
    for (const { blockId } of open) {
      const on = { block_id: blockId }
      let no = ''
      // Until nobody finds anything: a paper that is read twice has a mark only then.
      for (const account of ['marker1', 'marker2', 'marker3', 'marker4']) {
        const marker = await stage.world.signIn(account)
        for (let at = 0; ; at++) {
          const { tasks } = await marker.call(markNext, { query: { ...on, n: 1 } })
          const [task] = tasks
          if (!task) break
          no = task.points[0]?.question_no ?? ''
          const body = {
            ...on,
            reading_id: task.reading_id,
            idem_key: `${account}-${blockId}-for-the-report-${at}`,
            scores: task.points.map(({ full_milli }) => full_milli),
            flags: ['excellent'],
          }
          await marker.call(markSubmit, { body })
        }
      }
      const { list } = await leader.call(flaggedPapers, { query: on })
      const marked = list.find(({ final_milli }) => final_milli !== null)
      if (marked) return { ...on, code: marked.secret_code, no }
    }
    throw new Error('nothing is left to mark')
  })()
  const leading = await stage.enter(
    'leader',
    `/benchmark?block_id=${flagged.block_id}&tab=collection`,
  )
  const { page } = leading
  const example = page.getByRole('region', { name: '报表示例' })
  await page.getByRole('button', { name: flagged.code }).click()
  const publish = example.getByRole('button', { name: '发布到报表' })
  await example.getByLabel('示例说明').fill('步骤完整，书写清楚')
  expect(await publish.getAttribute('aria-disabled')).toBe('true')
  await example.getByText('已核对：图像中没有姓名、学校和考号').click()
  await publish.click()
  await example.getByText('已发布').waitFor()
  await shoot(page, '/benchmark', 'example')

  const director = await stage.world.signIn('director')
  await director.call(createSnapshot, {
    body: { exam_id: examId, confirm_name: name, override_reason: '试卷讲评先用' },
  })
  const reading = await stage.enter(
    'grade10',
    `/MainPage/reportDetail/little?exam_id=${examId}&subject_id=${MATHEMATICS}`,
  )
  const { page: report } = reading
  // Its line begins with its number; a mean or a share may have the same digits.
  const question = report.getByRole('row', { name: new RegExp(`^${flagged.no}(?![0-9])`) })
  await question.click()
  const shown = report.getByRole('region', { name: '作答示例' })
  await shown.getByText('步骤完整，书写清楚').waitFor()
  const picture = shown.getByRole('img').first()
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(50)
  expect(await report.getByText(flagged.code).count()).toBe(0)
  await picture.scrollIntoViewIfNeeded()
  await shoot(report, '/little', 'example')
  const { rows } = await director.call(reportItems, {
    query: { exam_id: examId, subject_id: MATHEMATICS },
  })
  expect(rows.some(({ no }) => no === flagged.no)).toBe(true)

  // Taken away, the report shows it no more.
  await page.reload()
  await page.getByRole('button', { name: flagged.code }).click()
  await example.getByRole('button', { name: '从报表撤下' }).click()
  await page.getByText('已从报表撤下').waitFor()
  // The question stays open: it is in the address.
  await report.reload()
  await shown.getByText('还没有为这道题选出示例').waitFor()
  expectQuiet(leading)
  expectQuiet(reading)
})

/** More than a marker is given in one block of the stage. */
const PAPERS = 200

test('an arbitrator gives points by the rubric, and the words beside a flag stand in the collection', async () => {
  const block = stage.world.underWay.blocks.find(
    ({ subjectId, markMode, points }) =>
      subjectId === MATHEMATICS && markMode === 1 && points.length === 1,
  )
  const on = { block_id: block?.blockId ?? 0 }
  // Nothing and everything for all papers that they are given: those that both have read wait for the leader.
  for (const [account, isFull] of [
    ['marker1', false],
    ['marker2', true],
  ] as const) {
    const marker = await stage.world.signIn(account)
    for (let at = 0; at < PAPERS; at++) {
      const { tasks } = await marker.call(markNext, { query: { ...on, n: 1 } })
      const [task] = tasks
      if (!task) break
      await marker.call(markSubmit, {
        body: {
          ...on,
          reading_id: task.reading_id,
          idem_key: `${account}-reading-${at}`,
          scores: task.points.map(({ full_milli }) => (isFull ? full_milli : 0)),
        },
      })
    }
  }
  const visitor = await stage.enter(
    'leader',
    `${ARBITRATION}?mode=arbitration&block_id=${on.block_id}`,
  )
  const { page } = visitor
  await painted(page)
  await page.keyboard.press('s')
  await page.getByRole('button', { name: /分 结果正确$/ }).click()
  await expect.poll(() => page.getByTestId('mark-total').textContent()).toBe('1')
  // A note wants a flag.
  await page.keyboard.press('i')
  await page.getByText('先标上优秀卷、典型卷、典型错误或存疑，再写说明').waitFor()
  await page.keyboard.press('t')
  await page.keyboard.press('i')
  await page
    .getByRole('form', { name: '标记说明' })
    .getByRole('textbox')
    .fill('两位教师都漏看第二步')
  await shoot(page, '/arbitration', 'flag-note')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /提交仲裁分/ }).click()
  const leader = await stage.world.signIn('leader')
  const notes = async () =>
    (await leader.call(flaggedPapers, { query: on })).list.flatMap(({ flags }) =>
      flags.map(({ note }) => note),
    )
  await expect.poll(notes).toContain('两位教师都漏看第二步')
  expectQuiet(visitor)
})
