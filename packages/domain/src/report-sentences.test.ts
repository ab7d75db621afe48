import { expect, test } from 'vitest'
import {
  againstRestSentence,
  alphaSentence,
  dragSentence,
  flaggedSentence,
  lineChangeSentence,
  lowestSentence,
  nearSentence,
  onLineSentence,
  rangeSentence,
  shareApartSentence,
  structureSentence,
} from './report-sentences.ts'

const first = {
  name: '1班',
  noun: '班级',
  meanMilli: 86_200,
  overRestMilli: 4569.9,
  seMilli: 2045,
  groups: 4,
}

test.for([
  // Vector R7, to the letter.
  [
    { ...first, sig: 1 },
    '1班均分 86.2，比其余班级高 4.57 分（误差 ±4.01）；4 个班一起比较时不显著。',
  ],
  [
    { ...first, sig: 2 },
    '1班均分 86.2，比其余班级高 4.57 分（误差 ±4.01）；4 个班一起比较时仍显著。',
  ],
  [
    { ...first, name: '3班', meanMilli: 79_900, overRestMilli: -3890.9, seMilli: 2245.9, sig: 1 },
    '3班均分 79.9，比其余班级低 3.89 分（误差 ±4.4）；4 个班一起比较时不显著。',
  ],
  [
    { ...first, name: '4班', meanMilli: 83_000, overRestMilli: 283, seMilli: 2152, sig: 0 },
    '4班均分 83，与其余班级相近，相差 0.28 分（误差 ±4.22），在误差范围内。',
  ],
  [
    { ...first, name: '甲校', noun: '学校', sig: 1 },
    '甲校均分 86.2，比其余学校高 4.57 分（误差 ±4.01）；4 个校一起比较时不显著。',
  ],
] as const)('%#: a group against the rest', ([of, text]) => {
  expect(againstRestSentence(of)).toBe(text)
})

test.for([
  [lowestSentence('及格率', '数学', { num: 27, den: 45 }), '及格率最低的是数学（60%，27/45 人）。'],
  [
    rangeSentence({
      subject: '语文',
      best: '1班',
      last: '3班',
      milli: 6300,
      seMilli: 2634,
      sig: 1,
    }),
    '语文均分最高的1班与最低的3班相差 6.3 分（误差 ±5.16），两两比较后不显著。',
  ],
  [
    alphaSentence('语文', { v: 0.62, lo: 0.5, hi: 0.72, n: 45 }),
    '语文信度 α 0.62（区间 0.50–0.72），低于 0.75（45 人）。',
  ],
  [
    alphaSentence('语文', { v: 0.81, lo: null, hi: null, n: 45 }),
    '语文信度 α 0.81，不低于 0.75（45 人）。',
  ],
  [flaggedSentence(1, '7', '区分度为负，请核对答案'), '第 7 题需要留意：区分度为负，请核对答案。'],
  [flaggedSentence(3, '7', '区分度低'), '3 题需要留意，如第 7 题：区分度低。'],
  [onLineSentence('特控线', { num: 12, den: 40 }), '特控线上线 12 人，占总分完整的 40 人的 30%。'],
  // Vector R8: 27 of 45 against 300 of 455.
  [
    shareApartSentence('1班', '上线率', '班级', { v: -0.0593, lo: -0.2108, hi: 0.0779 }),
    '1班上线率与其余班级相差 5.93 个百分点（区间 -21.08 至 +7.79），在误差范围内。',
  ],
  [
    shareApartSentence('1班', '上线率', '班级', { v: 0.2, lo: 0.05, hi: 0.34 }),
    '1班上线率比其余班级高 20.00 个百分点（区间 +5.00 至 +34.00）。',
  ],
  [
    nearSentence('本科线', { push: 7, hold: 4 }, { below_milli: 20_000, above_milli: 10_000 }),
    '本科线线下 20 分以内 7 人，线上不到 10 分 4 人。',
  ],
  [dragSentence('英语', 40, 9), '英语错位最多：总分上线的 40 人中 9 人该科未上线。'],
  [
    lineChangeSentence('本科线', '九月月考', { v: 0.1, lo: 0.02, hi: 0.18, n: 60 }),
    '与九月月考相比，本科线上线率升 10.00 个百分点（区间 +2.00 至 +18.00，60 人两场都参加）。',
  ],
  [
    lineChangeSentence('本科线', '九月月考', { v: 0.01, lo: -0.07, hi: 0.09, n: 60 }),
    '与九月月考相比，本科线上线率没有超出误差的变化（区间 -7.00 至 +9.00，60 人两场都参加）。',
  ],
  [
    structureSentence(
      '语文',
      { easy: { num: 60, den: 100 }, medium: { num: 30, den: 100 }, hard: { num: 10, den: 100 } },
      [3, 5, 2],
    ),
    '语文易、中、难题各占 60%、30%、10% 的分值，计划为 3:5:2。',
  ],
])('%s', ([text, expected]) => {
  expect(text).toBe(expected)
})
