import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { framesWhileZooming } from '../bench/desk-feel.ts'
import { painted, paper, pressForNext, quantile, typeScore } from './mark-by-key.ts'
import { DESK_SIZES, shoot } from './shots.ts'
import { expectQuiet, useStage } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2
/** Darker than this is ink, lighter than that is paper; 0 to 255. */
const INK = 128
const PAPER = 215

test('faint writing is shown darker by a key, from paper to paper and on the next visit, and nothing of it is sent', async () => {
  const [block, other] = blocks()
  const visitor = await stage.enter('marker1', `/marking?block_id=${block}`)
  const { page } = visitor
  await painted(page)
  const scanned = await lightness(page)

  await page.keyboard.press('Shift+C')
  await page.getByText('图像加深：略深').first().waitFor()
  await darker(page, 1)
  const slightly = await lightness(page)
  expect(slightly.ink).toBeGreaterThan(scanned.ink)
  await page.keyboard.press('Shift+C')
  await page.keyboard.press('Shift+C')
  await darker(page, 3)
  const darkest = await lightness(page)
  expect(darkest.ink).toBeGreaterThan(slightly.ink)
  // What is white stays white, on a page that is written full as well.
  expect(darkest.paper).toBeGreaterThanOrEqual(0.95 * scanned.paper)
  await shoot(page, '/marking', 'darkest', DESK_SIZES)

  const sent = page.waitForRequest(/\/v1\/marker\/set$/)
  await typeScore(page, 3)
  await pressForNext(page, 'Enter')
  expect(JSON.stringify((await sent).postDataJSON())).not.toMatch(/contrast|dark/i)
  await darker(page, 3)
  await page.reload()
  await painted(page)
  await darker(page, 3)

  // Other blocks, and other people on this computer, see papers as they were scanned.
  await page.goto(`/marking?block_id=${other}`)
  await painted(page)
  await darker(page, 0)
  const colleague = await stage.enter('marker2', `/marking?block_id=${block}`)
  await painted(colleague.page)
  await darker(colleague.page, 0)
  expectQuiet(visitor)
})

test('the menu, the button over the image and the key map have it, in the paper tone and in every view as well', async () => {
  const [block] = blocks()
  const visitor = await stage.enter('marker3', `/marking?block_id=${block}`)
  const { page } = visitor
  await painted(page)
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '护眼' }).click()
  await page.getByRole('button', { name: '更多' }).click()
  await shoot(page, '/marking', 'contrast-menu')
  await page.getByRole('menuitem', { name: '较深' }).click()
  await darker(page, 2)
  await shoot(page, '/marking', 'darker-paper-tone', DESK_SIZES)
  await page.getByRole('button', { name: '图像加深：较深' }).click()
  await darker(page, 3)

  // Small pictures are as dark as the large one.
  await page.keyboard.press('v')
  const small = page.getByRole('img', { name: '考生作答' }).first()
  await small.waitFor()
  expect(await small.evaluate((image) => getComputedStyle(image).filter)).toContain('#hj-contrast')
  await shoot(page, '/marking', 'darkest-strip')
  await page.keyboard.press('v')
  await shoot(page, '/marking', 'darkest-grid')
  await page.keyboard.press('v')
  await painted(page)

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog')
  await keys.getByText(/图像加深/).waitFor()
  await page.keyboard.press('Escape')
  // Once more, and papers are as they were scanned.
  await keys.waitFor({ state: 'detached' })
  await page.keyboard.press('Shift+C')
  await page.getByText('图像加深：原样').first().waitFor()
  await darker(page, 0)
  expectQuiet(visitor)
})

test('the key can be another one', async () => {
  const [block] = blocks()
  const visitor = await stage.enter('marker4', `/marking?block_id=${block}`)
  const { page } = visitor
  await painted(page)
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '按键设置' }).click()
  const dialog = page.getByRole('dialog')
  const key = dialog.getByRole('button', { name: /更改「图像加深.*」的按键/ })
  await key.click()
  await page.keyboard.press('F2')
  await key.getByText('F2').waitFor()
  await shoot(page, '/marking', 'contrast-key')
  await dialog.getByRole('button', { name: '完成' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('F2')
  await page.getByText('图像加深：略深').first().waitFor()
  await darker(page, 1)
  expectQuiet(visitor)
})

test('a darkened paper is moved and zoomed as smoothly as any', async () => {
  const [block] = blocks()
  const { page } = await stage.enter('marker2', `/marking?block_id=${block}`)
  await painted(page)
  // The first gesture warms the page up.
  await framesWhileZooming(page)
  // By turns: other work of the machine is in the way of both.
  const plain: number[] = []
  const dark: number[] = []
  for (let turn = 0; turn < 2; turn++) {
    await darker(page, 0)
    plain.push(quantile(await framesWhileZooming(page), 0.5))
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+C')
    await darker(page, 3)
    dark.push(quantile(await framesWhileZooming(page), 0.5))
    await page.keyboard.press('Shift+C')
  }
  expect(Math.min(...dark)).toBeLessThan(1.5 * Math.min(...plain) + 4)
})

function blocks(): readonly [number, number] {
  const found = stage.world.underWay.blocks.filter(
    ({ subjectId, points }) => subjectId === MATHEMATICS && points.length === 1,
  )
  const [one, other] = found
  if (!one || !other) throw new Error('two blocks are marked')
  return [one.blockId, other.blockId]
}

/** Waits until the paper is shown so dark. */
async function darker(page: Page, step: number): Promise<void> {
  const wanted = step === 0 ? /^[0-9a-f,]+$/ : new RegExp(` darker ${step}$`)
  await expect.poll(() => paper(page).getAttribute('data-picture')).toMatch(wanted)
}

/** How many pixels of the paper on the desk are ink and how many are paper. */
const lightness = (page: Page): Promise<{ ink: number; paper: number }> =>
  paper(page).evaluate(
    (canvas: HTMLCanvasElement, [ink, white]) => {
      const pen = canvas.getContext('2d')
      const { data } = pen?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      const counted = { ink: 0, paper: 0 }
      for (let at = 0; at < data.length; at += 4) {
        const value = data[at] ?? 0
        if (value < (ink ?? 0)) counted.ink++
        if (value > (white ?? 255)) counted.paper++
      }
      return counted
    },
    [INK, PAPER] as const,
  )
