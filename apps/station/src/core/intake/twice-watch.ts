import { clientMarkingCheck, type ReplyOf } from '@hengjuan/contracts'
import { CallError } from '@hengjuan/client'
import type { StationContext } from '../context.ts'
import { findBatch, updateBatchTwice } from '../store/batch.store.ts'
import { insertSuperseded } from '../store/superseded.store.ts'
import { selectSheetImages } from '../store/image.store.ts'
import {
  addTrayReason,
  dropTrayReason,
  findSheetById,
  type SheetRow,
} from '../store/sheet.store.ts'
import { endsSession, isPassing } from '../upload/call-failure.ts'
import type { ServerLink } from '../upload/server-link.ts'
import type { StackTwice } from '../store/stack-twice.ts'
import { clock } from './twice-words.ts'

/** Sheets that are asked about in one call, whose address must stay short, and how long a sheet waits for others. */
const MOST_SHEETS = 20
const WAIT_MS = 250
/** So many sheets in one earlier batch are no accident: the stack was scanned before. */
const STACK_SHEETS = 3

type Known = ReplyOf<typeof clientMarkingCheck>[number]

/** The earlier scan of a sheet's paper. */
export interface EarlierScan {
  sheet_id: string
  batch_id: string
  batch_label: string
  station: string
  seq: number
  at: string
}

/** A sheet of this batch with the earlier scan of its paper. */
type Match = EarlierScan & { own: string }

export interface TwiceWatchOptions {
  stationName: string
  link: ServerLink
  /** A stack or a sheet was found to have been scanned before. */
  onFound: (batchId: string, twice: StackTwice | null) => void
  /** A sheet takes the place of its earlier scan, which is to be taken out of use. */
  onReplaced: (batchId: string) => void
}

/**
 * Finds out whether paper was scanned before, here or at another station, while the stack is still being
 * fed. The server knows every sheet by its number, its marks and its pictures; without a network it is
 * asked later, and at the latest says so on upload.
 */
export class TwiceWatch {
  private readonly station: StationContext
  private readonly options: TwiceWatchOptions
  private readonly waiting = new Set<string>()
  private timer: NodeJS.Timeout | null = null
  private asking: Promise<void> = Promise.resolve()
  private isStopped = false
  /** By batch and earlier batch. */
  private readonly matches = new Map<string, Map<string, Match[]>>()

  constructor(station: StationContext, options: TwiceWatchOptions) {
    this.station = station
    this.options = options
  }

  /** A sheet was made. */
  watch = (sheetId: string): void => {
    this.waiting.add(sheetId)
    if (this.waiting.size >= MOST_SHEETS) this.flush()
    else this.timer ??= setTimeout(() => this.flush(), WAIT_MS)
  }

  /** Called when the server is back: asks about what was scanned without it. */
  pump(): void {
    if (this.waiting.size > 0) this.flush()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    if (this.timer) clearTimeout(this.timer)
    await this.asking
  }

  private flush(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const { link } = this.options
    if (this.isStopped || !link.isSignedIn || link.pauseMs > 0) return
    const ids = [...this.waiting].slice(0, MOST_SHEETS)
    for (const id of ids) this.waiting.delete(id)
    this.asking = this.asking
      .then(() => this.ask(ids))
      .catch((error: unknown) => {
        this.station.disk.note(error)
        this.station.log('twice.failed', { error: String(error) })
      })
      .then(() => this.pump())
  }

  private async ask(ids: readonly string[]): Promise<void> {
    const sheets = ids.flatMap((id) => findSheetById(this.station.db, id) ?? [])
    for (const group of Map.groupBy(sheets, lotOf).values()) {
      const [first] = group
      const batch = first && findBatch(this.station.db, first.batch_id)
      if (!first || !batch) continue
      try {
        const known = await this.options.link.call(clientMarkingCheck, {
          query: {
            exam_id: batch.exam_id,
            subject_id: first.subject_id,
            exam_nos: group.flatMap(({ exam_no }) => (isWhole(exam_no) ? [exam_no] : [])),
            image_hashes: group.flatMap(({ id }) =>
              selectSheetImages(this.station.db, id).map(({ sha256 }) => sha256),
            ),
          },
        })
        this.compare(group, known)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        this.station.log('twice.unasked', { code: error.code })
        // Asked again when the server is back.
        if (isPassing(error) || endsSession(error)) for (const { id } of group) this.waiting.add(id)
      }
    }
  }

