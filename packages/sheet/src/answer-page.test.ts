import { expect, test } from 'vitest'
import { answerPage } from './answer-page.ts'
import { drawable } from './sheet-font.ts'

test('texts are outlines that stay within the page, long ones on several lines', () => {
  const short = answerPage([{ kind: 'text', text: '解：x = 3。' }])
  const long = answerPage([{ kind: 'text', text: '由题意可得抛物线的焦点坐标，'.repeat(40) }])
  expect(short.svg).not.toContain('<text')
  expect(short.svg.match(/<path/g)).toHaveLength(1)
  expect(long.heightPx).toBeGreaterThan(short.heightPx * 3)
  const xs = [...long.svg.matchAll(/M([\d.-]+) /g)].map(([, x]) => Number(x))
  expect(Math.min(...xs)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...xs)).toBeLessThanOrEqual(long.widthPx)
})

test('what the font lacks is a box, and empty lines stay', () => {
  const [plain, boxed] = ['好', '好\u{1F600}'].map((text) => answerPage([{ kind: 'text', text }]))
  expect(boxed?.svg.length).toBeGreaterThan(plain?.svg.length ?? 0)
  expect(answerPage([{ kind: 'text', text: '甲\n\n乙' }]).heightPx).toBeGreaterThan(
    answerPage([{ kind: 'text', text: '甲\n乙' }]).heightPx,
  )
})

test('photos are made to fit, one under the other', () => {
  const { photos, heightPx, widthPx } = answerPage([
    { kind: 'photo', widthPx: 2000, heightPx: 1000 },
    { kind: 'photo', widthPx: 300, heightPx: 200 },
  ])
  const [first, second] = photos
  expect(first).toMatchObject({ width: widthPx - 72, height: 584 })
  expect(second).toMatchObject({ width: 300, height: 200, y: (first?.y ?? 0) + 584 + 14 })
  expect(heightPx).toBeGreaterThan((second?.y ?? 0) + 200)
})

test('a page ends where a picture can', () => {
  const parts = Array.from({ length: 30 }, () => ({
    kind: 'photo' as const,
    widthPx: 1000,
    heightPx: 1600,
  }))
  expect(answerPage(parts).heightPx).toBeLessThanOrEqual(16_000)
})

test('signs of formulas that the font lacks are drawn by others, and not as boxes', () => {
  const drawn = (text: string) => answerPage([{ kind: 'text', text }]).svg
  expect(drawable('aₙ = S₁₀ − x⁴，\u{1D465} \u{1F600}')).toBe('aₙ = S₁₀ − x⁴，\u{1D465} □')
  const plain = drawn('a')
  for (const text of ['aₙ', 'a₁', 'a⁴']) {
    expect(drawn(text)).not.toBe(drawn('a□'))
    expect(drawn(text).length).toBeGreaterThan(plain.length)
  }
  expect(drawn('aₙ')).not.toBe(drawn('aⁿ'))
})
