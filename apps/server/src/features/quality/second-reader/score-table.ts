import type { MultipartFile } from '@fastify/multipart'
import type { ReplyOf, secondReaderImport } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  type FieldError,
  MILLI_PER_POINT,
  parsePercentText,
  SECOND_READER,
} from '@hengjuan/domain'
import { ulid } from 'ulid'
import type { Services } from '../../../services.ts'
import {
  assertNoImportErrors,
  type ImportTable,
  readImportTable,
} from '../../../spreadsheet/index.ts'
import {
  type BlockRules,
  factsOf,
  pointsOf,
  selectBlockRules,
  withRetry,
} from '../../marking-core/index.ts'
import { findReaderOn, type ReaderRow } from './reader.query.ts'
import { selectScoresOf } from './score.query.ts'
import { checkedScores, type GoodScore, hashOf, selectByCode, storeBatch } from './take-scores.ts'

type Report = ReplyOf<typeof secondReaderImport>
type Row = Report['rows'][number]

const MAX_ROWS = 50_000
const SHOWN_ROWS = 500

/** Column of the total, in a table of a block with several points. */
export const TOTAL = '总分'

/** Columns of a table of scores: one for each point, by its question and name. */
export function pointColumns({ points }: Pick<BlockRules, 'points'>): string[] {
  if (points.length === 1) return ['得分']
  return points.map(({ key }) => key.replaceAll(/[\s*＊]/g, ''))
}

/** The reader that the block is switched on for. @throws AppError SECOND_READER_OFF */
async function readerOn(db: Db, { block }: BlockRules): Promise<ReaderRow> {
  const reader = await findReaderOn(db, block)
  if (!reader) throw new AppError('SECOND_READER_OFF', { block: block.name })
  return reader
}

/**
 * Takes a reader's scores from a table, by secret code. What the reader gave before and gives again is left
 * out of the log.
 *
 * @param byId who imports it
 * @throws AppError SECOND_READER_OFF, IMPORT_FILE_INVALID, IMPORT_HAS_ERRORS
 */
export async function importScores(
  services: Services,
  blockId: number,
  file: MultipartFile,
  { byId, isPreview }: { byId: number; isPreview: boolean },
): Promise<Report> {
  const rules = await selectBlockRules(services.db, blockId)
  const reader = await readerOn(services.db, rules)
  const columns = pointColumns(rules)
  const table = await readImportTable<string>(file, {
    columns: [
      { field: '密号', label: '密号', aliases: ['试卷密号', '密码号'], required: true },
      // A reader that knows no points gives the total alone.
      ...columns.map((field) => ({ field, label: field, required: columns.length === 1 })),
      ...(columns.length === 1 ? [] : [{ field: TOTAL, label: TOTAL }]),
      { field: '把握', label: '把握', aliases: ['置信度', '把握度'] },
      { field: '理由', label: '理由', aliases: ['评分理由', '说明'] },
    ],
    maxRows: MAX_ROWS,
  })
  if (isPreview) return reportOf(await checkTable(services.db, rules, reader, table), 0)
  return withRetry(services, async (db) => {
    const checked = await checkTable(db, rules, reader, table)
    assertNoImportErrors(checked.errors)
    if (checked.fresh.length > 0)
      await storeBatch(
        db,
        services,
        {
          readerId: reader.id,
          blockId,
          via: 'table',
          byId,
          idemKey: `table-${ulid()}`,
          contentHash: hashOf(table.rows),
        },
        checked.fresh,
      )
    return reportOf(checked, 1)
  })
}

interface Checked {
  rows: Row[]
  /** What the reader did not say before. */
  fresh: GoodScore[]
  errors: FieldError[]
}

