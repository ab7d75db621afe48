import { looksBlank } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { DrawnArea } from '../testing/drawn-area.ts'
import { measureInk } from './ink-ratio.ts'

/** A question number, a rule to write on, and a composition row: what sheets print into areas. */
const number = { xMm: 12, yMm: 12, widthMm: 14, heightMm: 4 }
const rule = { xMm: 14, yMm: 29.9, widthMm: 70, heightMm: 0.2 }

function printed(): DrawnArea {
  const area = new DrawnArea({ printed: [number, rule] })
  area.line(14, 30, 84, 30, 0.2, 100)
  for (let x = 12; x < 25; x += 1.5) area.line(x, 12.5, x + 0.8, 15.5, 0.3, 40)
  return area
}

const measured = (area: DrawnArea) => measureInk(area.view(), area.page, area.region, area.quad())

describe('an area with a printed number, a rule and a frame', () => {
  test('is blank when nothing is written', () => {
    expect(measured(printed())).toEqual({ inkRatio: 0, strokeMm: 0 })
  })

  test.for([
    ['one thin stroke', [50, 18, 50, 23, 0.25]],
    ['a minus', [50, 20, 53, 20, 0.3]],
    ['a stroke that stands on the rule', [50, 25, 50, 30, 0.3]],
    ['a stroke across the rule', [50, 28, 50.5, 33, 0.3]],
  ] as const)('is not blank with %s', ([, [x0, y0, x1, y1, width]]) => {
    expect(looksBlank(measured(printed().line(x0, y0, x1, y1, width)))).toBe(false)
  })

  test('is not blank with a faint pencil stroke, a quarter as dark as print', () => {
    const faint = measured(printed().line(50, 18, 52, 23, 0.35, 190))
    expect(looksBlank(faint)).toBe(false)
    // The diagonal of 2 mm x 5 mm is 5.4 mm.
    expect(faint.strokeMm).toBeGreaterThan(4.5)
    expect(faint.strokeMm).toBeLessThan(6.5)
  })

  test('is blank with dust', () => {
    const dusty = printed()
    for (let i = 0; i < 12; i++) {
      dusty.box({ xMm: 20 + i * 5, yMm: 18 + (i % 4) * 7, widthMm: 0.4, heightMm: 0.4 }, 90)
    }
    expect(looksBlank(measured(dusty))).toBe(true)
  })

  test('is blank where the other side shines through and a fold throws a shadow', () => {
    const soft = printed()
    for (let x = 30; x < 80; x += 4) soft.line(x, 35, x + 2, 40, 0.5, 228)
    soft.box({ xMm: 10, yMm: 22, widthMm: 80, heightMm: 1.5 }, 230)
    expect(measured(soft)).toEqual({ inkRatio: 0, strokeMm: 0 })
  })

  test('tells how much is written', () => {
    const full = printed()
    for (let x = 16; x < 84; x += 2) full.line(x, 33, x + 1.5, 44, 0.5)
    // 34 strokes of 11.1 mm x 0.5 mm, widened by the pen's edge, in 80 mm x 40 mm.
    expect(measured(full).inkRatio).toBeGreaterThan(0.05)
    expect(measured(full).inkRatio).toBeLessThan(0.09)
  })
})

test('where a template does not say what is printed, lines are taken off and strokes not judged', () => {
  const foreign = new DrawnArea()
  for (let y = 16; y < 48; y += 8) foreign.line(12, y, 88, y, 0.2, 100)
  expect(measured(foreign)).toEqual({ inkRatio: 0 })
  const written = measured(foreign.line(30, 20, 33, 23, 0.4))
  expect(written.inkRatio).toBeGreaterThan(0.0003)
  expect(written).not.toHaveProperty('strokeMm')
})
