import { expect, test } from 'vitest'
import { codeNow, painted, paper, PICTURES, typeScore } from './mark-by-key.ts'
import { expectQuiet, useStage } from './stage.ts'

// Back to papers that were handed in, and to pictures whose addresses have run out meanwhile.

const stage = useStage()
const MATHEMATICS = 2

function address(nth = 0): string {
  const blocks = stage.world.underWay.blocks.filter(
    ({ subjectId, points }) => subjectId === MATHEMATICS && points.length === 1,
  )
  return `/marking?block_id=${blocks[nth]?.blockId}`
}

test('a paper that was changed on the way back does not stand in the way of those before it', async () => {
  const visitor = await stage.enter('marker1', address())
  const { page } = visitor
  const mark = async (score: number) => {
    await painted(page)
    const code = await codeNow(page)
    await typeScore(page, score)
    await page.keyboard.press('Enter')
    await expect.poll(() => codeNow(page)).not.toBe(code)
    return code
  }
  const before = await mark(2)
  await page.getByText('已保存').waitFor()
  await page.reload()
  const first = await mark(3)
  const second = await mark(4)
  const back = async (code: string | null) => {
    await page.keyboard.press('[')
    await expect.poll(() => codeNow(page)).toBe(code)
    await painted(page)
  }
  await back(second)
  await back(first)
  const corrected = page.waitForResponse((reply) => reply.url().endsWith('/v1/marker/markedcorrect'))
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
