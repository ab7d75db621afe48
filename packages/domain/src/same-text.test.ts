import { expect, test } from 'vitest'
import {
  DASHES_OF_SEARCH,
  DROPPED_BY_SEARCH,
  holdsText,
  sameClass,
  sameText,
  searchKey,
  typedName,
} from './same-text.ts'

test.for([
  ['阿依古丽·买买提', '阿依古丽•买买提'],
  ['阿依古丽·买买提', '阿依古丽．买买提'],
  ['阿依古丽·买买提', '阿依古丽 买买提'],
  ['李　四', '李四'],
  ['\u200b张三\ufeff', '张三'],
  ['ＡＢ１２', 'ab12'],
  ['高一（1）班', '高一(1)班'],
  ['高一(1)班', '高一1班'],
  ['第一中学－东校区', '第一中学—东校区'],
] as const)('sameText: %s is %s', ([one, other]) => {
  expect(sameText(one, other)).toBe(true)
})

test('sameText: tells different people and numbers apart', () => {
  expect(sameText('张三', '张三丰')).toBe(false)
  expect(sameText('00260101', '260101')).toBe(false)
})

test.for([
  ['高一（1）班', '1班'],
  ['(2)班', '２班'],
  ['（2） 班', '2班'],
  ['高三（十二）班', '12班'],
  ['七年级03班', '3'],
  ['初一二班', '七年级2班'],
  ['实验班', '实验 班'],
] as const)('sameClass: %s is %s', ([one, other]) => {
  expect(sameClass(one, other)).toBe(true)
})

test('sameClass: tells classes apart', () => {
  expect(sameClass('1班', '11班')).toBe(false)
  expect(sameClass('实验1班', '1班')).toBe(false)
})

test('holdsText: a search finds other spellings, and everything where nothing is typed', () => {
  expect(holdsText('阿依古丽•买买提', '古丽·买')).toBe(true)
  expect(holdsText('高一(3)班', '（３）')).toBe(true)
  expect(holdsText('高一(3)班', ' ')).toBe(true)
  expect(holdsText('高一(3)班', '()')).toBe(false)
})

test('searchKey: a key is its own key, and databases know every sign that it drops', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  const folded = all.filter(
    (letter) => letter.normalize('NFKC') === letter && searchKey(letter) === '',
  )
  expect(
    folded.filter(
      (letter) =>
        !DROPPED_BY_SEARCH.includes(letter) && /\P{C}/u.test(letter) && letter.trim() !== '',
    ),
  ).toEqual([])
  for (const letter of DASHES_OF_SEARCH) expect(searchKey(letter)).toBe('-')
  for (const text of ['（１）班', 'ＡＢ·c', '㎡①'])
    expect(searchKey(searchKey(text))).toBe(searchKey(text))
})

test.for([
  ['高一年级 2026—2027 学年期中', '高一年级 2026-2027 学年期中', true, 'the dash of the keyboard'],
  [
    '高一年级 2026—2027 学年期中',
    '高一年级2026——2027学年期中',
    true,
    'the dash of an input method',
  ],
  ['高一年级 2026—2027 学年期中', '高一年级 ２０２６－２０２７ 学年期中', true, 'full width'],
  ['高一年级 2026—2027 学年期中', '高一年级 20262027 学年期中', false, 'no dash at all'],
  ['高一(1)班月考', '高一（1）班月考', true, 'brackets of the other width'],
  ['高一(1)班月考', '高一1班月考', false, 'no brackets'],
  ['月考', '', false, 'nothing typed'],
] as const)('%s is confirmed by %j: %s (%s)', ([name, typed, expected]) => {
  expect(typedName(typed, name)).toBe(expected)
})
