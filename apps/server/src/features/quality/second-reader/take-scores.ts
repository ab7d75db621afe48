import { createHash } from 'node:crypto'
import type { InputOf, readerScores, ReplyOf } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import {
  AppError,
  appErrorOf,
  type BestOf,
  checkScores,
  countedTotal,
  type FieldError,
  formatMilli,
  type Milli,
} from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  bestOfBlock,
  type BlockPoint,
  type BlockRules,
  factsOf,
  pointsOf,
  type UnitRow,
  withRetry,
} from '../../marking-core/index.ts'
import { pictureOf, rulesFor } from './reader-papers.ts'
import type { ReaderRow } from './reader.query.ts'

/** Scores of one paper that were checked. */
export interface GoodScore {
  unit: UnitRow
  /** One for each point that counts; empty where only the total is known. */
  scores: Milli[]
  totalMilli: Milli
  confidence: number | null
  reason: string
}

/** Papers of a block by code, as they look now. */
export async function selectByCode(
  db: Db,
  blockId: number,
  codes: readonly string[],
): Promise<Map<string, UnitRow>> {
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('unit')
    .selectAll()
    .where('block_id', '=', blockId)
    .where('images', '<>', '[]')
    .where(isOneOf(db, 'secret_code', [...new Set(codes)]))
    .execute()
  return new Map(rows.map((row) => [row.secret_code, row]))
}

/** What a reader says of a paper: points, or no more than the total. */
interface Said {
  scores?: readonly (Milli | null)[] | undefined
  totalMilli?: Milli | undefined
}

/**
 * Checks the scores of one paper on the grid of its block.
 *
 * @returns the scores with what they come to, or a Chinese sentence about what is wrong
 */
export function checkedScores(
  rules: BlockRules,
  unit: UnitRow,
  { scores, totalMilli }: Said,
): { scores: Milli[]; totalMilli: Milli } | string {
  const points = pointsOf(rules, factsOf(unit).choice)
  if (scores === undefined)
    return totalMilli === undefined
      ? '请给出各给分点的分数，或总分'
      : checkedTotal(points, bestOfBlock(rules), totalMilli)
  const refusal = checkScores(points, scores)
  if (refusal) return appErrorOf(refusal.code, refusal.facts).message
  const given = scores as Milli[]
  const sum = countedTotal(given, bestOfBlock(rules))
  if (totalMilli !== undefined && totalMilli !== sum)
    return `各给分点合计 ${formatMilli(sum)} 分，与总分 ${formatMilli(totalMilli)} 分不符，请核对`
  return { scores: given, totalMilli: sum }
}

/** A total alone lies on the finest step of the points; which point got what is not known. */
function checkedTotal(
  points: readonly BlockPoint[],
  bestOf: BestOf | null,
  totalMilli: Milli,
): { scores: Milli[]; totalMilli: Milli } | string {
  const point = {
    name: '总分',
    fullMilli: countedTotal(
      points.map(({ fullMilli }) => fullMilli),
      bestOf,
    ),
    stepMilli: Math.min(...points.map(({ stepMilli }) => stepMilli)),
  }
  const refusal = checkScores([point], [totalMilli])
  return refusal ? appErrorOf(refusal.code, refusal.facts).message : { scores: [], totalMilli }
}

/**
 * Takes what a reader sends: all of it, or nothing. The same key again changes nothing.
 *
 * @throws AppError SECOND_READER_OFF; SECOND_READER_SCORES_INVALID with a sentence for each paper;
 *   MARKING_IDEMPOTENCY_MISMATCH for other content under the same key
 * @source domain rules 7.6
 */
export async function takeScores(
  services: Services,
  reader: ReaderRow,
  body: InputOf<typeof readerScores>['body'],
): Promise<ReplyOf<typeof readerScores>> {
  const { block_id: blockId, idem_key: idemKey, items } = body
  const rules = await rulesFor(services.db, reader, blockId)
  const contentHash = hashOf({ blockId, items })
  return withRetry(services, async (db) => {
    const before = await db
      .selectFrom('second_reader_batch')
      .select(['id', 'content_hash', 'papers'])
      .where('reader_id', '=', reader.id)
      .where('idem_key', '=', idemKey)
      .executeTakeFirst()
    if (before && before.content_hash !== contentHash)
      throw new AppError('MARKING_IDEMPOTENCY_MISMATCH')
    if (before) return { batch_id: before.id, accepted: before.papers, is_repeat: true }
    const { good, problems } = await checkItems(db, rules, items)
    if (problems.length > 0)
      throw new AppError('SECOND_READER_SCORES_INVALID', { count: problems.length }).withDetails(
        problems,
      )
    const sent = { readerId: reader.id, blockId, idemKey, contentHash }
    const batchId = await storeBatch(db, services, { ...sent, via: 'api', byId: null }, good)
    return { batch_id: batchId, accepted: good.length, is_repeat: false }
  })
}

async function checkItems(
  db: Db,
  rules: BlockRules,
  items: InputOf<typeof readerScores>['body']['items'],
): Promise<{ good: GoodScore[]; problems: FieldError[] }> {
  const codes = items.map(({ code }) => code.toUpperCase())
  const units = await selectByCode(db, rules.block.id, codes)
  const seen = new Set<string>()
  const good: GoodScore[] = []
  const problems: FieldError[] = []
  for (const [index, item] of items.entries()) {
    const code = codes[index] ?? ''
    const unit = units.get(code)
    const problem = (path: string, message: string) =>
      void problems.push({ path: `items.${index}.${path}`, message: `密号 ${code}：${message}` })
    if (!unit) problem('code', '这个题块没有这份试卷，请重新取卷')
    else if (seen.has(code)) problem('code', '同一批中出现了两次，请只保留一份')
    else if (item.picture !== pictureOf(unit)) problem('picture', '图像已经更换，请重新取卷后再评')
    else {
      const checked = checkedScores(rules, unit, {
        scores: item.scores,
        totalMilli: item.total_milli,
      })
      if (typeof checked === 'string')
        problem(item.scores === undefined ? 'total_milli' : 'scores', checked)
      else
        good.push({
          unit,
          ...checked,
          confidence: item.confidence ?? null,
          reason: item.reason?.trim() ?? '',
        })
    }
    seen.add(code)
  }
  return { good, problems }
}

/** Rows of one statement: PostgreSQL takes 65,535 values, of which a row has nine. */
const ROWS_AT_ONCE = 1000

/** Writes scores into the log. @returns the batch */
export async function storeBatch(
  db: Db,
  { clock }: Services,
  sent: {
    readerId: number
    blockId: number
    via: 'api' | 'table'
    byId: number | null
    idemKey: string
    contentHash: string
  },
  good: readonly GoodScore[],
): Promise<number> {
  const { id: batchId } = await db
    .insertInto('second_reader_batch')
    .values({
      reader_id: sent.readerId,
      block_id: sent.blockId,
      via: sent.via,
      by_id: sent.byId,
      idem_key: sent.idemKey,
      content_hash: sent.contentHash,
      papers: good.length,
      at: isoNow(clock),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let from = 0; from < good.length; from += ROWS_AT_ONCE)
    await db
      .insertInto('second_reader_score')
      .values(
        good.slice(from, from + ROWS_AT_ONCE).map((row) => ({
          batch_id: batchId,
          reader_id: sent.readerId,
          block_id: sent.blockId,
          unit_id: row.unit.id,
          images: row.unit.images,
          points: JSON.stringify(row.scores),
          total_milli: row.totalMilli,
          confidence: row.confidence,
          reason: row.reason,
        })),
      )
      .execute()
  return batchId
}

export const hashOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')
