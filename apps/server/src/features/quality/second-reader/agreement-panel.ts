import type { ReplyOf, secondReaderPanel } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { type Milli, pointsApart, type ReaderAgreement, readerAgreement } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import {
  type BlockRules,
  factsOf,
  selectBlockRules,
  spreadOverBlock,
} from '../../marking-core/index.ts'
import { toleranceOf } from './reader-gaps.ts'
import { findReaderOn } from './reader.query.ts'
import { countCoverage, selectDisagreements, selectPairs, selectPointPairs } from './score.query.ts'
import { countShown, selectBatches, selectSenders } from './sent.query.ts'

type Panel = ReplyOf<typeof secondReaderPanel>

const MOST_DISAGREEMENTS = 200
const MOST_BATCHES = 50

/** How far a reader is with a block, how it agrees with the final marks, and where it does not; away from who marks. */
export const agreementPanel = runInWorker(
  import.meta.url,
  'agreementPanel',
  ({ db }, blockId: number, wantedId: number | undefined) => panelOf(db, blockId, wantedId),
)

async function panelOf(db: Db, blockId: number, wantedId: number | undefined): Promise<Panel> {
  const rules = await selectBlockRules(db, blockId)
  const { block, points } = rules
  const toleranceMilli = toleranceOf(rules)
  const on = await findReaderOn(db, block)
  const senders = await selectSenders(db, blockId)
  const readers = [...(on && senders.every(({ id }) => id !== on.id) ? [on] : []), ...senders]
  const readerId = readers.find(({ id }) => id === wantedId)?.id ?? on?.id ?? readers[0]?.id ?? null
  // Nobody has the id 0: without a reader there is nothing to count.
  const of = { readerId: readerId ?? 0, blockId }
  const pairs = await selectPairs(db, of)
  const agreement = readerAgreement(
    pairs.map(({ pair }) => pair),
    {
      fullMilli: block.full_milli,
      stepMilli: Math.min(...points.map(({ stepMilli }) => stepMilli)),
      toleranceMilli,
    },
  )
  const byPoint = points.length < 2 ? [] : await pointPairsOf(db, rules, of)
  const tolerances = points.map((point) => point.toleranceMilli)
  const pointsApartOf = new Map(
    byPoint.map(({ unitId, final, reader }) => [
      unitId,
      pointsApart(final, reader, tolerances).map((at) => ({
        name: points[at]?.name ?? '',
        final_milli: final[at] ?? 0,
        reader_milli: reader[at] ?? 0,
      })),
    ]),
  )
  const differs = ({ unitId, pair: [a, b] }: (typeof pairs)[number]) =>
    Math.abs(a - b) > toleranceMilli || (pointsApartOf.get(unitId) ?? []).length > 0
  const shown = await countShown(db, of)
  const apart = await selectDisagreements(db, of, {
    gapMilli: toleranceMilli,
    alsoIds: [...pointsApartOf].flatMap(([unitId, found]) => (found.length > 0 ? [unitId] : [])),
    limit: MOST_DISAGREEMENTS,
  })
  const batches = await selectBatches(db, blockId, MOST_BATCHES)
  return {
    exam_id: block.exam_id,
    block_name: block.name,
    full_milli: block.full_milli,
    tolerance_milli: toleranceMilli,
    on_reader_id: on?.id ?? null,
    readers: readers.map((reader) => ({
      reader_id: reader.id,
      name: reader.name,
      version: reader.version,
      is_revoked: reader.revoked_at !== null,
    })),
    reader_id: readerId,
    ...(await countCoverage(db, of)),
    agreement: agreementView(agreement),
    points: (points.length < 2 ? [] : points).map((point, at) => ({
      name: point.name,
      full_milli: point.fullMilli,
      tolerance_milli: point.toleranceMilli,
      agreement: agreementView(
        readerAgreement(
          byPoint.flatMap(({ final, reader }) => {
            const [own, other] = [final[at] ?? null, reader[at] ?? null]
            return own === null || other === null ? [] : [[own, other] as const]
          }),
          point,
        ),
      ),
    })),
    shown: shown.shown,
    changed_after: shown.changed,
    disagreements: apart.map((row) => ({
      unit_id: row.id,
      secret_code: row.secret_code,
      final_milli: Number(row.final_milli),
      reader_milli: row.total_milli,
      points: pointsApartOf.get(row.id) ?? [],
      confidence: row.confidence,
      reason: row.reason,
      is_checked: Number(row.is_checked) === 1,
    })),
    disagreement_count: pairs.filter(differs).length,
    batches: batches.map((row) => ({
      batch_id: row.id,
      reader_name: row.name,
      version: row.version,
      via: row.via,
      by_name: row.by_name,
      papers: row.papers,
      at: row.at,
    })),
  }
}

const agreementView = ({ bandMilli, ...agreement }: ReaderAgreement): Panel['agreement'] => ({
  ...agreement,
  band_milli: bandMilli,
})

/** Final and reader's scores by point of the block; null for a point that does not count for the paper. */
async function pointPairsOf(
  db: Db,
  rules: BlockRules,
  of: Parameters<typeof selectPointPairs>[1],
): Promise<{ unitId: number; final: (Milli | null)[]; reader: (Milli | null)[] }[]> {
  const rows = await selectPointPairs(db, of)
  return rows.map((row) => ({
    unitId: row.id,
    final: JSON.parse(row.final_points ?? '[]') as (Milli | null)[],
    reader: spreadOverBlock(rules, factsOf(row).choice, JSON.parse(row.points) as Milli[]),
  }))
}
