import { type ChartData, chartFigureText, type ChartSeries, figureText } from '@hengjuan/domain'
import { textWidth } from '../text-width.ts'
import type { PageWriter } from './page-writer.ts'

/** Colours of series, told apart in grey too; more series than these are no reading matter in one chart. */
const COLOURS = ['#2f6f8f', '#c8792b', '#5b8c5a', '#8d5a97', '#b3474b', '#6b7480']
const GRID = '#dfe4ea'
const SIZE = 7
const HEIGHT = 190
const LEFT = 42
const BELOW = 34

interface Area {
  x: number
  y: number
  width: number
  height: number
}

interface Scale {
  of: (value: number) => number
  ticks: number[]
}

const colourOf = (index: number): string => COLOURS[index % COLOURS.length] ?? '#6b7480'

/** Draws a chart as vectors from the figures that its table has. */
export function drawChart(page: PageWriter, chart: ChartData): void {
  page.need(HEIGHT + 24)
  page.text(chart.title, page.left, page.y, { size: 9, isBold: true })
  drawLegend(page, chart)
  page.y += 16
  const area: Area = {
    x: page.left + LEFT,
    y: page.y,
    width: page.width - LEFT,
    height: HEIGHT - BELOW - 16,
  }
  if (chart.labels.length === 0) page.text('没有数据', area.x, area.y + 20, { size: 8 })
  else if (chart.kind === 'matrix') drawMatrix(page, chart, area)
  else if (chart.kind === 'scatter') drawScatter(page, chart, area)
  else drawColumns(page, chart, area)
  page.y += HEIGHT - 16
}

function drawLegend(page: PageWriter, { kind, series }: ChartData): void {
  if (series.length < 2 || kind === 'scatter' || kind === 'matrix' || kind === 'boxes') return
  let x = page.left + page.width
  for (const [index, { name }] of [...series.entries()].toReversed()) {
    x -= textWidth(name, SIZE)
    page.text(name, x, page.y + 1, { size: SIZE })
    x -= 10
    page.rect(x, page.y + 2, 7, 6, colourOf(index))
    x -= 8
  }
}

/** Round steps that cover the values. */
function scaleOf(least: number, most: number, from: number, to: number): Scale {
  const span = most - least || Math.abs(most) || 1
  const rough = span / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10)
  const low = Math.floor(least / step) * step
  const high = Math.max(Math.ceil(most / step) * step, low + step)
  const ticks: number[] = []
  for (let tick = low; tick <= high + step / 2; tick += step)
    ticks.push(Number(tick.toPrecision(12)))
  return { ticks, of: (value) => from + ((value - low) / (high - low)) * (to - from) }
}

/** A line for every step, and air above the highest. */
const stepScale = (steps: number, from: number, to: number): Scale => ({
  ticks: Array.from({ length: steps }, (_, at) => at + 1),
  of: (value) => from + (value / (steps + 0.5)) * (to - from),
})

const valuesOf = (series: readonly ChartSeries[]): number[] =>
  series
    .flatMap(({ values, lo = [], hi = [] }) => [...values, ...lo, ...hi])
    .filter((value): value is number => value !== null)

function drawColumns(page: PageWriter, chart: ChartData, area: Area): void {
  const { kind, series, labels } = chart
  const isStacked = kind === 'stacked100'
  const isFromZero = kind === 'bars' || kind === 'histogram' || isStacked
  const known = [
    ...valuesOf(series),
    ...(chart.references ?? []).map(({ value }) => value),
    ...(chart.outliers ?? []).flat(),
  ]
  const least = isFromZero ? Math.min(0, ...known) : Math.min(...known)
  const most = isStacked ? 1 : Math.max(...known)
  const scale = chart.steps
    ? stepScale(chart.steps.length, area.y + area.height, area.y)
    : scaleOf(least, most, area.y + area.height, area.y)
  drawAxis(page, chart, area, scale)
  const step = area.width / labels.length
  const middle = (index: number): number => area.x + step * (index + 0.5)
  if (kind === 'boxes') {
    for (const index of labels.keys()) drawBox(page, chart, index, middle(index), step, scale)
  } else if (kind === 'lines' || kind === 'dots') {
    for (const [at, one] of series.entries())
      drawPoints(page, one, colourOf(at), middle, scale, kind === 'lines')
  } else {
    for (const index of labels.keys())
      drawBars(page, chart, index, area.x + step * index, step, scale)
  }
  for (const { value, label } of chart.references ?? []) {
    page.pdf
      .dash(3, { space: 2 })
      .lineWidth(0.8)
      .moveTo(area.x, scale.of(value))
      .lineTo(area.x + area.width, scale.of(value))
      .stroke('#b3474b')
    page.text(
      `${label} ${figureText(value, chart.figure)}`,
      area.x + area.width,
      scale.of(value) - 9,
      {
        size: SIZE,
        colour: '#b3474b',
        align: 'right',
      },
    )
  }
}

