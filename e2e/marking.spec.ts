import { readFile } from 'node:fs/promises'
import {
  allocationGet,
  allocationSet,
  blockSettingsSet,
  leaderList,
  markNext,
  markReturn,
  markStatus,
  markSubmit,
  ownTasks,
  spotCheckReject,
} from '@hengjuan/contracts'
import { PROBLEM_REASONS } from '@hengjuan/domain'
import type { Page } from 'playwright-core'
import { ulid } from 'ulid'
import { afterAll, expect, test } from 'vitest'
import type { MarkedBlock } from '../scripts/demo/open-marking.ts'
import { readXlsx } from '../apps/server/src/testing/read-xlsx.ts'
import { codeNow, painted, pictured, pressForNext, quantile, typeScore } from './mark-by-key.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
/** Milliseconds from handing a paper in to the next one on the screen. */
const times: number[] = []
const TASKS = '/MainPage/markPaper/markPage/unfinishList'
const FIFTY = 50
/** A stamp is put by its middle; its frame is rounded to whole image pixels. */
const STAMP_PX = 4

test('a marking teacher marks a block by keyboard alone, undoes, raises a problem, and loses nothing', async () => {
  const block = blockInMode(0)
  const marker = await stage.world.signIn('marker1')
  const visitor = await stage.enter('marker1', TASKS)
  const { page } = visitor
  const row = page.getByRole('row').filter({ hasText: block.name }).filter({ hasText: '数学' })
  await row.filter({ hasText: '高二' }).getByRole('button', { name: '开始阅卷' }).click()
  await page.getByTestId('mark-desk').waitFor()
  await painted(page)
  // As in most schools, it came by plain HTTP, where browsers lack a part of what they have.
  expect(await page.evaluate(() => isSecureContext)).toBe(false)

  // A point without a score is no zero.
  await page.keyboard.press('Enter')
  await page.getByText(/未给分，零分也需要输入/).waitFor()
  expect(await doneOf(marker, block)).toBe(0)

  // A score above the full mark cannot be typed.
  await page.keyboard.press('9')
  await page.keyboard.press('9')
  await expectTotal(page, '9')
  await page.keyboard.press('Escape')
  await expectTotal(page, '–')

  const given = [3, 0, 7, 12, 5, 1, 10]
  for (const score of given) await markPaper(page, score)
  await expectDone(page, given.length)
  await expect.poll(() => doneOf(marker, block)).toBe(given.length)

  // A score is taken back and given again before it is handed in.
  await page.keyboard.press('6')
  await page.keyboard.press('Control+z')
  await expectTotal(page, '–')
  await page.keyboard.press('Control+y')
  await expectTotal(page, '6')
  // What was begun is there after a reload.
  await page.reload()
  await painted(page)
  await expectTotal(page, '6')

  // The last one was wrong: back with Ctrl+Z, another score, and on.
  await page.keyboard.press('Control+z')
  await page.getByText('回评').waitFor()
  await expectTotal(page, '10')
  await painted(page)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('8')
  await expectTotal(page, '8')
  await page.keyboard.press('Enter')
  await page.getByText('回评').waitFor({ state: 'detached' })
  await page.keyboard.press('PageUp')
  await expectTotal(page, '8')
  await page.keyboard.press('PageDown')
  await page.getByText('回评').waitFor({ state: 'detached' })
  await saved(page)

  // What nobody can read goes to the leader, and is not a marked paper.
  const passedOn = await secretCode(page)
  await page.keyboard.press('q')
  await page.getByRole('menu', { name: '问题原因' }).waitFor()
  await page.keyboard.press('2')
  await expect.poll(() => secretCode(page)).not.toBe(passedOn)
  await saved(page)
  await expectDone(page, given.length)
  const leader = await stage.world.signIn('leader')
  const problems = await leader.call(leaderList, { query: { mode: 'problem' } })
  expect(problems.list).toEqual([
    expect.objectContaining({
      secret_code: passedOn,
      reason: Object.values(PROBLEM_REASONS)[1],
      raised_by: '陈思远',
    }),
  ])

  // The same papers are there after a reload, and so is the work.
  const inHand = await secretCode(page)
  await page.reload()
  await painted(page)
  await expectDone(page, given.length)
  expect(await secretCode(page)).toBe(inHand)

  // Whoever leaves keeps the paper in hand; what was fetched ahead goes to others at once.
  await expect.poll(() => claimsOf(marker, block)).toBeGreaterThan(1)
  await page.goto(TASKS)
  await expect.poll(() => claimsOf(marker, block)).toBe(1)

  // What is left to do, as a spreadsheet.
  await row.filter({ hasText: '高二' }).waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出未完成任务' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^我的未完成阅卷任务_\d{8}\.xlsx$/)
  const [, head = [], ...rows] = await readXlsx(await readFile(await file.path()))
  expect(head.slice(1, 5)).toEqual(['科目', '题块', '题块进度', '我已评'])
  expect(rows.map((cells) => cells.slice(1, 3))).toContainEqual(['数学', block.name])

  expectQuiet(visitor)
})

