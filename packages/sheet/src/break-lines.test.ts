import { expect, test } from 'vitest'
import { breakLines } from './break-lines.ts'
import { textWidth } from './text-width.ts'

/** Ten Chinese characters of 3 mm. */
const [SIZE_MM, WIDTH_MM] = [3, 30]

test.for([
  ['一二三四五六七八九十', ['一二三四五六七八九十'], 'a full line'],
  ['一二三四五六七八九十百', ['一二三四五六七八九十', '百'], 'one character more'],
  [
    '一二三四五六七八九十。',
    ['一二三四五六七八九', '十。'],
    'a full stop takes its character along',
  ],
  ['一二三四五六七八九”）。', ['一二三四五六七八', '九”）。'], 'three closing marks together'],
  ['一二三四五六七八九（百）', ['一二三四五六七八九', '（百）'], 'an opening mark ends no line'],
  ['一二三四五六七八 velocity', ['一二三四五六七八', 'velocity'], 'a word stays whole'],
  ['一二三四五六七八九3.14159', ['一二三四五六七八九', '3.14159'], 'a number stays whole'],
  ['m'.repeat(13), ['m'.repeat(10), 'mmm'], 'a word wider than a line is cut'],
  ['　　一二三', ['　　一二三'], 'an indent is kept'],
  ['', [''], 'an empty line is a line'],
] as const)('%s → %o (%s)', ([text, lines]) => {
  expect(breakLines(text, SIZE_MM, WIDTH_MM)).toEqual(lines)
})

test('no line is wider than the column or begins with a closing mark, whatever the width', () => {
  const text = '已知“（集合）A={x|x<2}”，则《数学》：x、y 满足？！求 2026 的值；（提示：见图）。'
  for (let widthMm = 12; widthMm < 120; widthMm += 1) {
    const lines = breakLines(text, SIZE_MM, widthMm)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    for (const line of lines) {
      expect(textWidth(line, SIZE_MM)).toBeLessThanOrEqual(widthMm)
      expect(line).not.toMatch(/^[，。、；：！？）》”]/)
    }
  }
})
