import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { painted, paper, PICTURES } from './mark-by-key.ts'
import { DESK_SIZES, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

// Answers that are not like the one before: very tall, very wide, as small as a stamp; and lines over which they come
// slowly.

const stage = useStage()
const MATHEMATICS = 2
/** Kept free beside an answer that is as wide as its window. */
const MARGIN = 8

function address(): string {
  const block = stage.world.underWay.blocks.find(
    ({ subjectId, points }) => subjectId === MATHEMATICS && points.length === 1,
  )
  return `/marking?block_id=${block?.blockId}`
}

/** A picture of a size, made by the browser. */
async function pictureOf(page: Page, [width, height]: readonly [number, number]) {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas')
      canvas.width = w
      canvas.height = h
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('no canvas')
      pen.fillStyle = '#fff'
      pen.fillRect(0, 0, w, h)
      pen.fillStyle = '#333'
      pen.font = `${Math.min(60, h / 2)}px sans-serif`
      for (let y = 60; y < h; y += 100) pen.fillText(`第 ${y} 行`, 20, y)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    },
    [width, height] as const,
  )
  return Buffer.from(base64, 'base64')
}

/** Where the answer is on the screen, and the window that it lies in. */
async function places(page: Page) {
  const answer = await paper(page).boundingBox()
  const frame = await page.locator('[aria-busy]:has([role="img"])').boundingBox()
  if (!answer || !frame) throw new Error('the answer is on the screen')
  return { answer, frame, isWide: Math.abs(answer.width - (frame.width - 2 * MARGIN)) < 1 }
}

test('an answer of any size is as wide as the window, whole in it, or turned, as the one before was', async () => {
  const visitor = await stage.enter('marker1', '/MainPage/homePage')
  const { page } = visitor
  const sizes = [
    [900, 3600],
    [3200, 200],
    [1400, 900],
  ] as const
  const files = await Promise.all(sizes.map((size) => pictureOf(page, size)))
  const known = new Map<string, number>()
  await page.route(PICTURES, async (route) => {
    const hash = new URL(route.request().url()).searchParams.get('hash') ?? ''
    const at = known.get(hash) ?? known.size % files.length
    known.set(hash, at)
    await route.fulfill({ body: files[at] ?? '', contentType: 'image/png' })
  })
  await page.goto(address())
  /** Goes on from paper to paper until one of each size was looked at; how many are in hand depends on the network. */
  const ofEachSize = async (look: (size: (typeof sizes)[number]) => Promise<void>) => {
    const seen = new Set<number>()
    while (seen.size < sizes.length) {
      await painted(page)
      const at = known.get((await paper(page).getAttribute('data-picture')) ?? '')
      const size = sizes[at ?? -1]
      if (at === undefined || !size) throw new Error('the picture on the desk is one of these')
      await look(size)
      seen.add(at)
      await page.keyboard.press(']')
    }
    await painted(page)
  }
  await ofEachSize(async (size) => {
    await expect.poll(async () => (await places(page)).isWide, { message: String(size) }).toBe(true)
    await shoot(page, '/marking', `odd-${size.join('x')}`, DESK_SIZES)
  })
  // What lies on its side is turned with one press, and so are those that follow.
  await page.getByRole('button', { name: '旋转 90°' }).click()
  await ofEachSize(async (size) => {
    await expect
      .poll(async () => (await places(page)).isWide || size[1] < size[0] / 10, {
        message: `turned ${size.join('x')}`,
      })
      .toBe(true)
  })
  await page.getByRole('button', { name: '整页' }).click()
  await ofEachSize(async (size) => {
    await expect
      .poll(
        async () => {
          const { answer, frame } = await places(page)
          return answer.height <= frame.height && answer.width <= frame.width
        },
        { message: `whole ${size.join('x')}` },
      )
      .toBe(true)
  })
  expectQuiet(visitor)
})

test('pictures that come slowly leave the line free for marks', async () => {
  const visitor = await stage.enter('marker2', '/MainPage/homePage')
  const { page } = visitor
  const held: (() => void)[] = []
  let isHeld = false
  await page.route(PICTURES, async (route) => {
    if (isHeld) await new Promise<void>((letGo) => held.push(letGo))
    await route.continue()
  })
  await page.goto(address())
  await painted(page)
  await page.getByText('已保存').waitFor()
  isHeld = true
  // A grid has more papers than a browser has connections.
  await page.getByText('网格').click()
  await expect.poll(() => held.length).toBe(3)
  await page.getByText('单份').click()
  await painted(page)
  const submitted = page.waitForResponse((reply) => reply.url().endsWith('/v1/marker/set'))
  await page.keyboard.press('4')
  await page.keyboard.press('Enter')
  expect((await submitted).status()).toBe(200)
  expect(held).toHaveLength(3)
  isHeld = false
  for (const letGo of held) letGo()
  await painted(page)
  expectQuiet(visitor)
})
