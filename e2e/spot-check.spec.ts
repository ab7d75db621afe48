import {
  checkDetail,
  markCorrect,
  spotCheckGet,
  spotCheckList,
  spotCheckReject,
  trendTaskDetail,
} from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { painted, paper } from './mark-by-key.ts'
import { settle, shoot } from './shots.ts'
import { expectQuiet, useStage, type Visitor } from './stage.ts'

const stage = useStage()

/** A mathematics block that is read once, on the page of spot checks. */
function onBlock() {
  const { exam, blocks } = stage.world.almostDone
  const block = blocks.find(({ subjectId, markMode }) => subjectId === 2 && markMode === 0)
  if (!block) throw new Error('no block that is read once')
  const query = `exam_id=${exam.examId}&block_id=${block.blockId}`
  const on = { exam_id: exam.examId, subject_id: 2, block_id: block.blockId }
  return { on, path: `/spot-check?${query}&percent=100` }
}

const readingOf = async ({ page }: Visitor): Promise<number> => {
  await page.getByTestId('spot-desk').waitFor()
  return Number(await page.locator('[data-reading]').getAttribute('data-reading'))
}

test('two checkers get different papers; who comes late is told, and what was typed stays', async () => {
  const { on, path } = onBlock()
  const wu = await stage.enter('leader', path)
  const mine = await readingOf(wu)
  const zhou = await stage.enter('admin', path)
  expect(await readingOf(zhou)).not.toBe(mine)
  // Somebody opens this one by its number all the same, and decides first.
  const director = await stage.world.signIn('director')
  const named = { block_id: on.block_id, task_detail_id: mine }
  const { task } = await director.call(spotCheckGet, { query: named })
  expect(task?.held_by).toBe('吴敬之')
  const given = (task?.total_milli ?? 0) / 1000
  const others = given === 0 ? 1 : given - 1
  await director.call(spotCheckReject, {
    body: {
      ...on,
      marker_id: task?.marker_id ?? 0,
      task_detail_id: mine,
      is_rejected: 0,
      is_marked: 1,
      reject_score: others * 1000,
      comment: '多给了',
      version: task?.version ?? 0,
    },
  })
  const { page } = wu
  // Neither what the marker gave nor what stands by then: that would correct nothing.
  const own = [2, 3, 4].find((score) => score !== given && score !== others) ?? 0
  await painted(page)
  await page.getByRole('textbox', { name: '意见' }).fill('第二问有效')
  await page.getByLabel('我给的分数').fill(String(own))
  await page.getByLabel('我给的分数').press('Enter')
  await page.getByText(`抽查改分为 ${others} 分`).waitFor()
  await page.getByText('郑文博').first().waitFor()
  await shoot(page, '/spot-check', 'overtaken')
  expect(await readingOf(wu)).toBe(mine)
  await page.getByRole('button', { name: '刷新这份' }).click()
  await page.getByRole('list', { name: '抽查记录' }).getByText('多给了').waitFor()
  expect(await page.getByLabel('我给的分数').inputValue()).toBe(String(own))
  expect(await page.getByRole('textbox', { name: '意见' }).inputValue()).toBe('第二问有效')
  await shoot(page, '/spot-check', 'seen-again')
  // Having seen it, the leader decides all the same.
  await painted(page)
  await page.getByRole('button', { name: /^改分/ }).click()
  await expect.poll(() => readingOf(wu)).not.toBe(mine)
  const { list } = await director.call(spotCheckList, { query: { exam_id: on.exam_id } })
  expect(list.map(({ checker_name, reject_milli }) => [checker_name, reject_milli])).toEqual([
    ['吴敬之', own * 1000],
    ['郑文博', others * 1000],
  ])
  expectQuiet(wu, /409/)
  expectQuiet(zhou)
})

