import { identicalExport, identicalPairs, identicalVerdict } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import { recordExport } from '../../../http/record-export.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { reachesExam } from '../../../http/exam-reach.ts'
import { xlsxReply } from '../../../spreadsheet/xlsx-reply.ts'
import { assertLeads } from '../../marking-core/index.ts'
import { identicalWorkbook, reportedPairs } from './identical-report.ts'
import { judgePair } from './judge-pair.ts'
import { pairsView } from './pairs.ts'

/** Papers said to be identical: compared by two, decided, and reported. @source domain rules 6.2 */
export function registerIdentical(target: ServeApp): void {
  serve(target, identicalPairs, async ({ query, services, session }) =>
    pairsView(services, await assertLeads(services.db, query.block_id, session.userId)),
  )

  serve(target, identicalVerdict, async (call) => {
    const { body, services, session } = call
    const { outcome, reason = '' } = body
    const rules = await assertLeads(services.db, body.block_id, session.userId)
    const states = await judgePair(services, rules, {
      units: [body.unit_id, body.other_unit_id],
      outcome,
      reason,
      byId: session.userId,
      seenAt: body.seen_at,
      version: body.version,
    })
    await audit(services.db, call, {
      action: `identical-${outcome}`,
      object: `unit:${body.unit_id}`,
      after: { other: body.other_unit_id, reason },
    })
    return { states }
  })

  serve(target, identicalExport, async (call) => {
    const { found, services, session } = call
    const { exam } = found
    const pairs = await reportedPairs(services.db, session, exam)
    if (pairs.length === 0) throw new AppError('EXPORT_EMPTY', { reason: '没有被指为雷同的试卷' })
    await recordExport(services.db, call, {
      object: `exam:${exam.id}`,
      report: 'identical-papers',
      rows: pairs.length,
      filters: {},
    })
    return xlsxReply(
      [exam.name, '雷同卷'],
      isoNow(services.clock),
      identicalWorkbook(exam.name, pairs, reachesExam(session, 'exam.manage', exam)),
    )
  })
}
