import {
  scoreInspectDetail,
  scoreInspectExport,
  scoreInspectList,
  scoreInspectRecord,
  scoreInspectUpdate,
} from '@hengjuan/contracts'
import {
  AppError,
  changesText,
  formatMilli,
  type Milli,
  scopeAllows,
  UNGIVEN_ZEROS,
  type UngivenZero,
} from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { recordExport } from '../../http/record-export.ts'
import { pageOf } from '../../http/page-of.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { xlsxReply } from '../../spreadsheet/xlsx-reply.ts'
import { writeXlsx } from '../../spreadsheet/xlsx-writer.ts'
import { wallTime } from '../../wall-clock.ts'
import { inspectedPage } from './candidate-list.ts'
import { type CorrectionView, selectCorrections } from './correction.query.ts'
import { inspectDetail } from './inspect-detail.ts'
import { inspectUnit } from './inspect-unit.ts'

export function registerScoreInspect(target: ServeApp): void {
  serve(target, scoreInspectList, async ({ query, services }) => inspectedPage(services, query))

  serve(target, scoreInspectDetail, async ({ query, found, services, session }) =>
    inspectDetail(services, session, {
      examId: query.exam_id,
      subjectId: query.subject_id,
      candidateId: query.candidate_id,
      released: found.exam.published_snapshot_id !== null,
    }),
  )

  serve(target, scoreInspectUpdate, async ({ body, services, session, request }) =>
    inspectUnit({ services, session, request }, body),
  )

  serve(target, scoreInspectRecord, async ({ query, services, session }) =>
    pageOf(await visibleCorrections(services, session, query), query),
  )

  serve(target, scoreInspectExport, async (call) => {
    const { query, found, services, session } = call
    const rows = await visibleCorrections(services, session, query)
    if (rows.length === 0)
      throw new AppError('EXPORT_EMPTY', {
        reason:
          query.state === undefined && query.candidate_id === undefined
            ? '还没有改分记录'
            : '没有符合筛选条件的改分记录，请调整条件',
      })
    await recordExport(services.db, call, {
      object: `exam:${found.exam.id}`,
      report: 'score-corrections',
      rows: rows.length,
      filters: query,
    })
    return xlsxReply(
      [found.exam.name, '改分记录'],
      isoNow(services.clock),
      workbook(found.exam.name, rows),
    )
  })
}

const visibleCorrections = async (
  services: Services,
  session: Session,
  query: {
    exam_id: number
    subject_id?: number
    candidate_id?: number
    state?: CorrectionView['state']
  },
): Promise<CorrectionView[]> =>
  (
    await selectCorrections(services.db, {
      examId: query.exam_id,
      subjectId: query.subject_id,
      candidateId: query.candidate_id,
      state: query.state,
    })
  ).filter(({ subject_id }) => scopeAllows(session.scope.subjects, subject_id))

const STATES: Record<CorrectionView['state'], string> = {
  applied: '已改分',
  pending: '待第二人确认',
  refused: '未同意',
  unchanged: '维持原分',
}

const COLUMNS =
  '科目 考号 姓名 学校 班级 题块 原分 改后 改动的给分点 结果 理由 处理人 处理时间 确认人 确认时间 确认意见'.split(
    ' ',
  )
const WIDTHS = [10, 14, 12, 20, 14, 14, 8, 8, 24, 14, 30, 12, 22, 12, 22, 24]

/** A score, or why there is none. */
const scoreCell = (score: Milli, reason: UngivenZero | null): string | number =>
  reason === null ? Number(formatMilli(score)) : UNGIVEN_ZEROS[reason]

function workbook(examName: string, rows: readonly CorrectionView[]): Promise<Buffer> {
  // Classes of several schools have the same names, and so have candidates.
  const hasSchools = rows.some(({ school_name }) => school_name !== null)
  const shown = <T>(cells: readonly T[]): T[] =>
    cells.filter((_, index) => hasSchools || COLUMNS[index] !== '学校')
  return writeXlsx([
    {
      name: '改分记录',
      widths: shown(WIDTHS),
      frozenRows: 2,
      frozenColumns: 3,
      rows: [
        { cells: [`${examName} 改分记录`], style: 'title' },
        { cells: shown(COLUMNS), style: 'head' },
        ...rows.map((row) => ({
          cells: shown([
            row.subject_name,
            row.exam_no,
            row.name,
            row.school_name,
            row.class_name,
            row.block_name,
            scoreCell(row.before_milli, row.before_reason),
            scoreCell(row.after_milli, row.state === 'unchanged' ? row.before_reason : null),
            changesText(row.changes),
            STATES[row.state],
            row.reason,
            row.asked_by_name,
            wallTime(row.asked_at),
            row.decided_by_name ?? '',
            row.decided_at === null ? '' : wallTime(row.decided_at),
            row.decide_note,
          ]),
        })),
        { cells: ['降分须由第二人确认才生效'], style: 'note' },
      ],
    },
  ])
}
