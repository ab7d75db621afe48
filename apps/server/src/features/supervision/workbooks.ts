import { ALLOC_MODES, evidenceOf, hundredthsOf, MARK_MODES } from '@hengjuan/domain'
import { listSheet } from '../../spreadsheet/list-sheet.ts'
import { type Cell, percentCell } from '../../spreadsheet/xlsx-writer.ts'
import { wallTime } from '../../wall-clock.ts'
import type { MarkerRow } from './marker-rows.ts'
import type { SchoolRow } from './school-progress.query.ts'
import type { BlockRow, SubjectRow } from './snapshot.ts'

const points = (milli: number | null): Cell => (milli === null ? null : hundredthsOf(milli))
const percent = (ratio: { num: number; den: number } | null): Cell => ratio && percentCell(ratio)
/** A rate that judges people: empty where it rests on fewer than twenty papers. */
const judged = (ratio: { num: number; den: number } | null): Cell =>
  ratio === null || evidenceOf(ratio.den) === 'hidden' ? null : percent(ratio)
const agreed = (value: number | null, pairs: number): Cell =>
  value === null || evidenceOf(pairs) === 'hidden' ? null : Math.round(value * 1000) / 1000
const seconds = (ms: number | null): Cell => (ms === null ? null : Math.round(ms / 100) / 10)

/** @param name of the table; with the name of the exam it is the title */
export function reportSheet(
  examName: string,
  name: string,
  head: readonly string[],
  rows: Cell[][],
  note: string,
): Promise<Buffer> {
  const title = `${examName} ${name}`
  return listSheet({ name, title, head, rows, notes: [note], frozenColumns: 2 })
}

export const subjectWorkbook = (
  examName: string,
  at: string,
  rows: readonly SubjectRow[],
): Promise<Buffer> =>
  reportSheet(
    examName,
    '科目进度',
    '科目 题块数 应扫 已扫 总份数 待评 评阅中 已完成 待三评 待仲裁 问题卷 空白确认 待重评 待切图 进度 每小时份数 预计完成 待处理'.split(
      ' ',
    ),
    rows.map((row) => [
      row.subject_name,
      row.block_count,
      row.expected,
      row.scanned,
      row.numbers.total,
      row.numbers.ready,
      row.numbers.claimed,
      row.numbers.done,
      row.numbers.third,
      row.numbers.arbitration,
      row.numbers.problem,
      row.numbers.blank,
      row.numbers.rejected,
      row.numbers.waiting,
      percent({ num: row.numbers.done, den: row.numbers.total }),
      row.speed_per_hour,
      row.eta === null ? row.waiting_for : wallTime(row.eta),
      row.reasons.join('；'),
    ]),
    `数据时间 ${wallTime(at)}；每份为一名考生的一个题块；预计完成按最近一小时的速度推算`,
  )

export const schoolWorkbook = (
  examName: string,
  at: string,
  rows: readonly SchoolRow[],
): Promise<Buffer> =>
  reportSheet(
    examName,
    '各校进度',
    '学校 科目 应扫 已扫 总份数 已完成 还差 进度 题块均分'.split(' '),
    rows.map((row) => [
      row.school_name,
      row.subject_name,
      row.expected,
      row.scanned,
      row.units,
      row.done,
      row.units - row.done,
      { percent: row.marking_progress },
      points(row.mean_milli),
    ]),
    `数据时间 ${wallTime(at)}；按考生所在学校，每份为一名考生的一个题块；题块均分为已完成各份的平均，不是总分`,
  )

export const blockWorkbook = (
  examName: string,
  at: string,
  rows: readonly BlockRow[],
): Promise<Buffer> =>
  reportSheet(
    examName,
    '题块进度',
    '科目 题块 满分 评卷方式 分配方式 总份数 待评 评阅中 已完成 待三评 待仲裁 问题卷 空白确认 待重评 待切图 进度 已评人次 应评人次 三评率 仲裁率 双评吻合率 分差超阈值 三评仍超阈值 评后缺卷 均分 标准差 阅卷教师 打回次数 小题数 给分点'.split(
      ' ',
    ),
    rows.map((row) => [
      row.subject_name,
      row.block_name,
      points(row.score),
      MARK_MODES[row.double_mode as 0],
      ALLOC_MODES[row.alloc_method as 1],
      row.numbers.total,
      row.numbers.ready,
      row.numbers.claimed,
      row.numbers.done,
      row.numbers.third,
      row.numbers.arbitration,
      row.numbers.problem,
      row.numbers.blank,
      row.numbers.rejected,
      row.numbers.waiting,
      { percent: row.marking_progress },
      row.marking_count,
      row.reading_total,
      judged(row.third_rate),
      judged(row.arbitration_rate),
      judged(row.agreement),
      row.flag_counts?.over_tolerance ?? null,
      row.flag_counts?.forced_pair ?? null,
      row.flag_counts?.sheet_gone ?? null,
      points(row.mean_milli),
      points(row.sd_milli),
      row.marking_teacher_count,
      row.overrule_count,
      row.question_count,
      row.point_name,
    ]),
    `数据时间 ${wallTime(at)}；已评人次含已提交而等待重评的；三评率、吻合率的分母为已完成双评的份数，仲裁率另计已评的单评；均分与标准差不计违纪、作废的试卷；标准差按全体计算（÷N）`,
  )

export const markerWorkbook = (
  examName: string,
  at: string,
  rows: readonly (MarkerRow & { subject_name: string })[],
): Promise<Buffer> =>
  reportSheet(
    examName,
    '阅卷教师',
    '科目 题块 教师 已评 任务量 三评 手中 均分 标准差 宽严度 标准误 偏差 偏差标准误 用时中位数(秒) 双评吻合率 完全一致率 与终评一致率 有效评卷率 三评率 仲裁率 打回率 种子卷合格 自评一致 过快给分 前后变化 QWK SMD 打回次数 最近活动 状态 说明'.split(
      ' ',
    ),
    rows.map((row) => [
      row.subject_name,
      row.block_name,
      row.name,
      row.done,
      row.target,
      row.third_done,
      row.claimed,
      points(row.mean_milli),
      points(row.sd_milli),
      points(row.severity_milli),
      points(row.severity_error_milli),
      points(row.bias_milli),
      points(row.bias_error_milli),
      seconds(row.median_ms),
      judged(row.agreement),
      judged(row.exact_agreement),
      judged(row.consistency),
      judged(row.valid_reviews),
      judged(row.third_rate),
      judged(row.arbitration_rate),
      judged(row.rejection),
      row.seeds.den === 0 ? null : `${row.seeds.num}/${row.seeds.den}`,
      row.self.den === 0 ? null : `${row.self.num}/${row.self.den}`,
      judged(row.fast_outliers),
      points(row.drift_milli),
      agreed(row.qwk, row.pair_count),
      agreed(row.smd, row.pair_count),
      row.overrule_count,
      row.last_active === null ? null : wallTime(row.last_active),
      { green: '正常', amber: '注意', red: '需查看', grey: '样本不足' }[row.light],
      row.reasons.join('；'),
    ]),
    `数据时间 ${wallTime(at)}；宽严度为本人均分减题块均分，偏差为本人给分减其他评阅人的结果；不足 20 份的比率不列出；标准差按全体计算（÷N），SMD 用总体方差`,
  )
