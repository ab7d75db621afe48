import { describe, expect, test } from 'vitest'
import { seededOrder, shownLetters, stemParts, trueLetters } from './pad-order.ts'

describe('options in the text of a question', () => {
  test.each([
    ['下列正确的是\nA. 甲\nB．乙\nC、丙\nD: 丁', 4, '下列正确的是', ['甲', '乙', '丙', '丁']],
    ['看图\nA. 第一行\n第二行\nB. 乙', 2, '看图', ['第一行\n第二行', '乙']],
    ['A. 甲\nB. 乙', 2, '', ['甲', '乙']],
    ['只有两个\nA. 甲\nB. 乙', 4, '只有两个\nA. 甲\nB. 乙', null],
    ['没有选项', 4, '没有选项', null],
    ['', 4, '', null],
  ])('%j with %s', (stem, count, text, options) => {
    expect(stemParts(stem, count)).toEqual({ text, options })
  })
})

describe('an order', () => {
  test('is the same for a seed, another for another, and complete', () => {
    const one = seededOrder('7:12:q3', 5)
    expect(seededOrder('7:12:q3', 5)).toEqual(one)
    expect(one.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4])
    const orders = new Set(
      Array.from({ length: 60 }, (_, at) => seededOrder(`7:${at}:q3`, 4).join('')),
    )
    expect(orders.size).toBeGreaterThan(12)
  })

  test('favours no place', () => {
    const firsts = [0, 0, 0, 0]
    for (let at = 0; at < 4000; at++) {
      const first = seededOrder(`exam:${at}`, 4)[0] ?? 0
      firsts[first] = (firsts[first] ?? 0) + 1
    }
    for (const count of firsts) expect(Math.abs(count - 1000)).toBeLessThan(130)
  })

  test('of letters goes both ways', () => {
    // A stands for C, B for A, C for D, D for B.
    const order = [2, 0, 3, 1]
    expect(trueLetters('A', order)).toBe('C')
    expect(trueLetters('BD', order)).toBe('AB')
    for (const letters of ['A', 'BC', 'ABCD', ''])
      expect(trueLetters(shownLetters(letters, order), order)).toBe(letters)
  })
})
