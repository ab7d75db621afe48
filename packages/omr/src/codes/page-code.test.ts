import type { OmrTemplate } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { sampleTemplate } from '../testing/sample-template.ts'
import { isDamagedCode, namePage } from './page-code.ts'

/** Two pages whose codes differ in four cells, and any two sheets' in at least `distance`. */
function template(distance?: number): OmrTemplate {
  const sample = sampleTemplate()
  const bits = ['1011000110', '1011011001']
  const pages = sample.pages.map((page, i) => ({
    ...page,
    pageCode: { cells: [], bits: bits[i]!, ...(distance ? { distance } : {}) },
  }))
  return { ...sample, pages }
}

test.for([
  ['1011000110', 1, undefined, 'clean'],
  ['1011011001', 2, undefined, 'clean'],
  ['10?1000110', 1, [3], 'one illegible cell'],
  ['10?1000?10', 1, [3, 8], 'two illegible cells'],
  ['10?1?00?10', null, [3, 5, 8], 'three could hide a neighbouring code'],
  ['1010000110', null, [4], 'one wrong cell is named, never borne'],
  ['10?0000110', null, [3, 4], 'a wrong cell besides an illegible one'],
  ['0100111001', null, undefined, 'another sheet'],
  ['1011????10', null, [5, 6, 7, 8], 'too much is gone'],
  ['??????????', null, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 'nothing is legible'],
] as const)('cells %s name page %s, damaged %o (%s)', ([bits, page, damaged]) => {
  const named = namePage(bits, template(3))
  expect(named.page).toBe(page)
  expect(named.damaged).toEqual(damaged)
})

test('where neighbouring codes may be one cell apart, no cell may be illegible', () => {
  expect(namePage('10?1000110', template()).page).toBeNull()
  expect(namePage('1011000110', template()).page).toBe(1)
})

test.for([
  ['1010000110', 3, true, 'one wrong cell, and no code is nearer than three'],
  ['1010000110', undefined, false, 'one wrong cell may be the next sheet'],
  ['1000000110', 3, false, 'two wrong cells'],
  ['10?1000110', undefined, true, 'an illegible cell'],
  ['0000000000', 3, true, 'nothing printed'],
] as const)('cells %s with distance %s are damage: %s (%s)', ([bits, distance, damaged]) => {
  const reading = { bits, page: null, confidence: 0.1 }
  expect(isDamagedCode(reading, template(distance))).toBe(damaged)
})

test('no code is read as another page when any one or two cells turn', () => {
  const sheet = template(3)
  for (const { page, pageCode } of sheet.pages) {
    const cells = [...pageCode!.bits]
    for (let i = 0; i < cells.length; i++) {
      for (let k = i; k < cells.length; k++) {
        for (const [one, other] of ['01', '10', '??', '0?', '1?'].map((two) => [...two])) {
          const turned = [...cells]
          turned[i] = one!
          turned[k] = other!
          expect([page, null]).toContain(namePage(turned.join(''), sheet).page)
        }
      }
    }
  }
})