test('a checker turns and zooms the paper, opens the rubric and types half points by the keys of the marking page', async () => {
  const { path } = onBlock()
  const visitor = await stage.enter('director', path)
  const { page } = visitor
  await readingOf(visitor)
  await painted(page)
  const width = async () => (await paper(page).boundingBox())?.width ?? 0
  const before = await width()
  await page.keyboard.press('+')
  await expect.poll(width).toBeGreaterThan(before)
  await page.keyboard.press('Control+0')
  await expect.poll(width).toBe(before)
  await page.keyboard.press('s')
  await page.getByRole('region', { name: '评分标准' }).waitFor()
  await shoot(page, '/spot-check', 'rubric')
  await page.keyboard.press('s')
  await page.getByRole('region', { name: '评分标准' }).waitFor({ state: 'detached' })
  await page.keyboard.press('1')
  await page.keyboard.press(';')
  const field = page.getByLabel('我给的分数')
  expect(await field.inputValue()).toBe('1.5')
  // As a Chinese keyboard types it.
  await field.fill('１。5')
  await page.getByRole('button', { name: /^改分/ }).waitFor()
  await page.keyboard.press('Escape')
  expectQuiet(visitor)
})

test('Esc in the remark leaves the score alone, and a paper that was decided about leaves also where no other comes', async () => {
  const { path } = onBlock()
  const visitor = await stage.enter('leader', path)
  const { page } = visitor
  const decided = await readingOf(visitor)
  await painted(page)
  const score = page.getByLabel('我给的分数')
  const remark = page.getByRole('textbox', { name: '意见' })
  await score.fill('3')
  await remark.fill('第二步')
  await remark.press('Escape')
  expect(await score.inputValue()).toBe('3')
  await score.press('Escape')
  expect(await score.inputValue()).toBe('')
  await remark.fill('')
  await page.route(/\/v1\/marker\/spot\/check\/get/, (route) => route.abort())
  await page.getByRole('button', { name: /^合格/ }).click()
  await page.getByText(/^上一份 .*：合格/).waitFor()
  await page.getByRole('button', { name: '重试' }).waitFor()
  expect(await page.getByTestId('spot-desk').count()).toBe(0)
  await shoot(page, '/spot-check', 'no-next')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: '重试' }).click()
  await expect.poll(() => readingOf(visitor)).not.toBe(decided)
  expectQuiet(visitor, /ERR_FAILED/)
})

test('a reading that its marker changes under a form is shown as it became, with the words; one that was sent back leads on', async () => {
  const { on, path } = onBlock()
  const wu = await stage.enter('leader', path)
  const { page } = wu
  const mine = await readingOf(wu)
  const director = await stage.world.signIn('director')
  const named = { block_id: on.block_id, task_detail_id: mine }
  const { task } = await director.call(spotCheckGet, { query: named })
  if (!task) throw new Error('the reading can be checked')
  const step = task.points[0]?.step_milli ?? 0
  const [first = 0, ...others] = task.scores
  const marker = await signInAsMarker(task.marker_id)
  const { reading_id } = await marker.call(markCorrect, {
    body: {
      block_id: on.block_id,
      reading_id: mine,
      idem_key: 'changed-under-a-checker',
      scores: [first === 0 ? step : first - step, ...others],
      active_ms: 4000,
    },
  })
  await painted(page)
  const comment = page.getByRole('textbox', { name: '意见' })
  await comment.fill('第二问有效')
  await page.getByRole('button', { name: /^合格/ }).click()
  await page.getByText(/回评改分，您看到的评阅情况刚刚有变化/).waitFor()
  await page.getByRole('button', { name: '刷新这份' }).click()
  await expect.poll(() => readingOf(wu)).toBe(reading_id)
  expect(await comment.inputValue()).toBe('第二问有效')

  // Somebody else sends it back: there is nothing to say of it, and the next one comes.
  const now = await director.call(spotCheckGet, {
    query: { block_id: on.block_id, task_detail_id: reading_id },
  })
  await director.call(spotCheckReject, {
    body: {
      ...on,
      marker_id: task.marker_id,
      task_detail_id: reading_id,
      is_rejected: 1,
      is_marked: 0,
      comment: '请再看一遍',
      version: now.task?.version ?? 0,
    },
  })
  await painted(page)
  await page.getByRole('button', { name: /^合格/ }).click()
  await page.getByRole('button', { name: '刷新这份' }).click()
  await page.getByText(/这次评阅已不是您看到的样子.*请换一份/).waitFor()
  await page.getByRole('button', { name: '换一份' }).click()
  await expect.poll(() => readingOf(wu)).not.toBe(reading_id)
  await page.getByText('填了分数或意见还没有提交，已保留').waitFor()
  expectQuiet(wu, /409/)
})

