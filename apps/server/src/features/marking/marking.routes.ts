import * as contract from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, roleLabel } from '@hengjuan/domain'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { reachesExam } from '../../http/exam-reach.ts'
import { asAct } from '../acts/index.ts'
import { changeSubjectRound, finishScores, selectSubjectRound } from '../scoring/index.ts'
import {
  allocateAndTell,
  allocationView,
  blockSettings,
  changeBlockSettings,
  changeSubjectDeadline,
  confirmBlocks,
  importMarkers,
  markerTableFile,
  mayBe,
  previewMarkers,
  readMarkerTable,
  recallBarred,
  registerAllocation,
  registerAvoidance,
  registerBalance,
  registerBlockClear,
  removeMarker,
  selectMarkingStaff,
  selectSubjectDeadline,
  setBlockStatus,
  type Unreached,
  unreachedWith,
} from '../marking-setup/index.ts'
import { registerBlankCheck, screenSoon } from '../blank-review/index.ts'
import { registerMarkers, registerMarkingKeys, registerWords } from '../marking-desk/index.ts'
import {
  registerMessages,
  registerNotes,
  registerRubric,
  saveRubric,
} from '../marking-messages/index.ts'
import {
  registerIdentical,
  registerNearLine,
  registerQuality,
  registerReadAgain,
  registerRisk,
  registerSecondReader,
  registerSpotCheck,
  registerTrial,
} from '../quality/index.ts'
import { registerLeaders, registerQuestionMaster } from '../arbitration/index.ts'
import {
  selectBlockUnitCounts,
  selectSchoolsOf,
  toleranceGapsOf,
  withRetry,
} from '../marking-core/index.ts'
import { finishPapers } from './finish-papers.ts'
import { afterTeachingChange } from '../school/index.ts'

/** Settings by which a paper may come to be kept from who has it in hand. */
const BARRING = ['avoid_own_class', 'avoid_own_school', 'mark_scope', 'school_groups'] as const

export function registerMarking(target: ServeApp): void {
  registerSetup(target)
  registerMarkers(target)
  registerLeaders(target)
  registerBlankCheck(target)
  registerSpotCheck(target)
  registerBlockClear(target)
  registerQuestionMaster(target)
  registerQuality(target)
  registerTrial(target)
  registerRisk(target)
  registerIdentical(target)
  registerSecondReader(target)
  registerAllocation(target)
  registerBalance(target)
  registerAvoidance(target)
  registerNearLine(target)
  registerReadAgain(target)
  registerMessages(target)
  registerNotes(target)
  registerRubric(target)
  registerMarkingKeys(target)
  registerWords(target)
  afterTeachingChange(recallOwnClass)
}

/** Papers of classes that are theirs now leave their hands, where the own class is avoided. */
const recallOwnClass: Parameters<typeof afterTeachingChange>[0] = (services, { userId, byId }) =>
  recallBarred(services, { markerId: userId }, byId)

async function roundOf(db: Db, examId: number, subjectId: number) {
  const { stepMilli, mode } = await selectSubjectRound(db, examId, subjectId)
  return { step_milli: stepMilli as 0 | 500 | 1000, mode }
}