test('two teachers who disagree leave the paper to the leader, who sees both and decides', async () => {
  const block = blockInMode(1)
  const full = block.fullMilli / 1000
  await keepTraces(block)
  const first = await stage.enter('marker1', deskAddress(block))
  await painted(first.page)
  const ticked = new Set<string>()
  // The first reader ticks every paper; the tool stays in hand from paper to paper.
  await first.page.keyboard.press('h')
  while ((await codeNow(first.page)) !== null && ticked.size < 8) {
    ticked.add(await secretCode(first.page))
    await first.page.mouse.click(400, 200)
    await expect
      .poll(() => first.page.getByTestId('annotations').getAttribute('aria-label'))
      .toBe('批注 1 处')
    await markPaper(first.page, full)
  }
  expect(ticked.size).toBeGreaterThanOrEqual(4)
  await saved(first.page)

  // The second reader, on a machine of the own, gives every paper nothing.
  const second = await stage.world.signIn('marker2')
  const disagreed = new Set<string>()
  for (;;) {
    const { tasks } = await second.call(markNext, { query: { block_id: block.blockId, n: 1 } })
    const [task] = tasks
    if (!task || disagreed.size > 30) break
    disagreed.add(task.secret_code)
    await second.call(markSubmit, {
      body: {
        block_id: block.blockId,
        reading_id: task.reading_id,
        idem_key: ulid(),
        scores: task.points.map(() => 0),
        active_ms: 2000,
      },
    })
  }
  const leader = await stage.world.signIn('leader')
  const mine = async () =>
    (await leader.call(leaderList, { query: { mode: 'arbitration' } })).list.filter(
      ({ block_id }) => block_id === block.blockId,
    )
  const waiting = await mine()
  // Others may wait since the school was prepared; this one is of these two readers.
  const dispute = waiting.find(({ secret_code: code }) => ticked.has(code) && disagreed.has(code))
  if (!dispute) throw new Error('no paper that both have read waits for the leader')

  const visitor = await stage.enter(
    'leader',
    '/MainPage/markPaper/markPage/arbitration-home/arbitration',
  )
  const { page } = visitor
  const rows = page
    .getByRole('grid', { name: '待仲裁试卷' })
    .getByRole('row')
    .filter({ hasText: '高二' })
  await rows.first().waitFor()
  await expect.poll(() => rows.count()).toBe(waiting.length)
  const row = rows.filter({ hasText: dispute.secret_code })
  await row.getByRole('button', { name: '仲裁' }).click()
  await page.getByTestId('leader-desk').waitFor()
  await painted(page)
  const readings = page.getByRole('region', { name: '先前评阅' })
  await readings.waitFor()
  // Letters in place of names.
  expect(await readings.innerText()).not.toContain('陈思远')
  await page.getByText(/分差 \d+ > 阈值/).waitFor()

  // What each reader drew can be shown and hidden; the arbitrator draws beside it.
  const earlier = page.getByTestId('earlier-annotations').locator('[data-mark]')
  await expect.poll(() => earlier.count()).toBe(1)
  const ofFirst = page.getByRole('group', { name: '显示批注' }).getByRole('button', { name: 'A' })
  await ofFirst.click()
  await expect.poll(() => earlier.count()).toBe(0)
  await page.getByRole('group', { name: '批注工具' }).waitFor()
  await page.keyboard.press('o')
  await page.mouse.click(500, 300)
  const own = page.getByTestId('annotations')
  await expect.poll(() => own.getAttribute('aria-label')).toBe('批注 1 处')
  await page.keyboard.press('Escape')

  // A's score by one key, then another one; undo goes back through both.
  await page.keyboard.press('Alt+1')
  await expectTotal(page, String(full))
  await page.keyboard.press('Shift+X')
  await expectTotal(page, '0')
  await page.keyboard.press('Control+z')
  await expectTotal(page, String(full))
  await page.keyboard.press('Backspace')
  await page.keyboard.press('5')
  await expectTotal(page, '5')
  const code = await secretCode(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => codeNow(page)).not.toBe(code)
  // The page goes on at once; the server has the score a moment later.
  await expect.poll(async () => (await mine()).map((each) => each.secret_code)).not.toContain(code)
  expect((await mine()).length).toBe(waiting.length - 1)

  expectQuiet(visitor)
  expectQuiet(first)
})

