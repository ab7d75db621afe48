import { expect, test } from 'vitest'
import {
  type ChartData,
  chartFigureText,
  chartTable,
  pointText,
  tableParts,
  withoutEmptyEnds,
} from './chart-data.ts'
import { chartSummary } from './chart-summary.ts'
import { estimateText } from './estimate.ts'
import { type FigureKind, figureText, signedFigureText } from './figure.ts'
import { tsvOf } from './tsv.ts'

const MEANS: ChartData = {
  kind: 'dots',
  title: '各班均分',
  xTitle: '班级',
  yTitle: '均分',
  figure: 'milli',
  labels: ['1班', '2班', '3班'],
  series: [
    {
      name: '均分',
      values: [86_200, null, 79_900],
      lo: [82_900, null, 76_000],
      hi: [89_500, null, 83_800],
    },
  ],
  n: 91,
}

test.for([
  [86_200, 'milli', '86.2'],
  [8575, 'milli', '8.58'],
  [0.29, 'rate', '29%'],
  [2 / 3, 'rate', '66.66%'],
  [-0.0593, 'rate', '-5.93%'],
  [42, 'count', '42'],
  [-0.001, 'index', '0.00'],
  [null, 'milli', '—'],
  [Number.NaN, 'index', '—'],
] as const)('figure %s as %s reads %s', ([value, kind, text]) => {
  expect(figureText(value, kind)).toBe(text)
})

test.for([
  [3414, 'milli', '+3.41'],
  [-685, 'milli', '-0.69'],
  [0, 'index', '0.00'],
  [0.001, 'index', '0.00'],
] as const)('difference %s as %s reads %s', ([value, kind, text]) => {
  expect(signedFigureText(value, kind satisfies FigureKind)).toBe(text)
})

test('an estimate is told with its interval, and one that is kept back is not', () => {
  const est = { v: 0.61, lo: 0.4569, hi: 0.7631, n: 10, shown: 'ok' } as const
  expect(estimateText(est, 'rate')).toBe('61%（45.69%–76.31%）')
  expect(estimateText({ ...est, shown: 'suppressed' }, 'rate')).toBe('＊')
})

test('the table of a chart has a row a label and columns for the ends of the interval', () => {
  expect(chartTable(MEANS)).toEqual({
    head: ['班级', '均分', '均分下限', '均分上限'],
    rows: [
      ['1班', '86.2', '82.9', '89.5'],
      ['2班', '—', '—', '—'],
      ['3班', '79.9', '76', '83.8'],
    ],
  })
})

test('the table of a matrix has its series as rows', () => {
  const heat: ChartData = {
    kind: 'matrix',
    title: '掌握',
    xTitle: '知识点',
    yTitle: '班级',
    figure: 'rate',
    labels: ['函数', '数列'],
    series: [{ name: '1班', values: [0.5, 0.25] }],
  }
  expect(chartTable(heat)).toEqual({
    head: ['班级', '函数', '数列'],
    rows: [['1班', '50%', '25%']],
  })
})

test('the summary names the largest, the smallest and n, and skips gaps', () => {
  expect(chartSummary(MEANS)).toBe(
    '各班均分，共 3 项；最高 1班 86.2（82.9–89.5），最低 3班 79.9（76–83.8）；n=91',
  )
  expect(chartSummary({ ...MEANS, series: [{ name: '均分', values: [null, null, null] }] })).toBe(
    '各班均分，共 3 项；没有数据；n=91',
  )
})

test('a point says its label, value and interval', () => {
  expect(pointText(MEANS, 0, 0)).toBe('1班，均分 86.2（82.9–89.5）')
  expect(pointText(MEANS, 0, 1)).toBe('2班，均分 —')
})

test('a distribution loses its empty ends, not the gap inside', () => {
  const counts = [0, 0, 3, 0, 2, 0].map((count, from) => ({ from, to: from + 1, count }))
  expect(withoutEmptyEnds(counts).map(({ count }) => count)).toEqual([3, 0, 2])
})

test('cells for a spreadsheet keep to one cell and start no formula', () => {
  expect(tsvOf([['a\tb', '=1+1', '-3.5', '+2%', '@x', '-姓名']])).toBe(
    "a b\t'=1+1\t-3.5\t+2%\t'@x\t'-姓名",
  )
})

test('steps are written by their names, and nothing between them', () => {
  const data: ChartData = {
    kind: 'lines',
    title: '语文历次等级',
    xTitle: '考试',
    yTitle: '等级',
    figure: 'count',
    steps: ['E', 'D', 'C', 'B', 'A'],
    labels: ['九月', '十月', '期中'],
    series: [{ name: '语文', values: [4, null, 5] }],
  }
  expect(chartTable(data).rows).toEqual([
    ['九月', 'B'],
    ['十月', '—'],
    ['期中', 'A'],
  ])
  expect(pointText(data, 0, 2)).toBe('期中，等级 A')
  expect(chartFigureText(data, 4.5)).toBe('')
})

test.for([
  [5, 12, [5]],
  [12, 12, [12]],
  [13, 12, [7, 6]],
  [22, 12, [11, 11]],
] as const)('a table of %i columns goes on a sheet of %i in parts of %o', ([n, most, widths]) => {
  const names = Array.from({ length: n }, (_, at) => String(at + 1))
  const parts = tableParts({ head: ['题号', ...names], rows: [['1班', ...names]] }, most)
  expect(parts.map(({ head }) => head.length - 1)).toEqual(widths)
  expect(parts.every(({ head, rows }) => head[0] === '题号' && rows[0]?.[0] === '1班')).toBe(true)
  expect(parts.flatMap(({ rows }) => rows[0]?.slice(1) ?? [])).toEqual(names)
})
