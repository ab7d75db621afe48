import {
  abnormalBlocks,
  abnormalChangeTag,
  abnormalCrop,
  abnormalDeleteSheet,
  abnormalExams,
  abnormalMachines,
  abnormalMarking,
  abnormalMarkReplace,
  abnormalMarkSpecial,
  abnormalReplaceBlock,
  abnormalReplaced,
  abnormalReplaceSheet,
  abnormalReset,
  abnormalSendBack,
  abnormalSheets,
  abnormalSign,
  abnormalSpecials,
  abnormalStatistics,
  abnormalTagTypes,
  abnormalUndoReplace,
} from '@hengjuan/contracts'
import { ABNORMAL_TAGS, type AbnormalTag } from '@hengjuan/domain'
import type { Act } from '../../../http/audit.ts'
import { pageOf } from '../../../http/page-of.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { scopeOf } from '../client.routes.ts'
import type { Decider } from '../decide.ts'
import { selectSheetIdsOf } from '../facts.query.ts'
import { refuseIfHeld } from '../presence/presence.ts'
import {
  selectAbnormalBlocks,
  selectAbnormalCandidates,
  selectPersons,
  selectSpecials,
  selectTagCounts,
} from './abnormal.query.ts'
import { cropBlock, replaceBlock, undoReplace } from './change-image.ts'
import { describeCandidate, describeReplaced, describeSheets } from './describe-abnormal.ts'
import {
  deleteSheet,
  sendReplaced,
  sendToMarking,
  signMissing,
  undoHandling,
} from './end-handling.ts'
import { replacePage } from './replace-page.ts'
import { sendBack } from './send-back.ts'
import { abnormalSubjects, handlingStatistics, machineSchools } from './statistics.ts'
import { changeTag, markSpecial } from './tags.ts'
import { uploadedPicture } from './uploaded-picture.ts'

/** Answers that were sent back to cutting: the work list, and what is done about them. */
export function registerAbnormal(target: ServeApp): void {
  registerLists(target)
  registerImages(target)
  registerOutcomes(target)
}

/** Who acts where; refused while somebody else has one of the candidate's sheets before them. */
async function deciderOf(
  { services, session, request }: Act,
  place: { exam_id: number; subject_id: number },
  about: { candidateId?: number; sheetId?: string } = {},
): Promise<Decider> {
  const scope = scopeOf(place)
  const sheetIds =
    about.candidateId === undefined
      ? []
      : await selectSheetIdsOf(services.db, scope, [about.candidateId])
  await refuseIfHeld(services, scope, session.userId, [
    ...sheetIds,
    ...(about.sheetId === undefined ? [] : [about.sheetId]),
  ])
  return { ...scope, services, session, request }
}

function registerLists(target: ServeApp): void {
  serve(target, abnormalExams, async ({ session, services }) =>
    abnormalSubjects(services.db, session),
  )

  serve(target, abnormalTagTypes, async ({ query, services }) => {
    const open = await selectTagCounts(services.db, scopeOf(query))
    return Object.entries(ABNORMAL_TAGS).map(([tag, label]) => ({
      tag: tag as AbnormalTag,
      label,
      open: open.get(tag) ?? 0,
    }))
  })

  serve(target, abnormalSheets, async ({ query, services: { db } }) => {
    const { page = 1, limit = 20, state = 'open' } = query
    const scope = scopeOf(query)
    const { total, candidateIds } = await selectAbnormalCandidates(
      db,
      scope,
      {
        state,
        tag: query.tag,
        station: query.station,
        schoolId: query.school_id,
        keyword: query.keyword,
      },
      { limit, offset: (page - 1) * limit },
    )
    const list = await describeSheets(db, scope, candidateIds)
    return { list, total, page, page_size: limit }
  })

  serve(target, abnormalBlocks, async ({ query, services, session }) =>
    describeCandidate(services, session, scopeOf(query), query.candidate_id),
  )

  serve(target, abnormalReplaced, async ({ query, services, session }) =>
    pageOf(await describeReplaced(services, session, scopeOf(query)), query),
  )

  serve(target, abnormalSpecials, async ({ query, services: { db } }) => {
    const scope = scopeOf(query)
    const { list, ...page } = pageOf(await selectSpecials(db, scope), query)
    const candidateIds = list.map(({ candidate_id }) => candidate_id)
    const people = await selectPersons(db, scope, candidateIds)
    const blocks = await selectAbnormalBlocks(db, scope, { candidateIds })
    return {
      ...page,
      list: list.flatMap((row) => {
        const person = people.find(({ candidate_id }) => candidate_id === row.candidate_id)
        if (!person) return []
        const open = blocks.filter(
          ({ candidate_id, decision_id }) =>
            candidate_id === row.candidate_id && decision_id === null,
        )
        const { special: _, ...who } = person
        return { ...who, ...row, open_blocks: open.length }
      }),
    }
  })

  serve(target, abnormalStatistics, async ({ query, services }) =>
    handlingStatistics(services.db, scopeOf(query)),
  )

  serve(target, abnormalMachines, async ({ query, services }) =>
    machineSchools(services.db, scopeOf(query)),
  )
}