async function checkTable(
  db: Db,
  rules: BlockRules,
  reader: ReaderRow,
  table: ImportTable<string>,
): Promise<Checked> {
  const codeOf = (cells: Record<string, string>) => (cells['密号'] ?? '').toUpperCase()
  const units = await selectByCode(
    db,
    rules.block.id,
    table.rows.map(({ cells }) => codeOf(cells)),
  )
  const known = await selectScoresOf(
    db,
    { readerId: reader.id, blockId: rules.block.id },
    [...units.values()].map(({ id }) => id),
  )
  const checked: Checked = { rows: [], fresh: [], errors: [] }
  const seen = new Map<string, number>()
  for (const { row, cells } of table.rows) {
    const code = codeOf(cells)
    const refuse = (column: string, message: string) => {
      checked.errors.push({ path: table.address(row, column), message })
      checked.rows.push({ row, secret_code: code, total_milli: null, result: 'error', message })
    }
    const unit = units.get(code)
    const before = seen.get(code)
    seen.set(code, row)
    let hasProblem = false
    table.tellProblems(row, (column, message) => {
      if (!hasProblem) refuse(column, message)
      hasProblem = true
    })
    if (hasProblem) continue
    if (code === '') refuse('密号', '请填写密号')
    else if (!unit) refuse('密号', `这个题块没有密号「${code}」，请核对密号`)
    else if (before !== undefined) refuse('密号', `与第 ${before} 行重复，请只保留一行`)
    else {
      const said = saidIn(rules, factsOf(unit).choice, cells)
      if ('message' in said) {
        refuse(said.column, said.message)
        continue
      }
      const found = checkedScores(rules, unit, said)
      const confidence = confidenceIn(cells['把握'] ?? '')
      const reason = cells['理由'] ?? ''
      const column = said.scores === undefined ? TOTAL : (pointColumns(rules)[0] ?? '密号')
      if (typeof found === 'string') refuse(column, found)
      else if (confidence === undefined)
        refuse('把握', '把握请填 0 到 100 的整数（百分数），或不填')
      else if (reason.length > SECOND_READER.mostReason)
        refuse('理由', `理由最多 ${SECOND_READER.mostReason} 个字，请写得简短一些`)
      else {
        const old = known.get(unit.id)
        const isSame =
          old !== undefined &&
          old.points === JSON.stringify(found.scores) &&
          old.confidence === confidence &&
          old.reason === reason
        if (!isSame) checked.fresh.push({ unit, ...found, confidence, reason })
        checked.rows.push({
          row,
          secret_code: code,
          total_milli: found.totalMilli,
          result: isSame ? 'same' : old ? 'change' : 'add',
          message: '',
        })
      }
    }
  }
  return checked
}

/** The points of a row, or its total alone where it has no points; a cell that is wrong. */
function saidIn(
  rules: BlockRules,
  choice: readonly number[] | null,
  cells: Record<string, string>,
): { scores?: (number | null)[]; totalMilli?: number } | { column: string; message: string } {
  const total = rules.points.length > 1 ? (cells[TOTAL] ?? '') : ''
  const totalMilli = total === '' ? undefined : milliIn(total)
  if (totalMilli === null) return { column: TOTAL, message: notAScore(total) }
  const hasPoints = pointColumns(rules).some((column) => (cells[column] ?? '') !== '')
  if (totalMilli !== undefined && !hasPoints) return { totalMilli }
  if (rules.points.length > 1 && !hasPoints)
    return { column: '密号', message: '请填写各给分点的得分，或只填总分' }
  const scores = scoresIn(rules, choice, cells)
  if (!Array.isArray(scores)) return scores
  return { scores, ...(totalMilli === undefined ? {} : { totalMilli }) }
}

/** Points as thousandths; null for what is no score. */
const milliIn = (text: string): number | null =>
  /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * MILLI_PER_POINT) : null

const notAScore = (text: string): string => `「${text}」不是分数，请填写数字，例如 6 或 6.5`

/** One score for each point that counts for the paper; a cell that is none, or should be empty. */
function scoresIn(
  rules: BlockRules,
  choice: readonly number[] | null,
  cells: Record<string, string>,
): (number | null)[] | { column: string; message: string } {
  const columns = pointColumns(rules)
  const counted = new Set(pointsOf(rules, choice).map(({ id }) => id))
  const scores: (number | null)[] = []
  for (const [index, { id }] of rules.points.entries()) {
    const column = columns[index] ?? ''
    const text = cells[column] ?? ''
    if (!counted.has(id)) {
      if (text !== '') return { column, message: '考生没有选做这一题，请留空' }
    } else if (text === '') scores.push(null)
    else {
      const milli = milliIn(text)
      if (milli === null) return { column, message: notAScore(text) }
      scores.push(milli)
    }
  }
  return scores
}

/** Whole percent, at most 100; null for nothing, undefined for what is no such number. */
function confidenceIn(text: string): number | null | undefined {
  if (text === '') return null
  return /^\d+\s*[%％]?$/.test(text) ? (parsePercentText(text) ?? undefined) : undefined
}

function reportOf({ rows }: Checked, applied: 0 | 1): Report {
  const count = (result: Row['result']) => rows.filter((row) => row.result === result).length
  return {
    applied,
    add: count('add'),
    change: count('change'),
    same: count('same'),
    error: count('error'),
    rows: rows
      .toSorted(
        (a, b) => Number(b.result === 'error') - Number(a.result === 'error') || a.row - b.row,
      )
      .slice(0, SHOWN_ROWS),
  }
}