test('several points of a block are typed one after the other and summed up', async () => {
  const block = ofMathematics().find(({ points }) => points.length >= 4)
  if (!block) throw new Error('the fill-blanks are one block of four points')
  const visitor = await stage.enter('marker1', deskAddress(block))
  const { page } = visitor
  await painted(page)
  for (let paper = 0; paper < 5; paper += 1) {
    const code = await secretCode(page)
    for (const key of ['5', '0', '5', '5']) await page.keyboard.press(key)
    await expectTotal(page, '15')
    times.push(await pressForNext(page, 'Enter'))
    expect(await secretCode(page)).not.toBe(code)
  }
  // Mouse: a point, a score of the pad, and the button.
  const code = await secretCode(page)
  await page.getByRole('group', { name: '可给的分数' }).getByRole('button', { name: '5' }).click()
  for (const key of ['0', '0']) await page.keyboard.press(key)
  await page.getByRole('group', { name: '可给的分数' }).getByRole('button', { name: '0' }).click()
  await expectTotal(page, '5')
  await page.getByRole('button', { name: /^提交/ }).click()
  await expect.poll(() => codeNow(page)).not.toBe(code)
  await saved(page)
  await expectDone(page, 6)
  const marker = await stage.world.signIn('marker1')
  expect(await doneOf(marker, block)).toBe(6)
  await page.getByRole('link', { name: '返回' }).click()
  await expect.poll(() => claimsOf(marker, block)).toBe(0)
  expectQuiet(visitor)
})

test('without the network marking goes on with the papers in hand, and the marks arrive later', async () => {
  const block = ofMathematics().find(
    ({ markMode, points }) => markMode === 2 && points.length === 1,
  )
  if (!block) throw new Error('a block is read twice without arbitration')
  const visitor = await stage.enter('marker3', deskAddress(block))
  const { page, context } = visitor
  await painted(page)
  const marker = await stage.world.signIn('marker3')
  await context.setOffline(true)
  await markPaper(page, 4)
  await markPaper(page, 6)
  await page.getByText(/2 份上传中/).waitFor()
  await expect.poll(() => keptMarks(page)).toBe(2)
  expect(await doneOf(marker, block)).toBe(0)
  await page.close({ runBeforeUnload: false })
  await context.setOffline(false)
  // The marks lie in the browser; the page that is opened next sends them.
  const next = await context.newPage()
  await next.goto(deskAddress(block))
  await painted(next)
  await expect.poll(() => doneOf(marker, block)).toBe(2)
  await saved(next)
  expectQuiet(visitor, /ERR_INTERNET_DISCONNECTED/)
})