function registerSetup(target: ServeApp): void {
  serve(target, contract.blockSettingsGet, async ({ query, found, services }) => {
    const subject = await services.db
      .selectFrom('subject')
      .select('name')
      .where('id', '=', query.subject_id)
      .executeTakeFirstOrThrow()
    return {
      exam_name: found.exam.name,
      subject_name: subject.name,
      schools: await selectSchoolsOf(services.db, query.exam_id, query.subject_id),
      subject_round: await roundOf(services.db, query.exam_id, query.subject_id),
      marking_deadline: await selectSubjectDeadline(services.db, query.exam_id, query.subject_id),
      copied_from: await copiedFrom(services.db, found.exam, query.subject_id),
      blocks: await blockSettings(services, query.exam_id, query.subject_id),
    }
  })

  serve(target, contract.blockSettingsSet, async (call) => {
    const { body, services, session } = call
    const { exam_id: examId, subject_id: subjectId, subject_round: round } = body
    const view = async (unreached: Unreached[]) => ({
      ok: true as const,
      unreached,
      subject_round: await roundOf(services.db, examId, subjectId),
      marking_deadline: await selectSubjectDeadline(services.db, examId, subjectId),
    })
    if (body.preview === 1) return view(await unreachedWith(services, body))
    const place = { kind: 'settings', examId, subjectId } as const
    const save = () =>
      withRetry(services, async (db) => {
        const wanted = round && { stepMilli: round.step_milli, mode: round.mode }
        const seen = body.subject_seen?.subject_round
        const before =
          wanted &&
          (await changeSubjectRound(
            db,
            services,
            examId,
            subjectId,
            wanted,
            seen && { stepMilli: seen.step_milli, mode: seen.mode },
          ))
        if (before)
          await audit(db, call, {
            action: 'subject-round',
            object: `exam:${examId}`,
            before,
            after: { subjectId, ...wanted },
          })
        const { marking_deadline: deadline } = body
        if (deadline !== undefined)
          await audit(db, call, {
            action: 'subject-deadline',
            object: `exam:${examId}`,
            before: {
              deadline: await changeSubjectDeadline(
                db,
                examId,
                subjectId,
                deadline,
                body.subject_seen?.marking_deadline,
              ),
            },
            after: { subjectId, deadline },
          })
        for (const patch of body.blocks) {
          const change = await changeBlockSettings(db, services, examId, subjectId, patch)
          await audit(db, call, {
            action: 'marking-settings',
            object: `block:${patch.block_id}`,
            ...change,
          })
          const { rubric: text } = patch
          if (text !== undefined)
            await saveRubric(
              db,
              services,
              { blockId: patch.block_id, byId: session.userId, note: '' },
              ({ entries }) => ({ text, entries }),
            )
          if (patch.blank_check !== undefined || patch.blank_ink_limit !== undefined)
            await screenSoon(db, services, change.before)
        }
      })
    await asAct({ services, session }, place, async () => {
      await save()
      await finishPapers(services)
      await finishScores(services, examId)
    })
    const barring = body.blocks.filter((patch) => BARRING.some((name) => patch[name] !== undefined))
    if (barring.length > 0) {
      const blockIds = barring.map(({ block_id }) => block_id).toSorted((a, b) => a - b)
      await recallBarred(services, { blockIds }, session.userId)
    }
    return view([])
  })

  serve(target, contract.toleranceGaps, async ({ found, services }) =>
    toleranceGapsOf(services, found.block),
  )

  serve(target, contract.blockMarkers, async ({ found, services }) => {
    const { block } = found
    const view = await allocationView(services.db, block.id)
    const counts = (await selectBlockUnitCounts(services.db, [block.id])).get(block.id)
    return {
      block_id: block.id,
      block_name: block.name,
      status: block.status,
      unit_count: counts?.total ?? 0,
      final_count: counts?.final ?? 0,
      list: view.list,
    }
  })

  serve(target, contract.allocationGet, async ({ found, services }) =>
    allocationView(services.db, found.block.id),
  )

  serve(target, contract.markingStaff, async ({ found, services }) =>
    (await selectMarkingStaff(services.db, found.exam)).map((person) => ({
      user_id: person.id,
      name: person.name,
      account: person.account,
      school_id: person.schoolId,
      school_name: person.schoolName,
      role_names: person.roles.map(roleLabel),
      may_mark: mayBe(person, 'marker') ? 1 : 0,
      may_arbitrate: mayBe(person, 'leader') ? 1 : 0,
    })),
  )

  serve(target, contract.allocationSet, async (call) => {
    const { body, services } = call
    await withRetry(services, async (db) => {
      await allocateAndTell(db, services, body)
      await audit(db, call, {
        action: 'marking-allocation',
        object: `block:${body.block_id}`,
        after: body,
      })
    })
    return allocationView(services.db, body.block_id)
  })

  serve(target, contract.markersTable, async ({ query, found, services }) =>
    markerTableFile(
      services,
      {
        schoolId: found.exam.school_id,
        examId: query.exam_id,
        subjectId: query.subject_id,
      },
      found.exam.name,
    ),
  )

  serve(target, contract.markersImport, async (call) => {
    const { query, file, found, services } = call
    const subject = {
      schoolId: found.exam.school_id,
      examId: query.exam_id,
      subjectId: query.subject_id,
    }
    const table = await readMarkerTable(file)
    if (query.preview === 1) return previewMarkers(services, subject, table)
    const report = await importMarkers(services, subject, table)
    await audit(services.db, call, {
      action: 'marker-import',
      object: `exam:${query.exam_id}/subject:${query.subject_id}`,
      after: report.rows,
    })
    return report
  })

  serve(target, contract.markerDelete, async (call) => {
    const { body, services, session } = call
    await removeMarker(services, body.block_id, body.marker_id, session.userId)
    await audit(services.db, call, {
      action: 'marker-remove',
      object: `block:${body.block_id}`,
      before: body.marker_id,
    })
    return { ok: true as const }
  })

  serve(target, contract.markingConfirm, async (call) => {
    const { body, services } = call
    const opened = await withRetry(services, async (db) => {
      const count = await confirmBlocks(db, services, body.exam_id, body.subject_id, body.block_ids)
      await audit(db, call, {
        action: 'marking-confirm',
        object: `exam:${body.exam_id}/subject:${body.subject_id}`,
        after: { opened: count },
      })
      return count
    })
    return { opened }
  })

  serve(target, contract.blockStatusSet, async (call) => {
    const { body, found, services, session } = call
    const { block, exam } = found
    // Settings are confirmed by who makes them; from then on its leader opens and closes the block.
    const maySetUp = reachesExam(session, 'marking.setup', exam, block.subject_id)
    if (body.action === 'open' && block.status === 'setup' && !maySetUp)
      throw new AppError('MARKING_BLOCK_UNCONFIRMED', { block: block.name })
    const changed = await setBlockStatus(services, block, body.action, {
      userId: session.userId,
      markerId: body.marker_id,
    })
    await audit(services.db, call, {
      action: `block-${body.action}`,
      object: `block:${body.block_id}`,
      before: { status: block.status },
      after: changed,
    })
    return changed
  })
}

/** The exam that another was copied from, where blocks of it are marked in the subject as well. */
async function copiedFrom(
  db: Db,
  { copied_from: id, school_id }: { copied_from: number | null; school_id: number },
  subjectId: number,
) {
  if (id === null) return null
  const exam = await db
    .selectFrom('exam')
    .where('exam.id', '=', id)
    .where('exam.school_id', '=', school_id)
    .where('exam.deleted_at', 'is', null)
    .where('exam.id', 'in', (eb) =>
      eb.selectFrom('block').where('block.subject_id', '=', subjectId).select('block.exam_id'),
    )
    .select(['exam.id as exam_id', 'exam.name'])
    .executeTakeFirst()
  return exam ?? null
}
