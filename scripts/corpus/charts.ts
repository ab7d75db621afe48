import { recipeOf } from '@hengjuan/scan-simulator'
import { byFamily, FAMILIES, recallOf, tallies } from './report-tables.ts'
import type { CorpusResult, Reliability } from './tally.ts'

const FONT = 'font-family="system-ui, PingFang SC, Microsoft YaHei, sans-serif"'
const text = (x: number, y: number, words: string, more = '') =>
  `<text x="${x}" y="${y}" ${more}>${words}</text>`

const svg = (width: number, height: number, parts: string[]) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${FONT} font-size="12" fill="#222">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')

const ROW = 18
const NAME_WIDTH = 250
const CELL_WIDTH = 92

/** How much is still read without a person, by degradation and strength, as a table of tints. */
export function recallChart(results: readonly CorpusResult[]): string {
  const parts: string[] = []
  let y = 44
  for (const [column, strength] of ['强度 1', '强度 2', '强度 3'].entries())
    parts.push(text(NAME_WIDTH + (column + 0.5) * CELL_WIDTH, 28, strength, 'text-anchor="middle"'))
  let family = ''
  for (const name of byFamily()) {
    const recipe = recipeOf(name)
    if (recipe.family !== family) {
      ;({ family } = recipe)
      y += 8
      parts.push(text(8, y + 13, FAMILIES[recipe.family], 'font-weight="bold"'))
      y += ROW
    }
    parts.push(text(20, y + 13, recipe.label))
    for (const [column, tally] of tallies(results, name).entries()) {
      const x = NAME_WIDTH + column * CELL_WIDTH
      const recall = tally && recallOf(tally)
      parts.push(
        `<rect x="${x + 1}" y="${y + 1}" width="${CELL_WIDTH - 2}" height="${ROW - 2}" fill="${tint(recall)}"/>`,
        text(
          x + CELL_WIDTH / 2,
          y + 13,
          recall === null ? '—' : `${(100 * recall).toFixed(1)} %${tally!.silent > 0 ? ' ✕' : ''}`,
          'text-anchor="middle"',
        ),
      )
    }
    y += ROW
  }
  parts.push(
    text(8, y + 22, '自动识别率：不问人就读对的填涂项占全部的比例。✕ 表示有读错而没有提示的。'),
  )
  return svg(NAME_WIDTH + 3 * CELL_WIDTH + 16, y + 36, parts)
}

/** Green where all is read, yellow where some, grey-red where none. */
function tint(recall: number | null): string {
  if (recall === null) return '#eee'
  // The last percent counts most.
  const share = recall >= 0.999 ? 1 : recall ** 4 * 0.85
  const mix = (low: number, high: number) => Math.round(low + (high - low) * share)
  return `rgb(${mix(236, 190)}, ${mix(168, 230)}, ${mix(150, 190)})`
}

const SIDE = 420
const LEFT = 70
const TOP = 30
const TICKS = [0.0001, 0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999]
const EDGE = Math.log(0.9999 / 0.0001) * 1.08

/** Place on an axis that gives both ends room: log odds. */
function place(probability: number): number {
  const safe = Math.max(1e-5, Math.min(1 - 1e-5, probability))
  const odds = Math.log(safe / (1 - safe))
  return (Math.max(-EDGE, Math.min(EDGE, odds)) / EDGE + 1) / 2
}

/** What was promised against what came true. */
export function reliabilityChart(result: CorpusResult): string {
  const px = (probability: number) => LEFT + SIDE * place(probability)
  const py = (probability: number) => TOP + SIDE * (1 - place(probability))
  const parts = [
    `<rect x="${LEFT}" y="${TOP}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#999"/>`,
    `<line x1="${LEFT}" y1="${TOP + SIDE}" x2="${LEFT + SIDE}" y2="${TOP}" stroke="#999" stroke-dasharray="4 4"/>`,
  ]
  for (const tick of TICKS) {
    const [x, y] = [px(tick), py(tick)]
    parts.push(
      `<line x1="${x.toFixed(1)}" y1="${TOP}" x2="${x.toFixed(1)}" y2="${TOP + SIDE}" stroke="#eee"/>`,
      `<line x1="${LEFT}" y1="${y.toFixed(1)}" x2="${LEFT + SIDE}" y2="${y.toFixed(1)}" stroke="#eee"/>`,
      text(x, TOP + SIDE + 18, String(tick), 'text-anchor="middle" font-size="10"'),
      text(LEFT - 6, y + 4, String(tick), 'text-anchor="end" font-size="10"'),
    )
  }
  parts.push(
    ...dots(result.options, '#2563a8', px, py),
    ...dots(result.fields, '#b4532a', px, py),
    text(LEFT + SIDE / 2, TOP + SIDE + 40, '给出的概率', 'text-anchor="middle"'),
    text(
      16,
      TOP + SIDE / 2,
      '实际占比',
      `text-anchor="middle" transform="rotate(-90 16 ${TOP + SIDE / 2})"`,
    ),
    `<circle cx="${LEFT + 14}" cy="16" r="5" fill="#2563a8"/>`,
    text(LEFT + 24, 20, '选项：概率与确实填涂'),
    `<circle cx="${LEFT + 194}" cy="16" r="5" fill="#b4532a"/>`,
    text(LEFT + 204, 20, '填涂项：概率与确实读对'),
  )
  return svg(LEFT + SIDE + 30, TOP + SIDE + 56, parts)
}

/** A dot for each bin with the range in which the true share lies with 95 % (Wilson). */
function dots(
  { counts, trues, sums }: Reliability,
  colour: string,
  px: (probability: number) => number,
  py: (probability: number) => number,
): string[] {
  return counts.flatMap((count, bin) => {
    if (count === 0) return []
    const x = px(sums[bin]! / count).toFixed(1)
    const { low, high } = wilson(trues[bin]!, count)
    return [
      `<line x1="${x}" y1="${py(low).toFixed(1)}" x2="${x}" y2="${py(high).toFixed(1)}" stroke="${colour}" stroke-width="1.5"/>`,
      `<circle cx="${x}" cy="${py(trues[bin]! / count).toFixed(1)}" r="${(2.5 + Math.log10(count) * 0.8).toFixed(1)}" fill="${colour}" fill-opacity="0.75"/>`,
    ]
  })
}

function wilson(hits: number, count: number): { low: number; high: number } {
  const z = 1.96
  const share = hits / count
  const spread = z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count))
  const whole = 1 + (z * z) / count
  const middle = share + (z * z) / (2 * count)
  return { low: (middle - spread) / whole, high: (middle + spread) / whole }
}