test('signs are drawn on the paper, give points, are taken back, and are there again when one goes back', async () => {
  const block = blockInMode(3)
  await keepTraces(block)
  const visitor = await stage.enter('marker3', deskAddress(block))
  const { page } = visitor
  await painted(page)
  const signs = page.getByTestId('annotations')
  const expectSigns = (count: number) =>
    expect.poll(() => signs.getAttribute('aria-label')).toBe(`批注 ${count} 处`)
  const code = await secretCode(page)

  await page.keyboard.press('h')
  await page.mouse.click(400, 200)
  await page.keyboard.press('p')
  await page.mouse.move(300, 300)
  await page.mouse.down()
  for (let x = 300; x < 600; x += 20) await page.mouse.move(x, 300 + (x % 40))
  await page.mouse.up()
  await page.keyboard.press('a')
  await page.mouse.click(500, 240)
  await page.getByLabel('批注文字').fill('步骤不全')
  await page.keyboard.press('Enter')
  await expectSigns(3)

  // A stamp carries its points; turned by a quarter, it still lies where it was put.
  await page.keyboard.press('r')
  await page.keyboard.press('g')
  await page.getByRole('group', { name: '印章分值' }).getByRole('button', { name: '+2' }).click()
  await page.mouse.click(700, 400)
  await page.mouse.click(700, 500)
  await expectTotal(page, '4')
  await page.keyboard.press('Control+z')
  await expectTotal(page, '2')
  await expectSigns(4)
  const stamp = await signs.locator('[data-kind="stamp"]').boundingBox()
  expect(Math.abs((stamp?.x ?? 0) + (stamp?.width ?? 0) / 2 - 700)).toBeLessThan(STAMP_PX)
  expect(Math.abs((stamp?.y ?? 0) + (stamp?.height ?? 0) / 2 - 400)).toBeLessThan(STAMP_PX)
  await page.keyboard.press('c')
  await page.mouse.click(700, 400)
  await expectTotal(page, '–')
  await page.keyboard.press('Control+z')
  await expectTotal(page, '2')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect.poll(() => codeNow(page)).not.toContain(code)
  await saved(page)
  await page.reload()
  await painted(page)
  await expectSigns(0)
  await page.keyboard.press('[')
  await page.getByText('回评').waitFor()
  await expectSigns(4)
  expectQuiet(visitor)
})

test('papers stand under each other and beside each other, and a search finds one of them again', async () => {
  const block = ofMathematics().find(({ points }) => points.length >= 4)
  if (!block) throw new Error('the fill-blanks are one block of four points')
  const visitor = await stage.enter('marker4', deskAddress(block))
  const { page } = visitor
  await painted(page)
  await page.keyboard.press('v')
  const rows = page.getByTestId('strip').getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(5)
  await pictured(rows)
  for (const key of ['5', '0', '5', '5']) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await rows.nth(0).getByText('已提交').waitFor()
  expect(await rows.nth(1).getAttribute('data-current')).not.toBeNull()
  await expectDone(page, 1)

  await page.keyboard.press('v')
  const tiles = page.getByTestId('grid').getByRole('listitem')
  await expect.poll(() => tiles.count()).toBeGreaterThan(2)
  await pictured(tiles)
  // One is left out, the others get the same score.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+X')
  await page.keyboard.press('Enter')
  const handedIn = await page.getByText(/^已提交 \d+ 份/).innerText()
  const count = 1 + Number(/\d+/.exec(handedIn)?.[0])
  expect(count).toBeGreaterThan(2)
  await expectDone(page, count)
  await saved(page)
  const marker = await stage.world.signIn('marker4')
  await expect.poll(() => doneOf(marker, block)).toBe(count)

  await page.keyboard.press('w')
  await page.getByTestId('whole-paper').getByText('正在评阅').waitFor()
  await page.keyboard.press('w')
  await page.getByTestId('whole-paper').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.getByLabel('分数从').fill('15')
  const found = page.getByRole('dialog').getByRole('button', { name: '回评' })
  await expect.poll(() => found.count()).toBe(1)
  // The same paper in a window of its own, where nothing can be changed.
  const link = page.getByRole('dialog').getByRole('link', { name: '新窗口' })
  const view = await visitor.context.newPage()
  await view.goto((await link.getAttribute('href')) ?? '')
  await painted(view)
  await expectTotal(view, '15')
  await view.keyboard.press('w')
  await view.getByTestId('whole-paper').getByText('正在评阅').waitFor()
  expect(new URL(view.url()).pathname).toBe('/new-marking-view')
  expect(await view.getByRole('button', { name: /^提交/ }).count()).toBe(0)
  await view.close()
  await found.click()
  await expectTotal(page, '15')
  expectQuiet(visitor)
})

