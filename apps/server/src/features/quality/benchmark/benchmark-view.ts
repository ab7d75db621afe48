import { selectUserNames } from '../../../user-names.query.ts'
import type { benchmarkScripts, ReplyOf } from '@hengjuan/contracts'
import type { BenchmarkKind, Milli } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import type { Services } from '../../../services.ts'
import {
  factsOf,
  listedImagesOf,
  paperFlagsOf,
  pointsOf,
  pointView,
  selectBlockRules,
} from '../../marking-core/index.ts'
import { selectTrialUse } from '../trial/trial.query.ts'
import {
  type PaperFilter,
  type ScriptRow,
  selectLeaderIds,
  selectMarks,
  selectPapers,
  selectScripts,
  selectUse,
} from '../seeds/benchmark.query.ts'
import { seedEveryOf } from '../seeds/serve-seed.ts'
import { seedToleranceOf } from '../seeds/take-seed.ts'

type View = ReplyOf<typeof benchmarkScripts>

/** Away from those who mark: all papers of a block are looked at. */
export const papersToChoose = runInWorker(
  import.meta.url,
  'papersToChoose',
  ({ db }, filter: PaperFilter, limit: number) => selectPapers(db, filter, limit),
)

/** Papers to choose scripts from, without what was given. */
export async function benchmarkPapersOf(services: Services, filter: PaperFilter, limit: number) {
  const { total, list } = await papersToChoose(services, filter, limit)
  const images = await listedImagesOf(services.db, services, list)
  return {
    total,
    list: list.map((unit) => ({
      unit_id: unit.id,
      secret_code: unit.secret_code,
      state: unit.state,
      flags: paperFlagsOf(unit),
      images: images.get(unit.id) ?? [],
    })),
  }
}

/** The scripts of a block as one leader may see them: nothing of others before the own mark. */
export async function benchmarkScriptsOf(
  services: Services,
  blockId: number,
  leaderId: number,
): Promise<Omit<View, 'is_supervised'>> {
  const { db } = services
  const rules = await selectBlockRules(db, blockId)
  const rows = await selectScripts(db, blockId)
  const images = await listedImagesOf(
    db,
    services,
    rows.map(({ unit_id, images: hashes }) => ({ id: unit_id, images: hashes })),
  )
  const ids = rows.map(({ id }) => id)
  const marks = Map.groupBy(await selectMarks(db, ids), ({ script_id }) => script_id)
  const use = await selectUse(db, blockId)
  const trials = await selectTrialUse(db, blockId)
  const names = await selectUserNames(
    db,
    rows.flatMap(({ proposed_by, agreed_by }) => [proposed_by, agreed_by]),
  )
  const leaders = await selectLeaderIds(db, blockId)
  return {
    exam_id: rules.block.exam_id,
    block_name: rules.block.name,
    full_milli: rules.block.full_milli,
    seed_every: seedEveryOf(rules),
    tolerance_milli: seedToleranceOf(rules),
    may_be_alone: leaders.every((id) => id === leaderId),
    list: rows.map((row) => {
      const given = marks.get(row.id) ?? []
      const isSettled = row.state !== 'marking'
      const isOpen = isSettled || given.some((mark) => mark.leader_id === leaderId)
      return {
        script_id: row.id,
        unit_id: row.unit_id,
        secret_code: row.secret_code,
        kind: row.kind as BenchmarkKind,
        state: row.state as View['list'][number]['state'],
        is_overtaken: row.state === 'agreed' && !row.is_as_agreed,
        points: pointsOf(rules, factsOf(row).choice).map(pointView),
        images: images.get(row.unit_id) ?? [],
        mark_count: given.length,
        marks: isOpen
          ? given.map((mark) => ({
              leader_name: mark.name,
              is_own: mark.leader_id === leaderId,
              scores: JSON.parse(mark.points) as Milli[],
              total_milli: mark.total_milli,
              comment: mark.comment,
            }))
          : [],
        definitive: isOpen ? definitiveOf(row, names, leaderId) : null,
        served: use(row.id, ['pass', 'fail', 'problem']) + trials(row.id).served,
        passed: use(row.id, ['pass']) + trials(row.id).passed,
      }
    }),
  }
}

function definitiveOf(row: ScriptRow, names: ReadonlyMap<number, string>, leaderId: number) {
  if (row.points === null) return null
  return {
    scores: JSON.parse(row.points) as Milli[],
    total_milli: row.total_milli ?? 0,
    comments: JSON.parse(row.comments) as string[],
    proposed_by: names.get(row.proposed_by ?? 0) ?? '',
    is_own_proposal: row.proposed_by === leaderId,
    agreed_by: row.agreed_by === null ? null : (names.get(row.agreed_by) ?? ''),
    is_alone: row.is_alone === 1,
  }
}
