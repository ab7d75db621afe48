import {
  type InputOf,
  spotCheckGet,
  spotCheckHold,
  spotCheckList,
  spotCheckListExport,
  spotCheckRecord,
  spotCheckReject,
} from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { recordExport } from '../../../http/record-export.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import type { Session } from '../../../http/session.ts'
import { xlsxReply } from '../../../spreadsheet/xlsx-reply.ts'
import { assertLeaderSide } from '../../marking-messages/index.ts'
import { checksFile, checksPage, viewOfCheck } from './checks-made.ts'
import { selectSpotChecks } from './checks-made.query.ts'
import { nextSpotCheck } from './spot-check.ts'
import { takeSpotCheck } from './take-spot-check.ts'
import { noteHold } from './spot-hold.ts'

export function registerSpotCheck(target: ServeApp): void {
  serve(target, spotCheckGet, async ({ query, services, session }) =>
    nextSpotCheck(services, session.userId, query),
  )

  serve(target, spotCheckReject, async (call) => {
    const { body, services, session } = call
    const { isRepeat, ...outcome } = await takeSpotCheck(services, session.userId, body)
    if (!isRepeat)
      await audit(services.db, call, {
        action: 'spot-check',
        object: `reading:${body.task_detail_id}`,
        after: body,
      })
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

  serve(target, spotCheckList, async ({ query, services, session }) =>
    checksPage(services, askedOf(session, query), { page: query.page, limit: query.limit }),
  )

  serve(target, spotCheckListExport, async (call) => {
    const { query, found, services, session } = call
    const at = isoNow(services.clock)
    const file = await checksFile(services, found.exam.name, at, askedOf(session, query))
    if (file === null) throw new AppError('EXPORT_EMPTY', { reason: noChecks(query) })
    await recordExport(services.db, call, {
      object: `exam:${found.exam.id}`,
      report: 'spot-checks',
      rows: file.rows,
      filters: query,
    })
    return xlsxReply([found.exam.name, '抽查'], at, file.body)
  })

  serve(target, spotCheckRecord, async ({ found, services }) => ({
    list: (
      await selectSpotChecks(services.db, { examId: found.unit.exam_id, unitId: found.unit.id })
    ).map(viewOfCheck),
  }))
}

/** Why a list of checks is empty: nobody checked anything, or nothing that was asked for. */
const noChecks = ({ block_id, marker_id, result }: InputOf<typeof spotCheckListExport>['query']) =>
  block_id === undefined && marker_id === undefined && result === undefined
    ? '还没有抽查记录'
    : '没有符合筛选条件的抽查记录，请调整条件'

const askedOf = (
  session: Session,
  query: {
    exam_id: number
    subject_id?: number
    block_id?: number
    marker_id?: number
    result?: string
  },
) => ({
  examId: query.exam_id,
  subjectId: query.subject_id,
  blockId: query.block_id,
  markerId: query.marker_id,
  result: query.result,
  subjects: session.scope.subjects,
})