test('fifty papers are marked by keyboard alone, and one that is sent back comes again with its comment', async () => {
  const visitor = await stage.enter('marker2', TASKS)
  const { page } = visitor
  const marker = await stage.world.signIn('marker2')
  const admin = await stage.world.signIn('admin')
  // What the tests before left on their desks goes back, and whoever is fast gets more.
  const others = await Promise.all(
    ['marker1', 'marker3', 'marker4'].map((account) => stage.world.signIn(account)),
  )
  const blocks = ofMathematics()
  for (const block of blocks) {
    for (const person of others)
      await person.call(markReturn, { body: { block_id: block.blockId } })
    await shareOutFreely(admin, block)
  }
  const rows = await marker.call(ownTasks, { query: {} })
  const before = await allDoneOf(marker)
  // The fullest blocks first: few pages to open.
  const papersOf = ({ blockId }: MarkedBlock) =>
    rows.find(({ block_id }) => block_id === blockId)?.pool_count ?? 0
  let marked = 0
  let hasFollowed = false
  /** The last block of a single point. */
  let last: MarkedBlock | undefined
  for (const block of blocks.toSorted((one, other) => papersOf(other) - papersOf(one))) {
    if (marked >= FIFTY) break
    await page.goto(deskAddress(block))
    if (!(await hasPaper(page))) continue
    await painted(page)
    const isSingle = block.points.length === 1
    if (isSingle) last = block
    while (marked < FIFTY && (await hasPaper(page))) {
      // One key gives a score that no other begins with; several points get all or nothing.
      const whole = marked % 2 === 0 ? 'Shift+X' : 'Shift+F'
      await page.keyboard.press(isSingle ? String(2 + (marked % 7)) : whole)
      times.push(await pressForNext(page, 'Enter'))
      marked += 1
    }
    await saved(page)
    if (marked < FIFTY && !hasFollowed) {
      // The end of a block names the next one; its link is as near as the keyboard.
      const next = page.getByRole('navigation', { name: '可以继续的工作' }).getByRole('link')
      await next.first().press('Enter')
      await page.waitForURL((url) => url.search !== new URL(deskAddress(block), url).search)
      hasFollowed = true
    }
  }
  expect(hasFollowed).toBe(true)
  expect(marked).toBe(FIFTY)
  await expect.poll(async () => (await allDoneOf(marker)) - before).toBe(FIFTY)
  if (!last) throw new Error('there are papers to mark')

  const [given] = (await marker.call(markNext, { query: { block_id: last.blockId, marked: 1 } }))
    .tasks
  if (!given) throw new Error('the search finds what was just marked')
  const leader = await stage.world.signIn('leader')
  await leader.call(spotCheckReject, {
    body: {
      exam_id: stage.world.underWay.exam.examId,
      subject_id: MATHEMATICS,
      block_id: last.blockId,
      marker_id: marker.user.user_id,
      task_detail_id: given.reading_id,
      is_rejected: 1,
      is_marked: 0,
      comment: '第二问漏看',
    },
  })
  await page.goto(deskAddress(last))
  await painted(page)
  await page.getByText(/打回，请重新评阅.*第二问漏看/).waitFor()
  expect(await secretCode(page)).toBe(given.secret_code)
  await markPaper(page, 2)
  await saved(page)
  expect((await allDoneOf(marker)) - before).toBe(FIFTY)
  const again = await marker.call(markNext, { query: { block_id: last.blockId, marked: 1 } })
  expect(again.tasks[0]).toMatchObject({ secret_code: given.secret_code, scores: [2000] })
  expectQuiet(visitor)
})

const ofMathematics = (): MarkedBlock[] =>
  stage.world.underWay.blocks.filter(({ subjectId }) => subjectId === MATHEMATICS)

