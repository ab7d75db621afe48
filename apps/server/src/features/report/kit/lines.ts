import {
  type Line,
  lineOfShare,
  type LineMethod,
  type Members,
  scoreColumn,
  subjectLine,
} from '@hengjuan/stats'
import { MILLI_PER_POINT } from '@hengjuan/domain'
import type { ReportContext } from './context.ts'
import { baseOf } from './groups.ts'

export interface LineQuery {
  line?: number | undefined
  line_total?: number | undefined
  method?: LineMethod | undefined
}

/** Lines of the school, the highest first; a share is taken among those whom the caller may rank. */
export function linesIn(context: ReportContext): Line[] {
  const total = scoreColumn(context.version)
  const { members } = baseOf(context, total)
  return context.config.lines
    .flatMap(({ name, percent, total_milli }) => {
      const totalMilli =
        percent === null ? total_milli : lineOfShare(total.scores, members, percent)
      return totalMilli === null ? [] : [{ name, totalMilli }]
    })
    .toSorted((a, b) => b.totalMilli - a.totalMilli)
}

/** The line asked for: one of the school's, or one of the asker's own. Null where there is none. */
export function lineIn(lines: readonly Line[], { line = 1, line_total }: LineQuery): Line | null {
  if (line_total !== undefined)
    return { name: `${line_total} 分线`, totalMilli: Math.round(line_total * MILLI_PER_POINT) }
  return lines[Math.min(line, lines.length) - 1] ?? null
}

/** The lines of the subjects that the caller sees, in their order. */
export function subjectLinesOf(
  context: ReportContext,
  line: Line,
  method: LineMethod = context.config.lineMethod,
  byHand: ReadonlyMap<number, number> = new Map(),
) {
  const { version, subjects } = context
  const total = scoreColumn(version)
  const members: Members = baseOf(context, total).members
  // What the school keeps for the line, unless somebody looks at it by others.
  const kept = new Map(
    context.config.lines
      .find(({ name }) => name === line.name)
      ?.subjects?.map(({ subject_id, line_milli }) => [subject_id, line_milli]),
  )
  return subjects.map((at) => {
    const { id, totalMilli } = version.columns.subjects[at]!
    const own = byHand.get(id) ?? kept.get(id)
    return own === undefined
      ? {
          at,
          byHand: false,
          ...subjectLine(method, total.scores, totalMilli, members, line.totalMilli),
        }
      : { at, byHand: true, lineMilli: own, n: 0 }
  })
}

/** Lines of subjects that somebody set by hand, `1:110,2:98.5`, by subject. @source domain rules 14.1 (4) */
export const linesByHand = (text = ''): Map<number, number> =>
  new Map(
    text
      .split(',')
      .filter((one) => one !== '')
      .map((one) => {
        const [subject, points] = one.split(':')
        return [Number(subject), Math.round(Number(points) * MILLI_PER_POINT)]
      }),
  )

/** Where lines come from, and among whom their shares were taken. */
export function lineNotes(context: ReportContext): string[] {
  const { config } = context
  const base = baseOf(context, scoreColumn(context.version))
  const isUsual = config.lines.every(({ percent }) => percent !== null)
  return [
    ...(config.lines.length === 0
      ? ['没有设置上线分数线，请在「报表设置」的「上线」中填写']
      : isUsual
        ? [
            `分数线按比例预设，取自${base.name}总分完整的考生；可在「报表设置」的「上线」中改为公布的分数`,
          ]
        : []),
    ...(base.isWhole ? [] : ['当前角色不能查看名次：比例与单科线只按可见班级计算']),
    ...(context.version.manifest.combos.length > 1
      ? ['选科不同的考生总分不可直接比较；单科各率只计修过该科的人']
      : []),
  ]
}