test('what others have on the table is left to them, and free once they have gone', async () => {
  const { on, path } = onBlock()
  const wu = await stage.enter('leader', path)
  const { page } = wu
  await readingOf(wu)
  const admin = await stage.world.signIn('admin')
  const { task } = await admin.call(spotCheckGet, { query: { block_id: on.block_id, percent: 5 } })
  // A sample in which only that one is left.
  const milli = task?.total_milli ?? 0
  const band = `kind=band&low=${milli / 1000}&high=${milli / 1000}&marker_id=${task?.marker_id}`
  const { remaining } = await admin.call(spotCheckGet, {
    query: {
      block_id: on.block_id,
      kind: 'band',
      low_milli: milli,
      high_milli: milli,
      marker_id: task?.marker_id ?? 0,
    },
  })
  await page.goto(`${path}&${band}`)
  for (let left = remaining; left > 1; left--) {
    const before = await readingOf(wu)
    await painted(page)
    await page.keyboard.press('Enter')
    await page.locator(`[data-reading="${before}"]`).waitFor({ state: 'detached' })
  }
  await page.getByText('剩下的 1 份正由其他人抽查').waitFor()
  await settle(page)
  await shoot(page, '/spot-check', 'all-held')
  await admin.call(spotCheckGet, { query: { block_id: on.block_id, kind: 'second_reader' } })
  await page.getByRole('button', { name: '再看一次' }).click()
  await readingOf(wu)
  expectQuiet(wu)
})

test('a sample changes under a form that was begun: the words stay with their paper, and it comes back', async () => {
  const { path } = onBlock()
  const wu = await stage.enter('leader', path)
  const { page } = wu
  const mine = await readingOf(wu)
  await page.getByRole('textbox', { name: '意见' }).fill('第一步的理由不充分')
  // The readings of somebody else: another paper comes, on which nothing was written.
  const markers = page.getByLabel('阅卷教师', { exact: true })
  // The names come after the paper.
  await expect.poll(() => markers.locator('option').count()).toBeGreaterThan(2)
  const others = await markers
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''))
  for (const other of others.slice(1)) {
    await markers.selectOption(other)
    await settle(page)
    // Of some nothing is left to check, or all of it is with others.
    if (!(await page.getByTestId('spot-desk').isVisible())) continue
    if ((await readingOf(wu)) !== mine) break
  }
  expect(await readingOf(wu)).not.toBe(mine)
  expect(await page.getByRole('textbox', { name: '意见' }).inputValue()).toBe('')
  await page.getByText('填了分数或意见还没有提交，已保留').waitFor()
  await shoot(page, '/spot-check', 'begun-elsewhere')
  await page.getByTitle('回到这份试卷').click()
  await expect.poll(() => readingOf(wu)).toBe(mine)
  expect(await page.getByRole('textbox', { name: '意见' }).inputValue()).toBe('第一步的理由不充分')
  // A page that is loaded anew has them still.
  await page.reload()
  const back = page.getByTitle('回到这份试卷')
  if ((await readingOf(wu)) !== mine) await back.click()
  await expect.poll(() => readingOf(wu)).toBe(mine)
  expect(await page.getByRole('textbox', { name: '意见' }).inputValue()).toBe('第一步的理由不充分')
  expectQuiet(wu)
})

/** Markers doubt the first paper that they marked in a block. @returns the secret code of each, and whose mark it has */
async function doubt(on: {
  exam_id: number
  block_id: number
}): Promise<{ code: string; marker: string }[]> {
  const leader = await stage.world.signIn('leader')
  const papers: { code: string; marker: string }[] = []
  for (const account of ['marker1', 'marker2', 'marker3', 'marker4']) {
    const marker = await stage.world.signIn(account)
    const query = { exam_id: on.exam_id, block_id: on.block_id }
    const of = { ...query, marker_id: marker.user.user_id }
    const own = (await leader.call(trendTaskDetail, { query: of })).list.find(
      ({ unit_state, checked }) => unit_state === 'FINAL' && !checked,
    )
    if (!own) continue
    const { readings } = await leader.call(checkDetail, {
      query: { ...query, task_detail_id: own.task_detail_id },
    })
    await marker.call(markCorrect, {
      body: {
        block_id: on.block_id,
        reading_id: own.task_detail_id,
        idem_key: `in-doubt-${own.task_detail_id}`,
        scores: readings[0]?.scores ?? [],
        flags: ['doubtful'],
      },
    })
    papers.push({ code: own.secret_code, marker: marker.user.user_name })
  }
  return papers
}