function blockInMode(mode: number): MarkedBlock {
  const block = ofMathematics().find(
    ({ markMode, points }) => markMode === mode && points.length === 1,
  )
  if (!block) throw new Error(`no block in mode ${mode}`)
  return block
}

const deskAddress = ({ blockId }: MarkedBlock): string => `/marking?block_id=${blockId}`

const doneOf = async (
  marker: Awaited<ReturnType<typeof stage.world.signIn>>,
  { blockId }: MarkedBlock,
): Promise<number> =>
  (await marker.call(ownTasks, { query: {} })).find(({ block_id }) => block_id === blockId)
    ?.marking_count ?? 0

/** Papers that are in a person's hands. */
const claimsOf = async (
  marker: Awaited<ReturnType<typeof stage.world.signIn>>,
  { blockId }: MarkedBlock,
): Promise<number> =>
  (await marker.call(markStatus, { query: { block_id: blockId } })).claims.length

/** The block keeps what its markers draw. */
async function keepTraces({ blockId }: MarkedBlock): Promise<void> {
  const admin = await stage.world.signIn('admin')
  await admin.call(blockSettingsSet, {
    body: {
      exam_id: stage.world.underWay.exam.examId,
      subject_id: MATHEMATICS,
      blocks: [{ block_id: blockId, traces: 1 }],
    },
  })
}

/** Whoever is fast gets more: no quota ends the work of one. */
async function shareOutFreely(
  admin: Awaited<ReturnType<typeof stage.world.signIn>>,
  { blockId }: MarkedBlock,
): Promise<void> {
  const { list } = await admin.call(allocationGet, { query: { block_id: blockId } })
  await admin.call(allocationSet, {
    body: {
      block_id: blockId,
      alloc_mode: 1,
      markers: list.map(({ marker_id, duty }) => ({
        marker_id,
        duty: duty as 'marker' | 'leader',
      })),
    },
  })
}

/** Papers that a person marked, in all blocks. */
const allDoneOf = async (marker: Awaited<ReturnType<typeof stage.world.signIn>>): Promise<number> =>
  (await marker.call(ownTasks, { query: {} })).reduce((sum, one) => sum + one.marking_count, 0)

async function secretCode(page: Page): Promise<string> {
  const text = await page.getByText(/^密号/).first().innerText()
  return text.replace('密号', '').trim()
}

/** Is there a paper on the desk, once it is clear that there is one or none? */
async function hasPaper(page: Page): Promise<boolean> {
  await page
    .getByText(/^密号|现在没有可评的试卷|您的任务已完成/)
    .first()
    .waitFor()
  return (await codeNow(page)) !== null
}

const expectTotal = (page: Page, total: string) =>
  expect.poll(() => page.getByTestId('mark-total').innerText()).toBe(total)

const saved = (page: Page) => page.getByText('已保存').waitFor()

async function expectDone(page: Page, count: number): Promise<void> {
  await expect
    .poll(async () => Number(/我已评\s*(\d+)/.exec(await page.locator('header').innerText())?.[1]))
    .toBe(count)
}

/** Marks that the browser would still have after its end. */
const keptMarks = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done, fail) => {
        const opening = indexedDB.open('hengjuan-marking')
        opening.addEventListener('error', () => fail(opening.error ?? new Error('no database')))
        opening.addEventListener('success', () => {
          const database = opening.result
          const counting = database.transaction('outbox').objectStore('outbox').count()
          counting.addEventListener('success', () => done(counting.result))
          counting.addEventListener('error', () => fail(counting.error ?? new Error('no count')))
          database.close()
        })
      }),
  )

/** Types a score and hands the paper in. */
async function markPaper(page: Page, score: number): Promise<void> {
  await typeScore(page, score)
  await expectTotal(page, String(score))
  times.push(await pressForNext(page, 'Enter'))
}

/** Measured, not asserted: how fast it is depends on who else uses the machine. */
afterAll(() => {
  const at = (share: number) => quantile(times, share).toFixed(0)
  console.log(`next paper painted: median ${at(0.5)} ms, p95 ${at(0.95)} ms, n = ${times.length}`)
})