  private compare(sheets: readonly SheetRow[], known: readonly Known[]): void {
    const others = known.filter(
      ({ batch_id, state }) => state === 'active' && sheets[0]?.upload_batch_id !== batch_id,
    )
    for (const sheet of sheets) {
      const hashes = new Set(
        selectSheetImages(this.station.db, sheet.id).map(({ sha256 }) => sha256),
      )
      const same = others.find(
        (other) =>
          other.image_hashes.some((hash) => hashes.has(hash)) ||
          (isWhole(sheet.exam_no) &&
            other.exam_no === sheet.exam_no &&
            other.marks === sheet.marks &&
            sheet.marks !== ''),
      )
      if (same)
        this.note(sheet, {
          sheet_id: same.sheet_id,
          batch_id: same.batch_id,
          batch_label: same.batch_label,
          station: same.station,
          seq: same.seq,
          at: same.received_at,
        })
    }
  }

  /** A sheet's paper was scanned before; several of one earlier batch mean the whole stack was. */
  note(sheet: SheetRow, earlier: EarlierScan): void {
    const { db } = this.station
    const batch = findBatch(db, sheet.batch_id)
    // The answer may come when the sheet is taken out, or the batch closed.
    if (!batch || !findSheetById(db, sheet.id)) return
    const twice = batch.twice === null ? null : (JSON.parse(batch.twice) as StackTwice)
    // What was decided about the stack holds for each of its sheets, to the last.
    const isOfStack = twice?.batch_id === earlier.batch_id
    if (batch.state === 'closed' && !(isOfStack && twice.decision === 'replace')) return
    if (isOfStack) return this.add(twice, sheet, earlier)
    const ofBatch = this.matches.get(batch.id) ?? new Map<string, Match[]>()
    this.matches.set(batch.id, ofBatch)
    const list = (ofBatch.get(earlier.batch_id) ?? []).filter(({ own }) => findSheetById(db, own))
    if (!list.some(({ own }) => own === sheet.id)) list.push({ ...earlier, own: sheet.id })
    ofBatch.set(earlier.batch_id, list)
    if (twice === null && list.length >= STACK_SHEETS) return this.found(sheet, earlier, list)
    const message = `这张纸已由 ${earlier.station} 在 ${clock(earlier.at)} 扫过（批次「${earlier.batch_label}」第 ${earlier.seq} 张），请取出，不要重复计入`
    addTrayReason(db, sheet.id, { code: 'SAME_PAPER', message, page_seq: null, boxes: [] })
    this.station.changed()
    this.options.onFound(batch.id, null)
  }

  private found(sheet: SheetRow, earlier: EarlierScan, list: readonly Match[]): void {
    const twice: StackTwice = {
      batch_id: earlier.batch_id,
      subject_id: sheet.subject_id,
      station: earlier.station,
      batch_label: earlier.batch_label,
      at: list.map(({ at }) => at).reduce((a, b) => (a < b ? a : b)),
      pairs: list.map(({ own, sheet_id }) => ({ sheet_id: own, earlier_id: sheet_id })),
      decision: null,
    }
    updateBatchTwice(this.station.db, sheet.batch_id, JSON.stringify(twice))
    // One question about the stack instead of one about every sheet.
    for (const { own } of list) dropTrayReason(this.station.db, own, 'SAME_PAPER')
    this.station.changed()
    this.options.onFound(sheet.batch_id, twice)
  }

  private add(twice: StackTwice, sheet: SheetRow, earlier: EarlierScan): void {
    if (twice.pairs.some(({ sheet_id }) => sheet_id === sheet.id)) return
    const { db } = this.station
    const pair = { sheet_id: sheet.id, earlier_id: earlier.sheet_id }
    const next = { ...twice, pairs: [...twice.pairs, pair] }
    updateBatchTwice(db, sheet.batch_id, JSON.stringify(next))
    const batch = findBatch(db, sheet.batch_id)
    if (twice.decision === 'replace' && batch) {
      insertSuperseded(db, {
        sheet_id: pair.earlier_id,
        exam_id: batch.exam_id,
        subject_id: sheet.subject_id,
        by_sheet_id: pair.sheet_id,
      })
      // The sheet may be uploaded by now; nothing else would ask again.
      this.options.onReplaced(batch.id)
    }
    this.station.changed()
  }
}

const lotOf = ({ batch_id, subject_id }: SheetRow): string => `${batch_id} ${subject_id}`

const isWhole = (examNo: string | null): examNo is string => /^\d+$/.test(examNo ?? '')
