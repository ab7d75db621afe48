import {
  type InputOf,
  type SpotResult,
  spotCheckGet,
  spotCheckHold,
  spotCheckList,
  spotCheckListExport,
  spotCheckRecord,
  spotCheckReject,
} from '@hengjuan/contracts'
import { AppError, formatMilli, scopeAllows } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { pageOf } from '../../../http/page-of.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import type { Session } from '../../../http/session.ts'
import type { Services } from '../../../services.ts'
import { fittingWidths } from '../../../spreadsheet/fitting-widths.ts'
import { xlsxReply } from '../../../spreadsheet/xlsx-reply.ts'
import { writeXlsx } from '../../../spreadsheet/xlsx-writer.ts'
import { wallTime } from '../../../wall-clock.ts'
import { assertLeaderSide } from '../messages/message-side.ts'
import { type CheckFilter, selectSpotChecks } from './spot-check.query.ts'
import { nextSpotCheck } from './spot-check.ts'
import { takeSpotCheck } from './take-spot-check.ts'
import { noteHold } from './spot-hold.ts'

export function registerSpotCheck(target: ServeApp): void {
  serve(target, spotCheckGet, async ({ query, services, session }) =>
    nextSpotCheck(services, session.userId, query),
  )

  serve(target, spotCheckReject, async ({ body, services, session, request }) => {
    const { isRepeat, ...outcome } = await takeSpotCheck(services, session.userId, body)
    if (!isRepeat)
      await audit(
        services.db,
        { services, session, request },
        { action: 'spot-check', object: `reading:${body.task_detail_id}`, after: body },
      )
    return outcome
  })

  serve(target, spotCheckHold, async ({ body, found, services, session }) => {
    await assertLeaderSide(services.db, session, found.block)
    const { heldBy, version } = await noteHold(services, session.userId, {
      blockId: body.block_id,
      readingId: body.task_detail_id,
      leaves: body.leave === 1,
    })
    return { held_by: heldBy, version }
  })

  serve(target, spotCheckList, async ({ query, services, session }) => {
    const { result, ...filter } = query
    const made = await visibleChecks(services, session, filter)
    const counts = { agreed: 0, corrected: 0, rejected: 0, overruled: 0 }
    for (const row of made) counts[resultOf(row)]++
    const rows = result === undefined ? made : made.filter((row) => resultOf(row) === result)
    return { ...pageOf(rows, query), counts }
  })

  serve(target, spotCheckListExport, async ({ query, found, services, session, request }) => {
    const rows = await visibleChecks(services, session, query)
    if (rows.length === 0) throw new AppError('EXPORT_EMPTY', { reason: noChecks(query) })
    await audit(
      services.db,
      { services, session, request },
      { action: 'export', object: `exam:${found.exam.id}`, after: { report: 'spot-checks' } },
    )
    const at = isoNow(services.clock)
    return xlsxReply([found.exam.name, '抽查'], at, workbook(found.exam.name, at, rows))
  })

  serve(target, spotCheckRecord, async ({ found, services }) => ({
    list: (
      await selectSpotChecks(services.db, { examId: found.unit.exam_id, unitId: found.unit.id })
    ).map(viewOf),
  }))
}

/** Why a list of checks is empty: nobody checked anything, or nothing that was asked for. */
const noChecks = ({ block_id, marker_id, result }: InputOf<typeof spotCheckListExport>['query']) =>
  block_id === undefined && marker_id === undefined && result === undefined
    ? '还没有抽查记录'
    : '没有符合筛选条件的抽查记录，请调整条件'

type Row = Awaited<ReturnType<typeof selectSpotChecks>>[number]

function viewOf(checked: Row) {
  const { subject_id: _, ...row } = checked
  return row
}

const resultOf = ({
  is_rejected,
  is_marked,
}: {
  is_rejected: number
  is_marked: number
}): SpotResult => {
  if (is_rejected === 1) return is_marked === 1 ? 'overruled' : 'rejected'
  return is_marked === 1 ? 'corrected' : 'agreed'
}

async function visibleChecks(
  services: Services,
  session: Session,
  query: {
    exam_id: number
    subject_id?: number
    block_id?: number
    marker_id?: number
    result?: string
  },
) {
  const filter: CheckFilter = {
    examId: query.exam_id,
    subjectId: query.subject_id,
    blockId: query.block_id,
    markerId: query.marker_id,
    result: query.result,
  }
  return (await selectSpotChecks(services.db, filter))
    .filter(({ subject_id }) => scopeAllows(session.scope.subjects, subject_id))
    .map(viewOf)
}

function workbook(
  examName: string,
  at: string,
  rows: readonly ReturnType<typeof viewOf>[],
): Buffer {
  const head = '科目 题块 密号 阅卷教师 抽查人 原给分 结果 改分 意见 抽查时间'.split(' ')
  const cells = rows.map((row) => [
    row.subject_name,
    row.block_name,
    row.secret_code,
    row.marker_name,
    row.checker_name,
    Number(formatMilli(row.score_milli)),
    RESULT_NAMES[resultOf(row)],
    row.reject_milli === null ? null : Number(formatMilli(row.reject_milli)),
    row.comment,
    wallTime(row.checked_at),
  ])
  return writeXlsx([
    {
      name: '抽查',
      widths: fittingWidths(head, cells),
      frozenRows: 2,
      frozenColumns: 0,
      rows: [
        { cells: [`${examName} 抽查列表`], style: 'title' },
        { cells: head, style: 'head' },
        ...cells.map((row) => ({ cells: row })),
        {
          cells: [
            `数据时间 ${wallTime(at)}；最新的在前；改分为抽查人给整份的分，打回重评的由原教师再评，没有改分`,
          ],
          style: 'note',
        },
      ],
    },
  ])
}

const RESULT_NAMES: Record<SpotResult, string> = {
  agreed: '合格',
  corrected: '改分',
  rejected: '打回重评',
  overruled: '打回并改分',
}
