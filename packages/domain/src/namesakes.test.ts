import { describe, expect, test } from 'vitest'
import { nameParts, shownNames } from './namesakes.ts'

type Row = [name: string, account: string, school: string]

const people = (rows: readonly Row[]) =>
  rows.map(([name, account, school], id) => ({ id, name, account, school }))

describe('people in a list', () => {
  test.each<[string, Row[], string[]]>([
    [
      'are shown by name where nobody shares it',
      [
        ['王伟', 'w1', '一中'],
        ['李娜', 'l1', '一中'],
      ],
      ['王伟', '李娜'],
    ],
    [
      'of one school are told apart by account',
      [
        ['王伟', 'w1', '一中'],
        ['王伟', 'w2', '一中'],
        ['李娜', 'l1', '一中'],
      ],
      ['王伟（w1）', '王伟（w2）', '李娜'],
    ],
    [
      'of several schools are told apart by school',
      [
        ['王伟', 'w1', '一中'],
        ['王伟', 'w2', '二中'],
      ],
      ['王伟（一中）', '王伟（二中）'],
    ],
    [
      'of several schools, two of them of one, by school and account',
      [
        ['王伟', 'w1', '一中'],
        ['王伟', 'w2', '二中'],
        ['王伟', 'w3', '二中'],
      ],
      ['王伟（一中）', '王伟（二中 w2）', '王伟（二中 w3）'],
    ],
    [
      'of no school are told apart by account',
      [
        ['王伟', 'w1', ''],
        ['王伟', 'w2', '一中'],
      ],
      ['王伟（w1）', '王伟（一中）'],
    ],
    [
      'whose schools are called the same by account too',
      [
        ['王伟', 'w1', '实验中学'],
        ['王伟', 'w2', '实验中学'],
        ['王伟', 'w3', '一中'],
      ],
      ['王伟（实验中学 w1）', '王伟（实验中学 w2）', '王伟（一中）'],
    ],
  ])('%s', (_, rows, shown) => {
    expect([...shownNames(people(rows)).values()]).toEqual(shown)
  })

  test('need not be told from a namesake whom no list holds', () => {
    const rows = people([
      ['王伟', 'w1', '一中'],
      ['王伟', 'w2', '二中'],
      ['王伟', 'w3', '三中'],
    ])
    const areTogether = (a: { id: number }, b: { id: number }) => a.id < 2 && b.id < 2
    expect([...shownNames(rows, areTogether).values()]).toEqual([
      '王伟（一中）',
      '王伟（二中）',
      '王伟',
    ])
  })
})

test.each([
  ['王伟', '王伟', ''],
  ['王伟（一中 w1）', '王伟', '一中 w1'],
  ['（w1）', '（w1）', ''],
])('%s is the name %s and %s', (shown, name, difference) => {
  expect(nameParts(shown)).toEqual({ name, difference })
})
