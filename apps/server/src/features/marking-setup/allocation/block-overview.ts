import type { allocationBlocks, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { appErrorOf, checkAllocation, hasArbitration, type MarkMode } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { allocationOf } from '../shares/allocation-plan.ts'
import { schoolGapsOf } from './allocation-view.ts'
import { type Able, selectAble } from './marking-staff.query.ts'
import { selectBlockMarkers, selectBlockRules } from '../../marking-core/index.ts'
import { subjectNameIn } from '../../../subject-name.ts'

type Overview = ReplyOf<typeof allocationBlocks>['blocks'][number]

/** How the work of each block of a subject is shared, in printed order; counted away from those who mark. */
export const allocationOverview = runInWorker(
  import.meta.url,
  'allocationOverview',
  ({ db }, examId: number, subjectId: number) => selectOverview(db, examId, subjectId),
)

async function selectOverview(db: Db, examId: number, subjectId: number): Promise<Overview[]> {
  const blocks = await db
    .selectFrom('block')
    .select('id')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .orderBy('sort')
    .execute()
  const able = await selectAble(db, examId)
  const list: Overview[] = []
  for (const { id } of blocks) list.push(await overviewOf(db, id, able))
  return list
}

export const selectSubjects = (db: Db, examId: number) =>
  db
    .selectFrom('exam_subject')
    .innerJoin('subject', 'subject.id', 'exam_subject.subject_id')
    .where('exam_subject.exam_id', '=', examId)
    .select(['subject.id as subject_id', subjectNameIn('exam_subject.exam_id').as('name')])
    .orderBy('exam_subject.sort')
    .orderBy('subject.id')
    .execute()

async function overviewOf(db: Db, blockId: number, able: Able): Promise<Overview> {
  const rules = await selectBlockRules(db, blockId)
  const { block, settings } = rules
  const { plan, people } = await allocationOf(db, rules)
  const leaders = (await selectBlockMarkers(db, blockId)).filter(({ duty }) => duty === 'leader')
  const active = people.filter(({ suspended }) => !suspended)
  const stopped = people.filter(({ suspended }) => suspended)
  // The plan is about what is left for those at work; what others did before they were stopped is part of it all.
  const stoppedDone = stopped.reduce((sum, { work }) => sum + work.done, 0)
  const hasTargets = active.some(({ target }) => target !== null)
  const needsLeader = hasArbitration(block.mark_mode as MarkMode)
  return {
    block_id: blockId,
    block_name: block.name,
    status: block.status,
    mark_mode: block.mark_mode,
    alloc_mode: block.alloc_mode,
    quotas_are_weights: settings.quotasAreWeights ? 1 : 0,
    mark_scope: settings.scope,
    group_count: settings.schoolGroups.length,
    units: plan.units,
    readings: plan.readings + stoppedDone,
    markers_needed: plan.markersNeeded,
    done: people.reduce((sum, { work }) => sum + work.done, 0),
    given: hasTargets ? active.reduce((sum, { target }) => sum + (target ?? 0), stoppedDone) : null,
    markers: active.map(({ userId, name }) => ({ user_id: userId, name })),
    suspended_count: stopped.length,
    stopped_done: stoppedDone,
    leaders: leaders.map(({ user_id, name }) => ({ user_id, name })),
    unable: [
      ...active
        .filter(({ userId }) => !able.marker.has(userId))
        .map(({ userId, name }) => ({ user_id: userId, name })),
      ...leaders
        .filter(({ user_id }) => !able.leader.has(user_id))
        .map(({ user_id, name }) => ({ user_id, name })),
    ],
    needs_leader: needsLeader ? 1 : 0,
    problems: [
      ...checkAllocation(plan).map(({ code, facts }) => appErrorOf(code, facts).message),
      ...(needsLeader && leaders.length === 0
        ? [appErrorOf('MARKING_ARBITRATOR_MISSING', {}).message]
        : []),
    ],
    school_gaps: await schoolGapsOf(db, rules, people, plan.markersNeeded),
  }
}
