import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import {
  type DeliveredSheet,
  ScanError,
  type ScanOutcome,
  type Scanner,
  type ScannerProfile,
} from '@hengjuan/scanner-bridge'
import type { ScanNotice, ScannerState } from '../../bridge/scanner-api.ts'
import type { StationContext } from '../context.ts'
import { dropSetting } from '../store/settings.store.ts'
import { blankSides } from './blank-page.ts'
import { refeedNotice } from './refeed-words.ts'
import { noticeOf, noticeWithoutPaper, withBlankPages } from './scanner-words.ts'
import { lastFeederSheet, type Refeed, takeSheet } from './take-sheet.ts'
import { waitForPaper } from './wait-for-paper.ts'

/** A stack of paper on its way from a scanner into a batch. */
export interface FeedPass {
  scanner: Scanner
  profile: ScannerProfile
  batchId: string
  refeed: Refeed | null
  /** For the pages until they are in the batch. */
  folder: string
  /** The setting that says which pass is under way, for after a crash. */
  runSetting: string
  /** Given up at once. */
  signal: AbortSignal
  isWaiting: boolean
  onFeeding: () => void
  onTaken: () => void
  whenRead: ((signal: AbortSignal) => Promise<void>) | undefined
  /** Has somebody asked to pause or to stop since the pass began? */
  isEnding: () => boolean
  /** Why the pass is being ended before the feeder is empty. */
  whyStopped: () => Pick<ScanNotice, 'title' | 'text'> | null
}

/** Sheets that may be on their way into the batch before feeding waits. */
const AHEAD = 4

/** Feeds until the feeder is empty or something stops it; @returns how it ended and what to do now */
export async function feedPaper(
  station: StationContext,
  pass: FeedPass,
): Promise<ScannerState['notice']> {
  const { db } = station
  const { scanner, profile, batchId, refeed, signal } = pass
  const firstSheet = lastFeederSheet(db, batchId) + 1
  const job = randomUUID()
  const dir = path.join(pass.folder, job)
  const blanks: string[] = []
  /** Pieces of paper of a sheet that is fed again, so far. */
  let have = refeed?.have ?? 0
  const tell = (outcome: Pick<ScanOutcome, 'end' | 'fault' | 'lastGoodSheet'>): ScanNotice =>
    refeed
      ? refeedNotice(outcome, refeed, have, scanner.isOpen)
      : noticeOf(outcome, firstSheet, scanner.isOpen, scanner.driver)
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    if (pass.isWaiting) {
      const came = await waitForPaper(scanner, profile.waitForPaperS, () => signal.aborted)
      if (came !== 'paper') {
        dropSetting(db, pass.runSetting)
        return noticeWithoutPaper(came, lastFeederSheet(db, batchId))
      }
      if (!pass.isEnding()) pass.onFeeding()
    }
    // Asked before there was a pass of the scanner to tell it to.
    if (pass.isEnding()) {
      const end = signal.aborted ? 'stopped' : 'paused'
      return tell({ end, fault: null, lastGoodSheet: firstSheet - 1 })
    }
    const outcome = await scanner.scan({
      job,
      dir,
      firstSheet,
      ...limitOf(refeed, profile),
      ahead: AHEAD,
      onSheet: async (sheet) => {
        await takeWhenRoom(station, pass, sheet)
        have++
        if (profile.blankPage === 'flag') blanks.push(...(await blankSides(sheet)))
        station.changed()
        pass.onTaken()
        for (const { file } of sheet.pages)
          // The folder goes at the end of the pass; a file that stays until then does no harm.
          await rm(path.join(dir, file), { force: true }).catch(() => undefined)
        await pass.whenRead?.(signal)
      },
    })
    if (outcome.end === 'feeder-empty' || outcome.end === 'limit') dropSetting(db, pass.runSetting)
    // The batch itself is asked: what it holds must not be fed again, whatever went wrong after that.
    const lastGoodSheet = lastFeederSheet(db, batchId)
    const notice = withBlankPages(tell({ ...outcome, lastGoodSheet }), blanks)
    if (outcome.fault)
      station.log('scanner.fault', {
        code: outcome.fault.code,
        message: outcome.fault.message,
        lastGoodSheet,
      })
    const stopping = pass.whyStopped()
    return stopping && !outcome.fault ? { ...notice, tone: 'bad', ...stopping } : notice
  } catch (error) {
    // The disk, or a scanner that went away between two calls.
    const fault =
      error instanceof ScanError
        ? error
        : new ScanError('IO_ERROR', String(error), { cause: error })
    station.log('scanner.failed', { error: String(error) })
    const lastGoodSheet = lastFeederSheet(db, batchId)
    return tell({ end: 'interrupted', fault, lastGoodSheet })
  } finally {
    await rm(dir, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** The feeder stands still meanwhile, since no sheet is asked for before this one is safe. */
function takeWhenRoom(
  station: StationContext,
  { batchId, profile, refeed, signal }: FeedPass,
  sheet: DeliveredSheet,
): Promise<void> {
  const take = () => takeSheet(station, batchId, sheet, { ...profile, refeed })
  return station.disk.guarded(take, signal)
}

/** A sheet that is fed again is one sheet, whatever the profile says; what came of it already stays out. */
function limitOf(refeed: Refeed | null, { limitSheets }: ScannerProfile): { limitSheets?: number } {
  if (refeed) return { limitSheets: Math.max(1, refeed.papers - refeed.have) }
  return limitSheets > 0 ? { limitSheets } : {}
}
