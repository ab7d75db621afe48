import type { DegradationName } from '@hengjuan/scan-simulator'
import { DEGRADATION_NAMES, recipeOf } from '@hengjuan/scan-simulator'
import type { PeerResult, StressCase } from './stress-cases.ts'
import { mustBeRead, stressCases } from './stress-cases.ts'
import type { CorpusResult, Reliability, Tally } from './tally.ts'

export const FAMILIES = {
  habit: '考生的填涂习惯',
  marks: '字迹',
  paper: '纸张',
  colour: '颜色',
  damage: '破损与污染',
  feed: '走纸与几何',
  optics: '光学与文件',
} as const

const number = (value: number) => value.toLocaleString('en-US')

export const percent = (part: number, whole: number, digits = 2) =>
  whole === 0 ? '—' : `${((100 * part) / whole).toFixed(digits)} %`

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const reproduction = ({ mode, seed, sheets }: CorpusResult) =>
  `模式 \`${mode}\`，种子 \`${seed}\`，${number(sheets)} 张`

export function ordinaryTable(result: CorpusResult): string {
  const { total } = result
  return [
    `${reproduction(result)}，引擎 \`${result.engine}\`。`,
    table(
      ['项目', '数量', '占比'],
      [
        ['页', number(total.pages), ''],
        ['填涂框', number(total.bubbles), ''],
        ['填涂项（题、考号、缺考等）', number(total.fields), ''],
        ['其中人能一眼认定的', number(total.clear), percent(total.clear, total.fields)],
        [
          '**读错而没有提示**',
          `**${number(total.silent)}**`,
          percent(total.silent, total.fields, 4),
        ],
        [
          '人能认定、却交给人看',
          number(total.flaggedNeedlessly),
          percent(total.flaggedNeedlessly, total.clear),
        ],
        ['人也会犹豫、交给人看', number(total.flaggedRightly), ''],
        ['整页拒识', number(total.rejected), percent(total.rejected, total.pages)],
        ['条形码读出', number(total.barcodesRead), percent(total.barcodesRead, barcodes(total))],
        ['程序出错', number(total.crashed), ''],
        ['填涂框定位最大误差', `${total.offMm.toFixed(2)} 毫米`, ''],
      ],
    ),
  ].join('\n\n')
}

/** Sheets that are marked before they are scanned. */
export function markedTable(result: CorpusResult): string {
  const { digitsWritten, digitsRight, digitsSure, digitsSureWrong } = result.total
  const rows = [
    ['手写分数格', number(digitsWritten), ''],
    ['建议的分数正确（都由人确认）', number(digitsRight), percent(digitsRight, digitsWritten)],
    ['把握 97 % 以上的建议', number(digitsSure), ''],
    ['其中错的', number(digitsSureWrong), percent(digitsSureWrong, digitsSure)],
  ]
  return `${ordinaryTable(result)}\n\n${table(['手写分数', '数量', '占比'], rows)}`
}

const barcodes = ({ barcodesRead, barcodesMissing }: Tally) => barcodesRead + barcodesMissing

export function stressTable(result: CorpusResult): string {
  const rows = stressCases.map((one) => {
    const tally = result.cells[`study:${one.id}`]
    return [one.label, tally ? ours(tally, one) : '—', ...one.peers.map(peerCell)]
  })
  return [
    `${reproduction(result)}，每种劣化 ${result.cells[`study:${stressCases[0]!.id}`]?.pages ?? 0} 张。`,
    table(['劣化', '衡卷', 'FormScanner', 'OMRChecker', 'AMC', 'open-mcr'], rows),
  ].join('\n\n')
}

