import type { InputOf, flaggedPapers, ReplyOf } from '@hengjuan/contracts'
import { type BenchmarkKind, PAPER_FLAGS, type PaperFlag } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { pageOf } from '../../../http/page-of.ts'
import type { Services } from '../../../services.ts'
import { listedImagesOf, paperFlagsOf, selectBlockRules } from '../../marking-core/index.ts'
import { readAgainViews } from '../read-again/read-again.ts'
import { selectFlaggedUnits, selectFlagsOf } from './flagged.query.ts'
import { examplesByUnit } from './report-examples.ts'

/**
 * The leader's collection of a block: papers that readers flagged, without whose they are.
 *
 * @source domain rules 6.3
 */
export async function flaggedPapersOf(
  services: Services,
  query: InputOf<typeof flaggedPapers>['query'],
): Promise<ReplyOf<typeof flaggedPapers>> {
  const { db } = services
  const { page, counts } = await flaggedPage(services, query)
  const images = await listedImagesOf(db, services, page.list)
  const flags = Map.groupBy(
    await selectFlagsOf(
      db,
      page.list.map(({ id }) => id),
    ),
    ({ unitId }) => unitId,
  )
  const examples = await examplesByUnit(db, query.block_id)
  const readAgainOf = await readAgainViews(
    db,
    await selectBlockRules(db, query.block_id),
    page.list,
  )
  return {
    ...page,
    list: page.list.map((unit) => ({
      unit_id: unit.id,
      secret_code: unit.secret_code,
      state: unit.state,
      final_milli: unit.final_milli,
      images: images.get(unit.id) ?? [],
      flags: (flags.get(unit.id) ?? [])
        // Of a paper that was cleared since, flags of problems count no more.
        .filter(({ flag }) => paperFlagsOf(unit).includes(flag))
        .map(({ unitId: _unit, ...given }) => given),
      script_kind: unit.script_kind as BenchmarkKind | null,
      read_again: readAgainOf(unit.id),
      example: examples.get(unit.id) ?? null,
    })),
    counts,
  }
}

/** A page of them, looked for in all of a block away from those who mark. */
export const flaggedPage = runInWorker(
  import.meta.url,
  'flaggedPage',
  async ({ db }, query: InputOf<typeof flaggedPapers>['query']) => {
    const units = await selectFlaggedUnits(db, query.block_id)
    const bears = (unit: (typeof units)[number], flag: string) => paperFlagsOf(unit).includes(flag)
    return {
      page: pageOf(
        units.filter((unit) => query.flag === undefined || bears(unit, query.flag)),
        query,
      ),
      counts: (Object.keys(PAPER_FLAGS) as PaperFlag[]).map((flag) => ({
        flag,
        count: units.filter((unit) => bears(unit, flag)).length,
      })),
    }
  },
)
