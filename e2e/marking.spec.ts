import { leaderList, markNext, markSubmit, ownTasks } from '@hengjuan/contracts'
import { PROBLEM_REASONS } from '@hengjuan/domain'
import type { Page } from 'playwright-core'
import { ulid } from 'ulid'
import { afterAll, expect, test } from 'vitest'
import type { MarkedBlock } from '../scripts/demo/marking.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
/** Milliseconds from handing a paper in to the next one on the screen. */
const times: number[] = []
const TASKS = '/MainPage/markPaper/markPage/unfinishList'

test('a marking teacher marks a block by keyboard alone, undoes, raises a problem, and loses nothing', async () => {
  const block = blockInMode(0)
  const marker = await stage.world.signIn('marker1')
  const visitor = await stage.enter('marker1', TASKS)
  const { page } = visitor
  const row = page.getByRole('row').filter({ hasText: block.name }).filter({ hasText: '数学' })
  await row.filter({ hasText: '高二' }).getByRole('button', { name: '开始阅卷' }).click()
  await page.getByTestId('mark-desk').waitFor()
  await painted(page)

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

  // The last one was wrong: back with Ctrl+Z, another score, and on.
  await page.keyboard.press('Control+z')
  await page.getByText('回评').waitFor()
  await expectTotal(page, '10')
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

  expectQuiet(visitor)
})

test('two teachers who disagree leave the paper to the leader, who sees both and decides', async () => {
  const block = blockInMode(1)
  const full = block.fullMilli / 1000
  const first = await stage.enter('marker1', deskAddress(block))
  await painted(first.page)
  let marked = 0
  while ((await codeNow(first.page)) !== null && marked < 8) {
    await markPaper(first.page, full)
    marked += 1
  }
  expect(marked).toBeGreaterThanOrEqual(4)
  await saved(first.page)

  // The second reader, on a machine of the own, gives every paper nothing.
  const second = await stage.world.signIn('marker2')
  let disagreed = 0
  for (;;) {
    const { tasks } = await second.call(markNext, { query: { block_id: block.blockId, n: 1 } })
    const [task] = tasks
    if (!task || disagreed > 30) break
    disagreed += 1
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
  const waiting = (await mine()).length
  expect(waiting).toBeGreaterThan(0)

  const visitor = await stage.enter(
    'leader',
    '/MainPage/markPaper/markPage/arbitration-home/arbitration',
  )
  const { page } = visitor
  const rows = page
    .getByRole('grid', { name: '待仲裁试卷' })
    .getByRole('row')
    .filter({ hasText: '高二' })
  await expect.poll(() => rows.count()).toBe(waiting)
  await rows.first().getByRole('button', { name: '仲裁' }).click()
  await page.getByTestId('leader-desk').waitFor()
  await painted(page)
  const readings = page.getByRole('region', { name: '先前评阅' })
  await readings.waitFor()
  // Letters in place of names.
  expect(await readings.innerText()).not.toContain('陈思远')
  expect(await page.getByText(/分差 \d+ > 阈值/).isVisible()).toBe(true)
  await page.keyboard.press('5')
  await expectTotal(page, '5')
  const code = await secretCode(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => codeNow(page)).not.toBe(code)
  expect((await mine()).map(({ secret_code }) => secret_code)).not.toContain(code)
  expect((await mine()).length).toBe(waiting - 1)

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
    const before = await imageOf(page)
    for (const key of ['5', '0', '5', '5']) await page.keyboard.press(key)
    await expectTotal(page, '15')
    await pressAndWait(page, 'Enter', before)
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
  expect(await doneOf(marker, block)).toBe(0)
  await context.setOffline(false)
  await saved(page)
  expect(await doneOf(marker, block)).toBe(2)
  expectQuiet(visitor, /ERR_INTERNET_DISCONNECTED/)
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

const codeNow = async (page: Page): Promise<string | null> => {
  const code = page.getByText(/^密号/)
  return (await code.count()) > 0 ? code.first().innerText() : null
}

async function secretCode(page: Page): Promise<string> {
  const text = await page.getByText(/^密号/).first().innerText()
  return text.replace('密号', '').trim()
}

const paper = (page: Page) => page.getByRole('img', { name: '考生作答' })

const imageOf = (page: Page): Promise<string | null> => paper(page).getAttribute('src')

async function painted(page: Page): Promise<void> {
  await paper(page).waitFor()
}

const expectTotal = (page: Page, total: string) =>
  expect.poll(() => page.getByTestId('mark-total').innerText()).toBe(total)

const saved = (page: Page) => page.getByText('已保存').waitFor()

async function expectDone(page: Page, count: number): Promise<void> {
  await expect
    .poll(async () => Number(/我已评\s*(\d+)/.exec(await page.locator('header').innerText())?.[1]))
    .toBe(count)
}

/** Types a score and hands the paper in. */
async function markPaper(page: Page, score: number): Promise<void> {
  const before = await imageOf(page)
  for (const key of String(score)) await page.keyboard.press(key)
  // 1 may become 10: a score that can go on waits for Enter.
  const isOpen = (await page.getByText('按 Enter 或 ↓ 确认这个分数').count()) > 0
  if (isOpen) await page.keyboard.press('ArrowDown')
  await expectTotal(page, String(score))
  await pressAndWait(page, 'Enter', before)
}

/** Notes the time from the key press to the frame in which another image, or none, is painted. */
async function pressAndWait(page: Page, key: string, before: string | null): Promise<void> {
  await page.evaluate((old) => {
    const next = new Promise<number>((done) => {
      let pressedAt = 0
      const press = (event: KeyboardEvent) => (pressedAt = event.timeStamp)
      window.addEventListener('keydown', press, { capture: true, once: true })
      const look = () => {
        const image = document.querySelector<HTMLImageElement>('img[alt="考生作答"]')
        const isNext = image ? image.src !== old && image.complete : true
        // Seen in a frame callback, painted at the end of that frame.
        if (pressedAt > 0 && isNext)
          requestAnimationFrame(() => done(performance.now() - pressedAt))
        else requestAnimationFrame(look)
      }
      look()
    })
    Object.assign(window, { nextPaper: next })
  }, before)
  await page.keyboard.press(key)
  times.push(
    await page.evaluate(() => (window as unknown as { nextPaper: Promise<number> }).nextPaper),
  )
}

/** Measured, not asserted: how fast it is depends on who else uses the machine. */
afterAll(() => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(0)
  console.log(`next paper painted: median ${at(0.5)} ms, p95 ${at(0.95)} ms, n = ${sorted.length}`)
})