test('doubtful papers go to a second reader from the collection, several at once, and come back', async () => {
  const { on } = onBlock()
  const papers = await doubt(on)
  expect(papers.length).toBeGreaterThan(2)
  const wu = await stage.enter('leader', `/benchmark?block_id=${on.block_id}&tab=collection`)
  const { page } = wu
  const [first] = papers
  if (!first) throw new Error('a paper is in doubt')
  // One, which can be taken back at once.
  await page.getByRole('button', { name: first.code }).click()
  const side = page.getByRole('region', { name: '标记' })
  await side.getByRole('button', { name: '送第二人评阅' }).click()
  await side.getByText('等待第二人评阅').waitFor()
  await shoot(page, '/benchmark', 'collection-sent')
  await side.getByRole('button', { name: '撤回第二人评阅' }).click()
  await side.getByRole('button', { name: '送第二人评阅' }).waitFor()
  // Several, with how many before it happens.
  await page.getByLabel(/^选中可送第二人评阅的/).click({ force: true })
  await page.getByRole('button', { name: `送第二人评阅（${papers.length} 份）` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`将把 ${papers.length} 份试卷送第二人评阅`).waitFor()
  await dialog.getByText('误差阈值').waitFor()
  await shoot(page, '/benchmark', 'send-several')
  await dialog.getByRole('button', { name: `送 ${papers.length} 份` }).click()
  await page.getByText(`已把 ${papers.length} 份送第二人评阅`).waitFor()
  await page.getByText('已送第二人').first().waitFor()
  await page.getByRole('button', { name: `撤回 ${papers.length} 份` }).click()
  await page.getByText(`已撤回 ${papers.length} 份`).waitFor()
  // The drill-down has the same, and its record names who did it.
  await page.goto(`/MarkingSupervision?exam_id=${on.exam_id}&subject_id=2&block_id=${on.block_id}`)
  const markers = page.getByRole('grid', { name: '阅卷教师' }).getByRole('row')
  const row = markers.filter({ hasText: first.marker })
  await row.locator('button[title$="的评阅"]').first().click()
  const desk = page.getByTestId('reading-desk')
  // Others of this marker may have been decided by who checked them.
  await desk.getByRole('row').filter({ hasText: first.code }).click()
  await desk.locator('[aria-label="评阅情况"] code').filter({ hasText: first.code }).waitFor()
  await desk.getByRole('button', { name: '送第二人评阅' }).click()
  await desk.getByText('等待第二人评阅').waitFor()
  await desk.getByText('留痕', { exact: true }).click()
  await desk.getByRole('list', { name: '留痕' }).getByText('送第二人评阅').last().waitFor()
  await settle(page)
  await shoot(page, '/MarkingSupervision', 'second-reader')
  await desk.getByRole('button', { name: '撤回第二人' }).click()
  await desk.getByRole('button', { name: '送第二人评阅' }).waitFor()
  expectQuiet(wu)
})

test('a paper that two people read anyway says so on the button of a second reader', async () => {
  const { exam, blocks } = stage.world.almostDone
  const twice = blocks.find(({ subjectId, markMode }) => subjectId === 2 && markMode === 2)
  const wu = await stage.enter(
    'leader',
    `/spot-check?exam_id=${exam.examId}&block_id=${twice?.blockId}&percent=100`,
  )
  await readingOf(wu)
  const button = wu.page.getByRole('button', { name: '送第二人评阅' })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await button.hover()
  await wu.page.getByText('按评卷方式本来就由两人评阅').waitFor()
  await shoot(wu.page, '/spot-check', 'second-reader')
  expectQuiet(wu)
})

async function signInAsMarker(id: number) {
  for (const account of ['marker1', 'marker2', 'marker3', 'marker4']) {
    const one = await stage.world.signIn(account)
    if (one.user.user_id === id) return one
  }
  throw new Error(`no marker ${id}`)
}
