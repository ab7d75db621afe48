import { effectOf, fieldForecasts, isRight, optionForecasts, reliabilityOf } from '@hengjuan/omr'
import type { ReliabilityBin } from '@hengjuan/omr'
import type { Observation, Observed } from '../../scripts/sheet-tests/observe.ts'

const thresholdsTried = [0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999]
/** Levels of marks and traces that are listed, shares of the bubbles. */
const percentiles = [0, 0.01, 0.05, 0.5, 0.95, 0.99, 1]

/** The tables of the study, in Markdown. */
export function studyReport({ fields, pages, rejected }: Observed): string[] {
  const clear = fields.filter((field) => field.isClear)
  const needless = clear.filter((field) => field.explained.doubtful)
  const silent = fields.filter((field) => !field.explained.doubtful && !isRight(field))
  const options = fields.reduce((sum, { explained }) => sum + explained.bubbles.length, 0)
  return [
    `${pages} sheets, ${rejected} rejected; ${fields.length} fields, ${options} bubbles`,
    `silent errors ${silent.length}; needless flags ${needless.length} of ${clear.length} clear fields (${percent(needless.length / Math.max(1, clear.length))})`,
    ...counted('silent', silent, ({ kind, trouble }) => `${kind} / ${trouble}`),
    ...counted('needless', needless, ({ explained, kind }) => `${explained.rule} / ${kind}`),
    '',
    'Reliability of the options',
    ...reliabilityRows(reliabilityOf(optionForecasts(fields))),
    '',
    'Reliability of the fields',
    ...reliabilityRows(reliabilityOf(fieldForecasts(fields))),
    '',
    'Border of confidence',
    '| border | flagged clear fields | silent errors |',
    '| --- | --- | --- |',
    ...thresholdsTried.map((threshold) => {
      const { flagged } = effectOf(clear, threshold)
      const { silent: wrong } = effectOf(fields, threshold)
      return `| ${percent(threshold)} | ${percent(flagged / Math.max(1, clear.length))} | ${wrong} |`
    }),
    '',
    'Levels (0 this sheet’s empty bubble, 1 its typical mark)',
    `| on the paper | bubbles | ${percentiles.map((p) => percent(p)).join(' | ')} |`,
    `| --- | --- |${percentiles.map(() => ' --- |').join('')}`,
    ...levelRows(fields),
  ]
}

function counted(
  title: string,
  fields: readonly Observation[],
  keyOf: (field: Observation) => string,
): string[] {
  const groups = [...Map.groupBy(fields, keyOf)].sort((a, b) => b[1].length - a[1].length)
  return groups.slice(0, 12).map(([key, list]) => `  ${title} ${list.length}: ${key}`)
}

const reliabilityRows = (bins: readonly ReliabilityBin[]) => [
  '| given | count | mean given | came true | 95 % interval |',
  '| --- | --- | --- | --- | --- |',
  ...bins.map(
    ({ from, to, count, given, came, low, high }) =>
      `| ${percent(from)} to ${percent(to)} | ${count} | ${percent(given)} | ${percent(came)} | ${percent(low)} to ${percent(high)} |`,
  ),
]

/** How dark the bubbles meant are, by what is on the paper, and those not meant on spoilt fields. */
function levelRows(fields: readonly Observation[]): string[] {
  const groups = new Map<string, number[]>()
  for (const { explained, meant, kind } of fields) {
    for (const { value, level } of explained.bubbles) {
      const isMeant = meant.includes(value)
      if (!isMeant && !/rubbed|erased|smear|smudged|dot/.test(kind)) continue
      const key = `${kind.includes('+') ? 'several' : kind}, ${isMeant ? 'meant' : 'not meant'}`
      const list = groups.get(key)
      if (list) list.push(level)
      else groups.set(key, [level])
    }
  }
  return [...groups]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([key, levels]) => {
      levels.sort((a, b) => a - b)
      const at = (p: number) => levels[Math.min(levels.length - 1, Math.floor(p * levels.length))]!
      return `| ${key} | ${levels.length} | ${percentiles.map((p) => at(p).toFixed(2)).join(' | ')} |`
    })
}

const percent = (share: number) => `${Number((100 * share).toFixed(3))} %`