function drawAxis(page: PageWriter, chart: ChartData, area: Area, scale: Scale): void {
  for (const tick of scale.ticks) {
    page.line(area.x, scale.of(tick), area.x + area.width, scale.of(tick), GRID)
    page.text(chartFigureText(chart, tick), area.x - 4, scale.of(tick) - SIZE / 2, {
      size: SIZE,
      align: 'right',
    })
  }
  const step = area.width / chart.labels.length
  const widest = Math.max(...chart.labels.map((label) => textWidth(label, SIZE)))
  // Labels that would run into each other are left out between.
  const every = Math.max(1, Math.ceil((widest + 4) / step))
  for (const [index, label] of chart.labels.entries())
    if (index % every === 0)
      page.text(label, area.x + step * (index + 0.5), area.y + area.height + 4, {
        size: SIZE,
        align: 'middle',
      })
  page.text(chart.xTitle, area.x + area.width / 2, area.y + area.height + 16, {
    size: SIZE,
    align: 'middle',
    colour: '#6b7480',
  })
  page.text(chart.yTitle, page.left, area.y - 10, { size: SIZE, colour: '#6b7480' })
}

function drawBars(
  page: PageWriter,
  { kind, series }: ChartData,
  index: number,
  x: number,
  step: number,
  scale: Scale,
): void {
  const isStacked = kind === 'stacked100'
  const share = kind === 'histogram' ? 0.96 : 0.7
  const width = (step * share) / (isStacked ? 1 : series.length)
  let below = 0
  for (const [at, { values }] of series.entries()) {
    const value = values[index]
    if (value === null || value === undefined) continue
    const from = isStacked ? below : 0
    below += isStacked ? value : 0
    const [top, bottom] = [
      scale.of(Math.max(from, from + value)),
      scale.of(Math.min(from, from + value)),
    ]
    const left = x + (step * (1 - share)) / 2 + (isStacked ? 0 : at * width)
    page.rect(left, top, width, bottom - top, colourOf(at))
  }
}

function drawPoints(
  page: PageWriter,
  { values, lo, hi }: ChartSeries,
  colour: string,
  middle: (index: number) => number,
  scale: Scale,
  isJoined: boolean,
): void {
  let before: [number, number] | null = null
  for (const [index, value] of values.entries()) {
    if (value === null) {
      before = null
      continue
    }
    const place: [number, number] = [middle(index), scale.of(value)]
    const [low, high] = [lo?.[index] ?? null, hi?.[index] ?? null]
    if (low !== null && high !== null) {
      page.line(place[0], scale.of(low), place[0], scale.of(high), colour, 1)
      for (const end of [low, high])
        page.line(place[0] - 3, scale.of(end), place[0] + 3, scale.of(end), colour, 1)
    }
    if (isJoined && before) page.line(...before, ...place, colour, 1.2)
    page.pdf.circle(place[0], place[1], 2.4).fill(colour)
    before = place
  }
}

/** Series in the order of `BOX_SERIES`. */
function drawBox(
  page: PageWriter,
  { series, outliers }: ChartData,
  index: number,
  x: number,
  step: number,
  scale: Scale,
): void {
  const [low, q1, median, q3, high] = series.map(({ values }) => values[index] ?? null)
  if (low == null || q1 == null || median == null || q3 == null || high == null) return
  const half = Math.min(16, step * 0.3)
  page.line(x, scale.of(low), x, scale.of(high), '#2f6f8f', 0.8)
  page.rect(x - half, scale.of(q3), 2 * half, scale.of(q1) - scale.of(q3), '#d5e3ea')
  page.line(x - half, scale.of(median), x + half, scale.of(median), '#2f6f8f', 1.4)
  for (const value of outliers?.[index] ?? [])
    page.pdf.circle(x, scale.of(value), 1.4).stroke('#2f6f8f')
}

