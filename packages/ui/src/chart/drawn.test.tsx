import { BOX_SERIES, type ChartData, type ChartKind, chartTable } from '@hengjuan/domain'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { datasetsOf } from './chart-datasets.ts'
import { ChartFigure } from './ChartFigure.tsx'
import { smallMultiples } from './small-multiples.ts'

/* What is drawn is what the table of the chart says: nothing rounded, nothing left out, a gap no zero. */

const COLOURS = {
  ink: '#111',
  muted: '#777',
  line: '#ddd',
  surface: '#fff',
  boxes: '#eee',
  series: ['#1', '#2', '#3', '#4', '#5', '#6'],
  heat: (depth: number) => `rgb(${depth} 0 0)`,
} as never

const NAMES = { title: '均分', xTitle: '班级', yTitle: '得分率', figure: 'rate' as const }
const LABELS = ['1班', '2班', '3班']
const CHARTS: Record<ChartKind, ChartData> = {
  bars: {
    ...NAMES,
    kind: 'bars',
    labels: LABELS,
    series: [{ name: '甲', values: [0.54321, null, 1], lo: [0.5, null, 0.9], hi: [0.6, null, 1] }],
  },
  histogram: {
    ...NAMES,
    kind: 'histogram',
    labels: LABELS,
    series: [{ name: '人数', values: [0, 7, 3] }],
  },
  lines: {
    ...NAMES,
    kind: 'lines',
    labels: LABELS,
    series: [1, 2, 3, 4, 5, 6, 7].map((at) => ({ name: `${at}`, values: [at / 7, null, at / 9] })),
  },
  dots: {
    ...NAMES,
    kind: 'dots',
    labels: LABELS,
    series: [{ name: '甲', values: [0.1, 0.2, null] }],
  },
  stacked100: {
    ...NAMES,
    kind: 'stacked100',
    labels: LABELS,
    series: [
      { name: '优秀', values: [1 / 3, null, 0] },
      { name: '其他', values: [2 / 3, null, 1] },
    ],
  },
  scatter: {
    ...NAMES,
    kind: 'scatter',
    pointTitle: '题号',
    labels: LABELS,
    series: [
      { name: '难度', values: [0.1, 0.5, 0.9] },
      { name: '区分度', values: [-0.2, 0.31, null] },
    ],
  },
  boxes: {
    ...NAMES,
    kind: 'boxes',
    labels: LABELS,
    series: BOX_SERIES.map((name, at) => ({ name, values: [at / 10, null, at / 7] })),
  },
  matrix: {
    ...NAMES,
    kind: 'matrix',
    labels: LABELS,
    series: [
      { name: '函数', values: [0.1, null, 0.3] },
      { name: '几何', values: [-0.1, 0, 0.7] },
    ],
  },
}

type Point = number | null | Record<string, number | null>
/** Values of the drawing in the order of the series. */
function drawnIn(data: ChartData): (number | null)[][] {
  const sets = datasetsOf(data, COLOURS).map((set) => set.data as unknown as Point[])
  const known = (value: unknown) =>
    typeof value === 'number' && !Number.isNaN(value) ? value : null
  const field = (point: Point, name: string) =>
    known(typeof point === 'object' && point !== null ? point[name] : point)
  if (data.kind === 'boxes')
    return ['min', 'q1', 'median', 'q3', 'max'].map((name) =>
      sets[0]!.map((one) => field(one, name)),
    )
  if (data.kind === 'scatter')
    return ['x', 'y'].map((name) => sets[0]!.map((one) => field(one, name)))
  if (data.kind === 'matrix')
    return data.series.map((_, row) =>
      sets[0]!
        .slice(row * data.labels.length, (row + 1) * data.labels.length)
        .map((one) => field(one, 'v')),
    )
  return sets.map((set) => set.map((one) => field(one, 'y')))
}

test.for(Object.values(CHARTS))(
  'a chart of $kind draws the values that it is given, each in its place',
  (data) => {
    const drawn = smallMultiples(data).flatMap(drawnIn)
    expect(drawn).toHaveLength(data.series.length)
    for (const [at, { values }] of data.series.entries())
      for (const [index, value] of values.entries())
        if (value === null) expect(drawn[at]![index]).toBeNull()
        else expect(drawn[at]![index]).toBeCloseTo(value, 12)
  },
)

test('differences are as deep as they are far from nothing, to either side', () => {
  const [set] = datasetsOf(CHARTS.matrix, COLOURS)
  const { backgroundColor: ground } = set as unknown as {
    backgroundColor: (cell: { raw: { v: number | null } }) => string
  }
  expect([-0.1, 0, 0.7, null].map((v) => ground({ raw: { v } }))).toEqual([
    `rgb(${-0.1 / 0.7} 0 0)`,
    'rgb(0 0 0)',
    'rgb(1 0 0)',
    'transparent',
  ])
})

test('intervals are drawn from their lower to their upper end', () => {
  const [set] = datasetsOf(CHARTS.bars, COLOURS)
  expect(set!.data).toEqual([
    { y: 0.54321, yMin: 0.5, yMax: 0.6 },
    { y: Number.NaN },
    { y: 1, yMin: 0.9, yMax: 1 },
  ])
})

const shown = (data: ChartData, address: string) =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <ChartFigure data={data} />
    </MemoryRouter>,
  )

test.for(Object.values(CHARTS))(
  'a chart of $kind has its figures as a table, one key away',
  (data) => {
    const table = shown(data, `/?table=${encodeURIComponent(data.title)}`)
    expect(table).toContain('按 T 切换图和表')
    const { head, rows } = chartTable(data)
    const texts = [...table.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, inner]) =>
      inner!.replaceAll(/<[^>]*>/g, ''),
    )
    expect(texts).toEqual([...head, ...rows.flat()])
  },
)

test('a chart without a value says so and draws no empty axes', () => {
  const nobody = {
    ...CHARTS.histogram,
    series: [{ name: '人数', values: [0, 0, 0] }],
  }
  expect(shown(nobody, '/')).toContain('没有可以画出的数据')
  expect(
    shown({ ...CHARTS.dots, series: [{ name: '甲', values: [null, null, null] }] }, '/'),
  ).toContain('没有可以画出的数据')
})