function registerImages(target: ServeApp): void {
  serve(target, abnormalCrop, async (call) => {
    const { body } = call
    const who = await deciderOf(call, body, { candidateId: body.candidate_id })
    return cropBlock(who, partOf(body), body)
  })

  serve(target, abnormalReplaceBlock, async (call) => {
    const { query, file } = call
    const who = await deciderOf(call, query, { candidateId: query.candidate_id })
    return replaceBlock(who, partOf(query), await uploadedPicture(file))
  })

  serve(target, abnormalUndoReplace, async (call) => {
    const { body } = call
    const who = await deciderOf(call, body, { candidateId: body.candidate_id })
    return undoReplace(who, partOf(body))
  })

  serve(target, abnormalReplaceSheet, async (call) => {
    const { query, file } = call
    const who = await deciderOf(call, query, { sheetId: query.sheet_id })
    const at = { sheetId: query.sheet_id, pageSeq: query.page_seq }
    return replacePage(who, at, await uploadedPicture(file))
  })

  serve(target, abnormalDeleteSheet, async (call) => {
    const { body } = call
    const who = await deciderOf(call, body, { sheetId: body.sheet_id })
    return deleteSheet(who, body.sheet_id)
  })
}

const partOf = (given: { candidate_id: number; block_id: number; part: number }) => ({
  candidateId: given.candidate_id,
  blockId: given.block_id,
  part: given.part,
})

function registerOutcomes(target: ServeApp): void {
  serve(target, abnormalSign, async (call) => {
    const { body } = call
    return signMissing(await deciderOf(call, body, { candidateId: body.candidate_id }), body)
  })

  serve(target, abnormalChangeTag, async (call) => {
    await changeTag(await deciderOf(call, call.body), call.body)
    return { ok: true as const }
  })

  serve(target, abnormalMarkSpecial, async (call) => {
    await markSpecial(await deciderOf(call, call.body), call.body)
    return { ok: true as const }
  })

  serve(target, abnormalMarking, async (call) => {
    const { body } = call
    const who = await deciderOf(call, body, { candidateId: body.candidate_id })
    return sendToMarking(who, body.candidate_id)
  })

  serve(target, abnormalMarkReplace, async (call) =>
    sendReplaced(await deciderOf(call, call.body), call.body.abnormal_ids),
  )

  serve(target, abnormalReset, async (call) => {
    const { body } = call
    const who = await deciderOf(call, body, { candidateId: body.candidate_id })
    return undoHandling(who, body.candidate_id)
  })

  serve(target, abnormalSendBack, async (call) => {
    const { body } = call
    const who = await deciderOf(call, body, { candidateId: body.candidate_id })
    const { candidate_id: candidateId, block_ids: blockIds, tag, note } = body
    return sendBack(who, { candidateId, blockIds, tag, note: note.trim() })
  })
}
