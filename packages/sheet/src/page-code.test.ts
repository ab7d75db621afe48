import { describe, expect, it } from 'vitest'
import { pageCodeBits, readPageCodeBits } from './page-code.ts'

describe('the page code', () => {
  it.each([
    [0, 1],
    [1, 2],
    [40961, 1],
    [65535, 7],
  ])('of sheet %i page %i reads back', (sheetCode, page) => {
    expect(readPageCodeBits(pageCodeBits(sheetCode, page))).toEqual({ sheetCode, page })
  })

  it('is refused with any burst of up to five wrong cells', () => {
    const bits = pageCodeBits(40961, 2)
    for (let length = 1; length <= 5; length++)
      for (let start = 0; start + length <= bits.length; start++)
        for (let inner = 0; inner < 2 ** Math.max(0, length - 2); inner++) {
          const flip =
            length === 1
              ? '1'
              : `1${inner
                  .toString(2)
                  .padStart(length - 2, '0')
                  .slice(0, length - 2)}1`
          const wrong = [...bits].map((bit, index) =>
            flip[index - start] === '1' ? String(1 - Number(bit)) : bit,
          )
          expect(readPageCodeBits(wrong.join(''))).toBeNull()
        }
  })

  it('is refused with any two wrong cells: two codes differ in three', () => {
    const bits = [...pageCodeBits(51966, 1)]
    for (let one = 0; one < bits.length; one++)
      for (let other = one + 1; other < bits.length; other++) {
        const wrong = bits.map((bit, i) =>
          i === one || i === other ? String(1 - Number(bit)) : bit,
        )
        expect(readPageCodeBits(wrong.join(''))).toBeNull()
      }
  })

  it.each(['0', '1'])('is never all %s', (bit) => {
    expect(readPageCodeBits(bit.repeat(24))).toBeNull()
  })
})