function ours(
  { pages, rejected, silent, flaggedNeedlessly, clear }: Tally,
  one: StressCase,
): string {
  const parts = [
    rejected > 0 && `拒 ${rejected}/${pages}${mustBeRead(one) ? '（不应）' : ''}`,
    silent > 0 && `**错 ${silent}**`,
    flaggedNeedlessly > 0 && `多提示 ${percent(flaggedNeedlessly, clear, 1)}`,
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? parts.join('，') : '0'
}

function peerCell({ rejected, wrong, crashed, absent }: PeerResult): string {
  if (absent) return '—'
  const parts = [
    crashed ? '崩溃' : rejected > 0 && `拒 ${rejected}`,
    wrong > 0 && `**错 ${wrong}**`,
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? parts.join('，') : '0'
}

/** What each strength of each degradation means. */
export function strengthTable(): string {
  const rows = byFamily().map((name) => {
    const { family, label, measure, amounts } = recipeOf(name)
    return [FAMILIES[family], label, `\`${name}\``, measure, ...amounts.slice(1).map(String)]
  })
  return table(['类别', '劣化', '名称', '度量', '强度 1', '强度 2', '强度 3'], rows)
}

export const byFamily = (): DegradationName[] =>
  Object.keys(FAMILIES).flatMap((family) =>
    DEGRADATION_NAMES.filter((name) => recipeOf(name).family === family),
  )

/** The counts of a degradation at strength 1, 2 and 3; null where it was not tried. */
export function tallies(results: readonly CorpusResult[], name: DegradationName): (Tally | null)[] {
  return [1, 2, 3].map(
    (strength) =>
      results.map(({ cells }) => cells[`${name}-${strength}`]).find((tally) => tally) ?? null,
  )
}

/** Share of all fields that is read right without asking anybody. */
export const recallOf = ({ right, fields }: Tally) => (fields > 0 ? right / fields : null)

export function recallTable(results: readonly CorpusResult[]): string {
  const rows = byFamily().map((name) => {
    const { family, label } = recipeOf(name)
    const cells = tallies(results, name).map((tally) => {
      if (!tally) return '—'
      const recall = recallOf(tally)
      const parts = [
        recall === null ? '—' : `${(100 * recall).toFixed(1)} %`,
        tally.rejected > 0 && `拒 ${tally.rejected}/${tally.pages}`,
        tally.silent > 0 && `**错 ${tally.silent}**`,
      ].filter((part) => typeof part === 'string')
      return parts.join('，')
    })
    return [FAMILIES[family], label, ...cells]
  })
  const pairs = results.map(({ cells }) => cells['pairs']).find((tally) => tally)
  const sentence = pairs
    ? `\n\n两种强度 2 的劣化随机相叠（${pairs.pages} 张）：自动识别 ${percent(pairs.right, pairs.fields, 1)}，拒识 ${pairs.rejected} 张，读错而没有提示 ${pairs.silent} 项。`
    : ''
  return `${results.map(reproduction).join('；')}。\n\n${table(['类别', '劣化', '强度 1', '强度 2', '强度 3'], rows)}${sentence}`
}

export function reliabilityTable({ options, fields }: CorpusResult): string {
  const rows = options.ends.flatMap((end, bin) => {
    const low = bin === 0 ? 0 : options.ends[bin - 1]!
    if (options.counts[bin] === 0 && fields.counts[bin] === 0) return []
    return [[`${low} – ${end}`, ...columns(options, bin), ...columns(fields, bin)]]
  })
  return table(
    ['给出的概率', '选项数', '平均概率', '确实填涂', '填涂项数', '平均概率', '确实读对'],
    rows,
  )
}

function columns({ counts, trues, sums }: Reliability, bin: number): string[] {
  const count = counts[bin]!
  if (count === 0) return ['0', '—', '—']
  return [number(count), (sums[bin]! / count).toFixed(4), percent(trues[bin]!, count, 3)]
}

/** Silent errors of all runs by what they come from, with a command that makes one of each again. */
export function silentTable(results: readonly CorpusResult[]): string {
  const errors = results.flatMap(({ silentErrors, mode, seed }) =>
    silentErrors.map((error) => ({ ...error, mode, seed })),
  )
  if (errors.length === 0) return '没有读错而没有提示的填涂项。'
  const groups = Map.groupBy(errors, ({ mode, cell, because }) => `${mode} ${cell} ${because}`)
  const rows = [...groups.values()].map((group) => {
    const { mode, seed, cell, because, fieldId, read, meant, index } = group[0]!
    const sheets = new Set(group.map((error) => error.index)).size
    return [
      `${mode} / ${cell}`,
      because,
      `${group.length} 项，${sheets} 张`,
      `${fieldId} 读作“${read}”，应为“${meant}”`,
      `\`npx pnpm corpus --mode ${mode} --seed ${seed} --from ${index} --to ${index + 1}\``,
    ]
  })
  return table(['格', '填涂方式', '数量', '例', '重现'], rows)
}
