import { attendanceLabel, hundredthsOf, MILLI_PER_POINT, PRESENT } from '@hengjuan/domain'
import { fittingWidths } from '../../spreadsheet/fitting-widths.ts'
import {
  type Cell,
  percentCell as percent,
  writeXlsx,
  type XlsxSheet,
} from '../../spreadsheet/xlsx-writer.ts'
import type { SnapshotSubject } from '../score/index.ts'
import type { classAverageRows } from './class-averages.ts'
import { type itemTable, noMarkNotes } from './item-table.ts'
import { footerOf, type Population } from './population.ts'
import type { segmentRows } from './score-segments.ts'
import type { studentRows } from './student-table.ts'

const points = (milli: number | null): Cell => (milli === null ? null : hundredthsOf(milli))
const hundredths = (value: number | null): Cell =>
  value === null ? null : Math.round(value * 100) / 100

/** A table under its title, with what it covers printed below. */
function tableSheet(
  population: Population,
  name: string,
  table: {
    head: Cell[]
    widths: number[]
    rows: Cell[][]
    frozenColumns: number
    notes?: string[]
  },
): XlsxSheet {
  const { data } = population
  const footer = footerOf(data, null, table.notes)
  // Classes of a joint exam have long names.
  const fitting = fittingWidths(table.head.map(String), table.rows)
  return {
    name,
    widths: table.widths.map((width, column) => Math.max(width, fitting[column] ?? 0)),
    frozenRows: 2,
    frozenColumns: table.frozenColumns,
    rows: [
      { cells: [`${data.manifest.examName} ${population.subject.name} ${name}`], style: 'title' },
      { cells: table.head, style: 'head' },
      ...table.rows.map((cells) => ({ cells })),
      {
        cells: [`成绩版本 v${data.version}　${footer.population}；${footer.denominator}`],
        style: 'note',
      },
      ...footer.notes.map((note) => ({ cells: [note], style: 'note' as const })),
    ],
  }
}

export function studentWorkbook(
  population: Population,
  subjects: readonly SnapshotSubject[],
  rows: ReturnType<typeof studentRows>,
): Promise<Buffer> {
  const bySubject = subjects.flatMap(({ name }) => [name, `${name}校排名`, `${name}班排名`])
  return writeXlsx([
    tableSheet(population, '学生成绩', {
      head: ['考号', '姓名', '班级', '总分', '校排名', '班排名', '标准分', ...bySubject],
      widths: [14, 10, 12, 8, 8, 8, 8, ...bySubject.map(() => 10)],
      frozenColumns: 3,
      rows: rows.map((row) => [
        row.exam_no,
        row.student_name,
        row.class_name,
        points(row.total_score),
        row.school_rank,
        row.class_rank,
        hundredths(row.std_score),
        ...row.subjects.flatMap((cell) => [
          cell.attendance === PRESENT ? points(cell.score) : attendanceLabel(cell.attendance as 1),
          cell.school_rank,
          cell.class_rank,
        ]),
      ]),
    }),
  ])
}

export function averageWorkbook(
  population: Population,
  rows: ReturnType<typeof classAverageRows>,
): Promise<Buffer> {
  const head =
    '班级 应考 实考 均分 与年级差 名次 最高分 最低分 中位数 标准差 优秀率 良好率 及格率 低分率'
  return writeXlsx([
    tableSheet(population, '班级均分', {
      head: head.split(' '),
      widths: [14, ...Array.from({ length: 13 }, () => 9)],
      frozenColumns: 1,
      rows: rows.map(({ class_name, figures, difference_milli, mean_rank }) => [
        class_name,
        figures.registered,
        figures.present,
        points(figures.mean_milli),
        points(difference_milli),
        mean_rank,
        points(figures.max_milli),
        points(figures.min_milli),
        points(figures.median_milli),
        points(figures.sd_milli),
        percent(figures.excellent_rate),
        percent(figures.good_rate),
        percent(figures.pass_rate),
        percent(figures.low_rate),
      ]),
    }),
  ])
}

export function segmentWorkbook(
  population: Population,
  rows: ReturnType<typeof segmentRows>,
): Promise<Buffer> {
  return writeXlsx([
    tableSheet(population, '分数段', {
      head: [
        '分数段',
        '人数',
        '比例',
        '累计人数',
        '累计比例',
        ...population.classes.map(({ name }) => name),
      ],
      widths: [16, 8, 10, 10, 10, ...population.classes.map(() => 12)],
      frozenColumns: 1,
      rows: rows.map((row) => [
        `[${row.from_milli / MILLI_PER_POINT}, ${row.to_milli / MILLI_PER_POINT}${row.closed ? ']' : ')'}`,
        row.count,
        percent(row.ratio),
        row.cumulative,
        percent(row.cumulative_ratio),
        ...row.by_class,
      ]),
    }),
  ])
}

export function itemWorkbook(
  population: Population,
  table: ReturnType<typeof itemTable>,
): Promise<Buffer> {
  const classes = population.classes.map(({ name }) => name)
  return writeXlsx([
    tableSheet(population, '小题得分率', {
      head: [
        '题号',
        '题型',
        '满分',
        '均分',
        '得分率',
        '难度',
        '区分度',
        '满分人数',
        '零分人数',
        '未作答率',
        '违纪或作废',
        '答案',
        ...classes,
      ],
      widths: [8, 12, 8, 8, 10, 8, 8, 10, 10, 10, 10, 8, ...classes.map(() => 12)],
      frozenColumns: 1,
      notes: noMarkNotes(table),
      rows: table.rows.map((row) => [
        row.no,
        row.type_name,
        points(row.full_milli),
        points(row.mean_milli),
        percent(row.rate),
        hundredths(row.difficulty),
        hundredths(row.distinction),
        row.full_count,
        row.zero_count,
        percent(row.omitted),
        row.no_mark,
        row.key,
        ...row.by_class.map(percent),
      ]),
    }),
  ])
}
