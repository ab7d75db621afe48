import { createHash } from 'node:crypto'
import type { ResultManifest } from '@hengjuan/stats'
import { atOneMoment, runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { type FinalPaper, selectFinalPapers } from '../../marking-core/index.ts'
import { gatherScores } from './gather.ts'
import { packColumns, type StoredColumns } from './stored-columns.ts'

/** Changes when the way in which scores or ranks are computed does. */
export const RULE_VERSION = '2026-11'

/** What a version is made of, beside its columns. */
export interface Prepared {
  manifest: ResultManifest
  inputHash: string
  columns: StoredColumns
  /** How many parts its columns are stored in. */
  parts: number
  /** Papers that were final then and not locked: their marks are in it. */
  unlocked: FinalPaper[]
}

/** Of the exams that are being released here; of each the parts that are still to be asked for. */
const prepared = new Map<string, readonly Uint8Array[]>()

/**
 * Makes a version of an exam's results, away from those who mark, and keeps its columns until `dropPrepared`.
 *
 * @param name under which they are asked for
 */
export const prepareSnapshot = runInWorker(
  import.meta.url,
  'prepareSnapshot',
  async (reading, examId: number, name: string): Promise<Prepared> => {
    const { scores, unlocked } = await atOneMoment(reading, async (db) => ({
      scores: await gatherScores(db, examId),
      unlocked: await selectFinalPapers(db, examId),
    }))
    const { head, parts } = await packColumns(scores.columns)
    prepared.set(name, parts)
    return {
      manifest: scores.manifest,
      inputHash: hashOf(scores.manifest, head.columns_sha256),
      columns: head,
      parts: parts.length,
      unlocked,
    }
  },
)

/** A part of the columns as it is to be stored; null where it is not kept, as after the thread ended. */
export const preparedPart = runInWorker(
  import.meta.url,
  'preparedPart',
  async (_, name: string, part: number) => prepared.get(name)?.[part] ?? null,
)

export const dropPrepared = runInWorker(
  import.meta.url,
  'dropPrepared',
  async (_, name: string) => {
    prepared.delete(name)
  },
)

const hashOf = (manifest: ResultManifest, columnsHash: string): string =>
  createHash('sha256')
    .update(JSON.stringify([RULE_VERSION, manifest, columnsHash]))
    .digest('hex')
