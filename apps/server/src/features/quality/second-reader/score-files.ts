import { AppError, formatMilli, UNGIVEN_ZEROS } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { FileReply } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { xlsxReply } from '../../../spreadsheet/xlsx-reply.ts'
import { listSheet } from '../../../spreadsheet/list-sheet.ts'
import { writeXlsx } from '../../../spreadsheet/xlsx-writer.ts'
import { wallTime } from '../../../wall-clock.ts'
import { factsOf, selectBlockRules, spreadOverBlock } from '../../marking-core/index.ts'
import { pointColumns, TOTAL } from './score-table.ts'
import { countUnsettledSent, selectSent } from './sent.query.ts'
import { selectPapers } from './score.query.ts'

const MOST_PAPERS = 50_000
const FINAL_REASONS: Record<string, string> = UNGIVEN_ZEROS

/** The table to fill in: a row for each paper, by its code. @throws AppError EXPORT_EMPTY */
export async function scoreTemplate(
  { db, clock }: Services,
  { blockId, examName }: { blockId: number; examName: string },
): Promise<FileReply> {
  const rules = await selectBlockRules(db, blockId)
  const every = { after: '', limit: MOST_PAPERS, onlyNew: false }
  const papers = await selectPapers(db, { readerId: 0, blockId }, every)
  if (papers.length === 0)
    throw new AppError('EXPORT_EMPTY', { reason: '题块还没有可以对照的试卷' })
  const columns = pointColumns(rules)
  const head = ['密号', ...columns, ...(columns.length > 1 ? [TOTAL] : []), '把握', '理由']
  const body = await writeXlsx([
    {
      name: '对照评分',
      widths: head.map((title) => (title === '理由' ? 40 : 12)),
      frozenRows: 1,
      frozenColumns: 1,
      rows: [
        { cells: head, style: 'head' },
        ...papers.map(({ secret_code }) => ({ cells: [secret_code] })),
      ],
    },
  ])
  return xlsxReply([examName, rules.block.name, '对照评分模板'], isoNow(clock), body)
}

/**
 * What readers sent for a block, with the version that sent it. Papers whose mark does not stand yet are left
 * out: whoever reads the file may be about to mark them.
 *
 * @throws AppError EXPORT_EMPTY
 */
export async function sentScores(
  { db, clock }: Services,
  { blockId, examName }: { blockId: number; examName: string },
): Promise<{ file: FileReply; rows: number }> {
  const rules = await selectBlockRules(db, blockId)
  const sent = await selectSent(db, blockId)
  const unsettled = await countUnsettledSent(db, blockId)
  if (sent.length === 0)
    throw new AppError('EXPORT_EMPTY', {
      reason:
        unsettled > 0
          ? '已提交对照评分的试卷都还没有终评分，评完后再导出'
          : '评阅程序还没有提交过评分',
    })
  const columns = pointColumns(rules)
  const head = [
    '提交时间',
    '评阅程序',
    '版本',
    '途径',
    '导入人',
    '密号',
    ...(columns.length > 1 ? columns : []),
    TOTAL,
    '把握',
    '理由',
    '终评分',
    '终评说明',
  ]
  const points = (milli: number | null) => (milli === null ? null : Number(formatMilli(milli)))
  const body = await listSheet({
    name: '对照评分记录',
    title: `${examName} ${rules.block.name} 对照评分记录`,
    head,
    rows: sent.map((row) => {
      const scores = JSON.parse(row.points) as number[]
      const spread = spreadOverBlock(rules, factsOf(row).choice, scores)
      return [
        wallTime(row.at),
        row.name,
        row.version,
        row.via === 'api' ? '接口' : '表格导入',
        row.by_name,
        row.secret_code,
        ...(columns.length > 1 ? spread.map(points) : []),
        points(row.total_milli),
        row.confidence,
        row.reason,
        points(row.final_milli),
        FINAL_REASONS[row.final_reason ?? ''] ?? '',
      ]
    }),
    notes: [
      '对照评分只供参考，不计入成绩；把握为百分数；违纪、作废的试卷不计入一致情况',
      ...(unsettled === 0 ? [] : [`另有 ${unsettled} 条的试卷还没有终评分，评完后可以导出`]),
    ],
    widthOf: (title) => (title === '理由' ? 40 : title === '提交时间' ? 24 : 12),
  })
  return {
    file: await xlsxReply([examName, rules.block.name, '对照评分记录'], isoNow(clock), body),
    rows: sent.length,
  }
}
