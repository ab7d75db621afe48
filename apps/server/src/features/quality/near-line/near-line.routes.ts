import * as contract from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, hasCrossed } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { withRetry } from '../../marking-core/index.ts'
import { nearLineBlocks, nearLinePlan } from './near-line-plan.ts'
import { selectMovedTotals, selectRunProgress, selectRuns } from './near-line.query.ts'
import {
  type NearLineRule,
  saveNearLineRule,
  selectNearLineSubject,
  usualLines,
} from './near-line-rule.ts'
import { runNearLine, withdrawRun } from './run-near-line.ts'

type View = contract.ReplyOf<typeof contract.nearLineGet>
type WireRule = NonNullable<View['rule']>

/** Papers of candidates near a line are read twice before results are out. @source domain rules 3.6 */
export function registerNearLine(target: ServeApp): void {
  serve(target, contract.nearLineGet, async ({ query, services }) =>
    nearLineView(services, { examId: query.exam_id, subjectId: query.subject_id }),
  )

  serve(target, contract.nearLineSet, async (call) => {
    const { body, services, session } = call
    const subject = { examId: body.exam_id, subjectId: body.subject_id }
    const { action, rule } = body
    if (action === 'save') {
      if (rule === undefined) throw new AppError('MARKING_NEAR_LINE_UNSET')
      const wanted = rule && ruleOf(rule)
      await withRetry(services, (db) =>
        saveNearLineRule(db, subject.examId, subject.subjectId, wanted),
      )
    } else if (action === 'run') await runNearLine(services, subject, session.userId)
    else await withdrawRun(services, subject, body.run_id ?? 0, session.userId)
    await audit(services.db, call, {
      action: `near-line-${action}`,
      object: `exam:${subject.examId}/subject:${subject.subjectId}`,
      after: action === 'save' ? { rule } : { runs: await runsOf(services.db, subject) },
    })
    return nearLineView(services, subject)
  })
}

/** Away from those who mark: of a large subject a run may send tens of thousands of papers. */
export const nearLineView = runInWorker(
  import.meta.url,
  'nearLineView',
  ({ db }, subject: Subject) => viewOf(db, subject),
)

interface Subject {
  examId: number
  subjectId: number
}

async function viewOf(db: Db, subject: Subject): Promise<View> {
  const { rule, fullMilli, isPublished } = await selectNearLineSubject(
    db,
    subject.examId,
    subject.subjectId,
  )
  const plan = rule && (await nearLinePlan(db, subject, rule))
  const blocks = await nearLineBlocks(db, subject, rule ?? { singleMode: 1 }, plan?.papers ?? [])
  return {
    full_milli: fullMilli,
    is_published: isPublished,
    rule: rule && wireOf(rule),
    usual_lines: usualLines(fullMilli).map(wireLine),
    blocks: blocks.map(({ block, settling, papers, warning }) => ({
      block_id: block.id,
      block_name: block.name,
      full_milli: block.full_milli,
      status: block.status,
      settle_mode: settling.mode,
      tolerance_milli: settling.toleranceMilli,
      papers,
      warning,
    })),
    preview: plan && {
      candidates: plan.candidates,
      papers: plan.papers.length,
      open_candidates: plan.openCandidates,
      lines: plan.lines.map((line) => ({
        ...wireLine(line),
        candidates: line.candidates,
        papers: line.papers,
      })),
    },
    runs: await runsOf(db, subject),
  }
}

async function runsOf(db: Db, subject: Subject) {
  const runs = await selectRuns(db, subject)
  const ids = runs.map(({ id }) => id)
  const progress = await selectRunProgress(db, ids)
  const moved = Map.groupBy(await selectMovedTotals(db, ids), ({ run_id }) => run_id)
  return runs.map((run) => {
    const rule = JSON.parse(run.rule) as NearLineRule
    const counts = progress.get(run.id)
    const crossed = (moved.get(run.id) ?? []).filter(({ total_before, total_milli }) =>
      rule.lines.some(({ totalMilli }) => hasCrossed(total_before, total_milli ?? 0, totalMilli)),
    )
    return {
      run_id: run.id,
      at: run.at,
      by_name: run.by_name,
      rule: wireOf(rule),
      candidates: counts?.candidates ?? 0,
      papers: counts?.papers ?? 0,
      done: counts?.done ?? 0,
      changed: counts?.changed ?? 0,
      crossed: crossed.length,
      withdrawn: counts?.withdrawn ?? 0,
      withdrawable: counts?.unbegun ?? 0,
    }
  })
}

const wireLine = ({ name, totalMilli }: { name: string; totalMilli: number }) => ({
  name,
  total_milli: totalMilli,
})

const wireOf = (rule: NearLineRule): WireRule => ({
  lines: rule.lines.map(wireLine),
  window_milli: rule.windowMilli,
  single_mode: rule.singleMode,
  block_ids: rule.blockIds && [...rule.blockIds],
})

const ruleOf = (wire: WireRule): NearLineRule => ({
  lines: wire.lines.map(({ name, total_milli }) => ({
    name: name.trim(),
    totalMilli: total_milli,
  })),
  windowMilli: wire.window_milli,
  singleMode: wire.single_mode as NearLineRule['singleMode'],
  blockIds: wire.block_ids,
})
