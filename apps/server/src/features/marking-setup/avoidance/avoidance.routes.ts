import * as contract from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { assertNoImportErrors } from '../../../spreadsheet/index.ts'
import { checkAvoidance, readAvoidanceTable } from './avoidance-table.ts'
import { addPair, pairList, removePairs, restorePairs, writePairs } from './avoided-pairs.ts'
import { searchCandidates, searchMarkers } from './people.query.ts'
import { releasePapers, stuckView, undoRelease } from './release-papers.ts'

/** Who is kept from whose papers. Seen by those who manage exams, nobody else. @source domain rules 4.4 */
export function registerAvoidance(target: ServeApp): void {
  registerStuck(target)

  serve(target, contract.avoidedPairs, async ({ found, services }) => ({
    exam_name: found.exam.name,
    list: await pairList(services, found.exam.id),
  }))

  serve(target, contract.avoidancePeople, async ({ query, found, services }) =>
    query.kind === 'marker'
      ? searchMarkers(services.db, found.exam, query.keyword)
      : searchCandidates(services.db, found.exam.id, query.keyword),
  )

  serve(target, contract.avoidedPairSet, async (call) => {
    const { body, found, services, session } = call
    const { exam } = found
    const change = body.action === 'remove' ? removePairs : restorePairs
    const { pairIds, recalled } =
      body.action === 'add'
        ? await addPair(services, exam, pairOf(body), session.userId)
        : await change(services, exam.id, body.pair_ids ?? [], session.userId)
    await audit(services.db, call, {
      action: `avoidance-${body.action}`,
      object: `exam:${exam.id}`,
      after: { pairIds, recalled },
    })
    return { pair_ids: pairIds, recalled }
  })

  serve(target, contract.avoidanceImport, async (call) => {
    const { query, file, found, services, session } = call
    const { rows, pairs, errors } = await checkAvoidance(
      services.db,
      found.exam,
      await readAvoidanceTable(file),
    )
    if (query.preview === 1) return { applied: 0, rows, pair_ids: [], recalled: 0 }
    assertNoImportErrors(errors)
    const { pairIds, recalled } = await writePairs(services, found.exam.id, pairs, session.userId)
    await audit(services.db, call, {
      action: 'avoidance-import',
      object: `exam:${found.exam.id}`,
      after: { pairIds, recalled },
    })
    return { applied: 1, rows, pair_ids: pairIds, recalled }
  })
}

function registerStuck(target: ServeApp): void {
  serve(target, contract.stuckGet, async ({ query, services }) =>
    stuckView(services, query.block_id),
  )

  serve(target, contract.stuckSet, async (call) => {
    const { body, services, session } = call
    const blockId = body.block_id
    const { changed, skipped } =
      body.action === 'release'
        ? await releasePapers(services, { blockId, ...wantedOf(body) }, session.userId)
        : await undoRelease(services, blockId, body.release_ids ?? [], session.userId)
    await audit(services.db, call, {
      action: `avoidance-${body.action}`,
      object: `block:${blockId}`,
      after: { ...body, changed, skipped },
    })
    return { ...(await stuckView(services, blockId)), changed, skipped }
  })
}

function wantedOf(body: contract.InputOf<typeof contract.stuckSet>['body']) {
  const { unit_ids: unitIds, rules } = body
  const missing = [
    ...(unitIds ? [] : [{ path: 'unit_ids', message: '请选择要放开的试卷' }]),
    ...(rules ? [] : [{ path: 'rules', message: '请选择要放开的回避' }]),
  ]
  if (!unitIds || !rules) throw new AppError('INPUT_INVALID').withDetails(missing)
  return {
    unitIds,
    rules,
    reason: body.reason?.trim() ?? '',
    isConfirmed: body.confirm_relative === 1,
  }
}

function pairOf({
  marker_id: markerId,
  candidate_id: candidateId,
  relation = '',
}: contract.InputOf<typeof contract.avoidedPairSet>['body']) {
  const missing = [
    ...(markerId === undefined ? [{ path: 'marker_id', message: '请选择教师' }] : []),
    ...(candidateId === undefined ? [{ path: 'candidate_id', message: '请选择考生' }] : []),
  ]
  if (markerId === undefined || candidateId === undefined)
    throw new AppError('INPUT_INVALID').withDetails(missing)
  return { markerId, candidateId, relation: relation.trim() }
}
