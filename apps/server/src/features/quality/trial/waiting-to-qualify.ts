import type { Db } from '@hengjuan/db'
import { trialPlace } from '@hengjuan/domain'
import { selectRulesOfBlocks } from '../../marking-core/index.ts'
import * as waiting from './waiting.query.ts'

/** Markers of a block who cannot go on without its leader. */
export interface WaitingToQualify {
  /** Failed as often as is allowed, or failed and without another set: somebody decides. */
  toDecide: number
  /** There is nothing to begin with: scripts are to be agreed. */
  withoutScripts: number
}

/**
 * Who waits for a leader before the first paper, by block; blocks in which nobody does are absent.
 *
 * @source domain rules 7.2
 */
export async function waitingToQualify(
  db: Db,
  blockIds: readonly number[],
): Promise<Map<number, WaitingToQualify>> {
  const rules = await selectRulesOfBlocks(db, blockIds)
  const asking = blockIds.filter((id) => rules.get(id)?.settings.qualify)
  if (asking.length === 0) return new Map()
  const markers = await waiting.selectUnqualified(db, asking)
  const ids = [...new Set(markers.map(({ block_id }) => block_id))]
  if (ids.length === 0) return new Map()
  const ofBlock = Map.groupBy(await waiting.selectTrialStock(db, ids), ({ block_id }) => block_id)
  const kept = new Set([
    ...(await waiting.selectScriptJudges(db, ids)).map(
      (one) => `${one.script_id} ${one.leader_id}`,
    ),
    ...[
      ...(await waiting.selectScriptRelatives(db, ids)),
      ...(await waiting.selectMetAsSeeds(db, ids)),
    ].map((one) => `${one.script_id} ${one.marker_id}`),
  ])
  const trials = Map.groupBy(await waiting.selectTrialRounds(db, ids), pairOf)
  const events = Map.groupBy(await waiting.selectEventsOfBlocks(db, ids), pairOf)
  const found = new Map<number, WaitingToQualify>()
  for (const marker of markers) {
    const { block_id, marker_id } = marker
    const of = rules.get(block_id)
    if (!of) continue
    const { waits } = trialPlace(
      {
        id: marker_id,
        scripts: (ofBlock.get(block_id) ?? []).filter(({ id }) => !kept.has(`${id} ${marker_id}`)),
        trials: (trials.get(pairOf(marker)) ?? []).map(({ script_id, round }) => ({
          scriptId: script_id,
          round,
        })),
        events: events.get(pairOf(marker)) ?? [],
      },
      { salt: of.block.salt, count: of.settings.qualifyCount },
    )
    if (waits === null) continue
    const counts = found.get(block_id) ?? { toDecide: 0, withoutScripts: 0 }
    found.set(block_id, counts)
    counts[waits === 'no_scripts' ? 'withoutScripts' : 'toDecide'] += 1
  }
  return found
}

const pairOf = ({ block_id, marker_id }: { block_id: number; marker_id: number }): string =>
  `${block_id} ${marker_id}`

/** Blocks that a person leads in which markers wait for them. */
export async function selectQualifyTodos(db: Db, leaderId: number) {
  const blocks = await waiting.selectLedOpenBlocks(db, leaderId)
  const found = await waitingToQualify(
    db,
    blocks.map(({ block_id }) => block_id),
  )
  return blocks.flatMap((block) => {
    const counts = found.get(block.block_id)
    return counts ? [{ ...block, ...counts }] : []
  })
}
