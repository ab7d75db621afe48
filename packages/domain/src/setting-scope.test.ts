import { expect, test } from 'vitest'
import { gradeScopeId, scopesAround, type SettingPlace } from './setting-scope.ts'

test.for<[SettingPlace, string]>([
  [{}, 'server:0'],
  [{ schoolId: 7 }, 'school:7 server:0'],
  [{ schoolId: 7, regionIds: [110105, 110100] }, 'school:7 region:110105 region:110100 server:0'],
  [{ schoolId: 7, gradeId: 10, examId: 3 }, 'exam:3 grade:7010 school:7 server:0'],
  [{ gradeId: 10 }, 'server:0'],
  [{ schoolId: null, examId: 3 }, 'exam:3 server:0'],
])('setting scopes of %o from the narrowest: %s', ([place, expected]) => {
  const words = scopesAround(place).map(({ scope, scopeId }) => `${scope}:${scopeId}`)
  expect(words.join(' ')).toBe(expected)
})

test('setting scope: the same grade of two schools has two ids', () => {
  expect(gradeScopeId(1, 103)).not.toBe(gradeScopeId(2, 103))
})
