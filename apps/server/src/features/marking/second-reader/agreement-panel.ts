import type { ReplyOf, secondReaderPanel } from '@hengjuan/contracts'
import { type Milli, readerAgreement, secondReaderTolerance } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { type BlockRules, selectBlockRules } from '../block-rules.query.ts'
import { findReaderOn } from './reader.query.ts'
import {
  countCoverage,
  countShown,
  selectBatches,
  selectDisagreements,
  selectPairs,
  selectSenders,
} from './score.query.ts'

type Panel = ReplyOf<typeof secondReaderPanel>

const MOST_DISAGREEMENTS = 200
const MOST_BATCHES = 50

/** How far a second reader may lie from a mark of the block. */
export const toleranceOf = ({ block }: Pick<BlockRules, 'block'>): Milli =>
  secondReaderTolerance({
    mode: block.mark_mode,
    fullMilli: block.full_milli,
    toleranceMilli: block.tolerance_milli,
  })

/** How far a reader is with a block, how it agrees with the final marks, and where it does not. */
export async function agreementPanel(
  { db }: Services,
  blockId: number,
  wantedId: number | undefined,
): Promise<Panel> {
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
  const agreement = readerAgreement(pairs, {
    fullMilli: block.full_milli,
    stepMilli: Math.min(...points.map(({ stepMilli }) => stepMilli)),
    toleranceMilli,
  })
  const shown = await countShown(db, of)
  const apart = await selectDisagreements(db, of, toleranceMilli, MOST_DISAGREEMENTS)
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
    agreement: {
      n: agreement.n,
      exact: agreement.exact,
      adjacent: agreement.adjacent,
      within: agreement.within,
      qwk: agreement.qwk,
      smd: agreement.smd,
      band_milli: agreement.bandMilli,
    },
    shown: shown.shown,
    changed_after: shown.changed,
    disagreements: apart.map((row) => ({
      unit_id: row.id,
      secret_code: row.secret_code,
      final_milli: Number(row.final_milli),
      reader_milli: Number(row.total_milli),
      confidence: row.confidence,
      reason: row.reason,
      is_checked: Number(row.is_checked) === 1,
    })),
    disagreement_count: pairs.filter(([a, b]) => Math.abs(a - b) > toleranceMilli).length,
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
