import { expect, test } from 'vitest'
import { scoreRange } from './own-search.ts'

test('scores to search by are read as far as they are typed, and what is wrong with them is said', () => {
  expect(scoreRange('', ' ')).toEqual({ from: null, to: null, problem: null })
  expect(scoreRange('3', '8.5')).toEqual({ from: 3000, to: 8500, problem: null })
  expect(scoreRange('abc', '8')).toMatchObject({ from: null, to: 8000 })
  expect(scoreRange('abc', '8').problem).toContain('请填数字')
  expect(scoreRange('9', '3').problem).toContain('大于终点')
})
