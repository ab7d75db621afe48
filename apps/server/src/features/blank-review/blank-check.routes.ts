import * as contract from '@hengjuan/contracts'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { reachesExam } from '../../http/exam-reach.ts'
import { selectChecked } from './blank-checked.ts'
import { blankSheet, confirmBlanks, rejectBlanks, selectBlankBlocks } from './blank-check.ts'

/** Answers with hardly any ink, looked at by a person. @source domain rules 6.1 */
export function registerBlankCheck(target: ServeApp): void {
  serve(target, contract.blankBlockList, async ({ query, found, services, session }) => ({
    exam_name: found.exam.name,
    list: await selectBlankBlocks(
      services,
      found.exam.id,
      {
        supervises: (subjectId) => reachesExam(session, 'marking.supervise', found.exam, subjectId),
        ...(query.subject_id === undefined ? {} : { subjectId: query.subject_id }),
      },
      session.userId,
    ),
  }))

  serve(target, contract.blankBlockGet, async ({ query, found, services, session }) =>
    blankSheet(services, found.block.id, session.userId, query.n),
  )

  serve(target, contract.blankBlockChecked, async ({ query, found, services, session }) =>
    selectChecked(services, found.block.id, query, session.userId),
  )

  serve(target, contract.blankBlockConfirm, async (call) => {
    const { body, services, session } = call
    const confirmed = await confirmBlanks(
      services,
      body.block_id,
      body.unit_ids,
      session.userId,
      new Map(body.shown?.map(({ unit_id, version }) => [unit_id, version])),
    )
    await audit(services.db, call, {
      action: 'blank-confirm',
      object: `block:${body.block_id}`,
      after: { units: body.unit_ids, ...confirmed },
    })
    return confirmed
  })

  serve(target, contract.blankBlockReject, async (call) => {
    const { body, services, session } = call
    const to = body.to ?? 'marking'
    const rejected = await rejectBlanks(services, body.block_id, body.unit_ids, to, session.userId)
    await audit(services.db, call, {
      action: 'blank-reject',
      object: `block:${body.block_id}`,
      after: { units: body.unit_ids, to, ...rejected },
    })
    return rejected
  })
}