function drawScatter(page: PageWriter, chart: ChartData, area: Area): void {
  const [across, up] = chart.series
  if (!across || !up) return
  const bounds = chart.curves?.flatMap(({ points }) => points) ?? []
  // Indices have their whole axis; what stands between limits has theirs.
  const zeroToOne = chart.curves ? [] : [0, 1]
  const xs = [...valuesOf([across]), ...bounds.map(({ x }) => x), ...zeroToOne]
  const ys = [...valuesOf([up]), ...bounds.map(({ y }) => y), ...zeroToOne]
  const horizontal = scaleOf(Math.min(...xs), Math.max(...xs), area.x, area.x + area.width)
  const vertical = scaleOf(Math.min(...ys), Math.max(...ys), area.y + area.height, area.y)
  for (const tick of vertical.ticks) {
    page.line(area.x, vertical.of(tick), area.x + area.width, vertical.of(tick), GRID)
    page.text(
      figureText(tick, up.figure ?? chart.figure),
      area.x - 4,
      vertical.of(tick) - SIZE / 2,
      {
        size: SIZE,
        align: 'right',
      },
    )
  }
  for (const tick of horizontal.ticks)
    page.text(
      figureText(tick, across.figure ?? chart.figure),
      horizontal.of(tick),
      area.y + area.height + 4,
      { size: SIZE, align: 'middle' },
    )
  for (const { points } of chart.curves ?? [])
    for (const [at, { x, y }] of points.entries()) {
      const next = points[at + 1]
      if (next)
        page.line(
          horizontal.of(x),
          vertical.of(y),
          horizontal.of(next.x),
          vertical.of(next.y),
          '#8a94a0',
          0.6,
        )
    }
  for (const { value, axis } of chart.references ?? []) {
    const isAcross = axis === 'x'
    const place = isAcross ? horizontal.of(value) : vertical.of(value)
    page.pdf.dash(3, { space: 2 }).lineWidth(0.6)
    if (isAcross) page.pdf.moveTo(place, area.y).lineTo(place, area.y + area.height)
    else page.pdf.moveTo(area.x, place).lineTo(area.x + area.width, place)
    page.pdf.stroke('#8a94a0')
  }
  for (const [index, label] of chart.labels.entries()) {
    const [x, y] = [across.values[index], up.values[index]]
    if (x === null || x === undefined || y === null || y === undefined) continue
    page.pdf.circle(horizontal.of(x), vertical.of(y), 2.2).fill('#2f6f8f')
    page.text(label, horizontal.of(x) + 4, vertical.of(y) - SIZE, { size: 6 })
  }
  page.text(chart.xTitle, area.x + area.width / 2, area.y + area.height + 16, {
    size: SIZE,
    align: 'middle',
    colour: '#6b7480',
  })
  page.text(chart.yTitle, page.left, area.y - 10, { size: SIZE, colour: '#6b7480' })
}

function drawMatrix(page: PageWriter, chart: ChartData, area: Area): void {
  const known = valuesOf(chart.series)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const width = area.width / chart.labels.length
  const height = area.height / chart.series.length
  for (const [row, { name, values }] of chart.series.entries()) {
    page.text(name, area.x - 4, area.y + height * (row + 0.5) - SIZE / 2, {
      size: SIZE,
      align: 'right',
    })
    for (const [column, value] of values.entries()) {
      if (value === null) continue
      const depth = most === least ? 0 : (value - least) / (most - least)
      const level = Math.round(245 - depth * 90)
      const colour = `#${[level - 20, level, level].map((one) => one.toString(16).padStart(2, '0')).join('')}`
      page.rect(area.x + column * width, area.y + row * height, width - 1, height - 1, colour)
      page.text(
        figureText(value, chart.figure),
        area.x + (column + 0.5) * width,
        area.y + height * (row + 0.5) - SIZE / 2,
        { size: SIZE, align: 'middle' },
      )
    }
  }
  for (const [column, label] of chart.labels.entries())
    page.text(label, area.x + (column + 0.5) * width, area.y + area.height + 4, {
      size: SIZE,
      align: 'middle',
    })
}
