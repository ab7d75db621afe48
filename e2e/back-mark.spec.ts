import { blockSettingsSet, markNext, spotCheckReject } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeNow, painted, paper, PICTURES, typeScore } from './mark-by-key.ts'
import { DESK_SIZES, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

// Back to papers that were handed in, and to pictures whose addresses have run out meanwhile.

const stage = useStage()
const MATHEMATICS = 2

function blockAt(nth: number) {
  const blocks = stage.world.underWay.blocks.filter(
    ({ subjectId, points }) => subjectId === MATHEMATICS && points.length === 1,
  )
  const block = blocks[nth]
  if (!block) throw new Error('the exam has such a block')
  return block
}

const address = (nth = 0): string => `/marking?block_id=${blockAt(nth).blockId}`

/** @returns the code of the paper that was marked */
async function mark(page: Page, score: number): Promise<string | null> {
  await painted(page)
  const code = await codeNow(page)
  await typeScore(page, score)
  await page.keyboard.press('Enter')
  await expect.poll(() => codeNow(page)).not.toBe(code)
  return code
}

test('a paper that was changed on the way back does not stand in the way of those before it', async () => {
  const visitor = await stage.enter('marker1', address())
  const { page } = visitor
  const before = await mark(page, 2)
  await page.getByText('已保存').waitFor()
  await page.reload()
  const first = await mark(page, 3)
  const second = await mark(page, 4)
  const back = async (code: string | null) => {
    await page.keyboard.press('[')
    await expect.poll(() => codeNow(page)).toBe(code)
    await painted(page)
  }
  await back(second)
  await back(first)
  const corrected = page.waitForResponse((reply) =>
    reply.url().endsWith('/v1/marker/markedcorrect'),
  )
  await page.keyboard.press('Escape')
  await typeScore(page, 5)
  await page.keyboard.press('Enter')
  expect((await corrected).status()).toBe(200)
  await page.getByText('已保存').waitFor()
  await back(second)
  await back(first)
  // What was changed was submitted last of all, and still it is not the second one that comes before it.
  await back(before)
  expect(await page.getByTestId('mark-total').innerText()).toBe('2')
  expectQuiet(visitor)
})

test('a picture whose address has run out comes all the same, and nobody has to load the page again', async () => {
  const visitor = await stage.enter('marker2', '/MainPage/homePage')
  const { page } = visitor
  let isLate = true
  let refused = 0
  await page.route(PICTURES, async (route) => {
    if (!isLate) return route.continue()
    // What the server says of an address that has run out.
    refused++
    const url = new URL(route.request().url())
    url.searchParams.set('expires', '1')
    await route.continue({ url: url.href })
  })
  // The server is asked where the picture of this paper is.
  page.on('request', (request) => {
    if (/\/v1\/marker\/single\?.*reading_id=/.test(request.url())) isLate = false
  })
  await page.goto(address(1))
  await painted(page)
  expect(refused).toBeGreaterThan(0)
  await paper(page).waitFor()
  expectQuiet(visitor, /403/)
})

test('going back shows at once what became of a paper: sent back, it is in hand; decided by others, it stays', async () => {
  // Marked once, so that each mark is final at once.
  const nth = [0, 1, 2, 3].find((at) => blockAt(at).markMode === 0) ?? 0
  const { blockId } = blockAt(nth)
  const visitor = await stage.enter('marker3', address(nth))
  const { page } = visitor
  await mark(page, 2)
  const corrected = await mark(page, 3)
  const sentBack = await mark(page, 4)
  await page.getByText('已保存').waitFor()
  const marker = await stage.world.signIn('marker3')
  const own = await marker.call(markNext, { query: { block_id: blockId, marked: 1 } })
  const admin = await stage.world.signIn('admin')
  const judge = (code: string | null, verdict: object) =>
    admin.call(spotCheckReject, {
      body: {
        exam_id: stage.world.underWay.exam.examId,
        subject_id: MATHEMATICS,
        block_id: blockId,
        marker_id: marker.user.user_id,
        task_detail_id: own.tasks.find((one) => code?.endsWith(one.secret_code))?.reading_id ?? 0,
        is_rejected: 0,
        is_marked: 0,
        comment: '第二步看错',
        ...verdict,
      },
    })
  await judge(sentBack, { is_rejected: 1 })
  await judge(corrected, { is_marked: 1, reject_score: 1000 })

  // In hand again, it is marked anew; as a change of what was sent back it would be refused, again and again.
  await page.keyboard.press('[')
  await page.getByText('这份试卷被打回，请重新评阅（您原来给了 4 分）：第二步看错').waitFor()
  await page.getByRole('button', { name: '提交 Enter' }).waitFor()
  expect(await codeNow(page)).toBe(sentBack)
  await shoot(page, '/marking', 'sent-back-on-the-way-back', DESK_SIZES)
  const taken = page.waitForResponse((reply) => reply.url().endsWith('/v1/marker/set'))
  await mark(page, 5)
  expect((await taken).status()).toBe(200)
  await page.getByText('已保存').waitFor()

  await page.keyboard.press('[')
  await expect.poll(() => codeNow(page)).toBe(sentBack)
  await page.keyboard.press('[')
  await expect.poll(() => codeNow(page)).toBe(corrected)
  await page.getByText('不能修改：已由他人参与定分').waitFor()
  await shoot(page, '/marking', 'decided-by-others', DESK_SIZES)
  expectQuiet(visitor)
})

test('where points are taken off, a key that is pressed twice hands no paper in that nobody saw', async () => {
  const { blockId } = blockAt(1)
  const admin = await stage.world.signIn('admin')
  await admin.call(blockSettingsSet, {
    body: {
      exam_id: stage.world.underWay.exam.examId,
      subject_id: MATHEMATICS,
      blocks: [{ block_id: blockId, add_type: 1 }],
    },
  })
  const visitor = await stage.enter('marker4', address(1))
  const { page } = visitor
  await painted(page)
  const first = await codeNow(page)
  await typeScore(page, 1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByText('刚换了一份试卷，还没有扣分').waitFor()
  const second = await codeNow(page)
  expect(second).not.toBe(first)
  // Seen, it is worth its full marks with the same key.
  await expect
    .poll(async () => {
      await page.keyboard.press('Enter')
      return codeNow(page)
    })
    .not.toBe(second)
  expectQuiet(visitor)
})

test('a change that was begun on the way back and not saved is told when its marker leaves', async () => {
  const visitor = await stage.enter('marker3', address())
  const { page } = visitor
  const code = await mark(page, 2)
  await page.keyboard.press('[')
  await expect.poll(() => codeNow(page)).toBe(code)
  await painted(page)
  await page.keyboard.press('Escape')
  // It may go on, as the 1 of 10.
  await page.keyboard.press('1')
  await page.getByText('按 Enter 或 ↓ 确认这个分数').waitFor()
  await page.getByRole('link', { name: '返回' }).click()
  await page.getByText(/^回评的修改没有保存，仍按原来的给分计/).waitFor()
  await page.getByRole('heading', { name: '我的任务' }).waitFor()
  expectQuiet(visitor)
})
