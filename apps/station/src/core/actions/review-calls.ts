import { holdsText } from '@hengjuan/domain'
import { printedBoxes } from '@hengjuan/omr'
import type { ReviewDetail, ReviewItem } from '@hengjuan/scan-review'
import type { ReviewNotice, ReviewReplies, StationReviewDetail } from '../../bridge/review-api.ts'
import type { StationApi } from '../../bridge/station-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import type { ExamCache } from '../exams/exam-cache.ts'
import { type BatchRow, findBatch } from '../store/batch.store.ts'
import type { ServerLink } from '../upload/server-link.ts'
import type { ActionDesk } from './action-desk.ts'
import { countWaitingActions, selectUnseenRefusals } from '../store/action-outbox.store.ts'
import { selectSheetActions } from '../store/action.store.ts'
import { selectClaimants } from './reviewed-sheet.store.ts'
import {
  matchesCandidate,
  neighboursOf,
  proposeCandidates,
  selectCandidates,
} from './candidates.ts'
import { describeGhosts, describeRegions } from './describe-regions.ts'
import { describeEntry, describeReviewSheet } from './describe-review.ts'
import type { EffectiveSheet } from './effective-sheet.ts'
import { warningCodes } from './settled-findings.ts'
import { type LoadedSheet, loadSheet } from './load-sheet.ts'
import { cornersOf } from './read-again.ts'
import { whyWarningsStand } from './resolve-decision.ts'
import {
  byUrgency,
  countEntries,
  isInTab,
  listEntries,
  type ReviewEntry,
  sheetOfEntry,
} from './review-items.ts'

export interface ReviewParts extends StationContext {
  stationName: string
  exams: ExamCache
  link: ServerLink
  desk: ActionDesk
}

/** Choices that are shown with what the machine saw: a screenful and those that follow. */
const CHOICES_DESCRIBED = 24
const FOUND = 30

/** The calls about exceptions. */
export function reviewCalls(station: ReviewParts): Pick<StationApi, keyof ReviewReplies> {
  const { db, desk } = station
  return {
    reviewCounts: async ({ batch_id }) => {
      const batch = batchOf(station, batch_id)
      const midnight = new Date(station.now())
      midnight.setHours(0, 0, 0, 0)
      return {
        ...countEntries(listEntries(db, batch.id), {
          account: station.link.session?.account ?? '',
          since: midnight.toISOString(),
        }),
        to_send: countWaitingActions(db, batch.id),
        notices: noticesOf(station, { batchId: batch.id }),
      }
    },
    reviewList: async ({ batch_id, category, keyword = '', limit = 200 }) => {
      const batch = batchOf(station, batch_id)
      const entries = listEntries(db, batch.id).filter((entry) => isInTab(entry, category))
      const people = new Map(
        selectCandidates(station, batch).map((person) => [person.exam_no, person]),
      )
      const found = entries
        .filter(({ sheet }) => isFound(sheet, people.get(sheet.exam_no ?? ''), keyword))
        .sort(byUrgency)
      const list: ReviewItem[] = []
      const loaded = sheetLoader(station)
      let choices = 0
      for (const entry of found.slice(0, limit)) {
        const isDescribed = entry.finding.category === 'choice' && ++choices <= CHOICES_DESCRIBED
        const person = people.get(entry.sheet.exam_no ?? '')
        const of = { batchLabel: batch.label, person }
        list.push(describeEntry(entry, of, isDescribed ? await loaded(entry.sheet.id) : undefined))
      }
      return { total: found.length, list }
    },
    reviewDetail: ({ exception_id }) => describeDetail(station, exception_id),
    findCandidates: async ({ batch_id, keyword }) =>
      selectCandidates(station, batchOf(station, batch_id))
        .filter((person) => matchesCandidate(person, keyword))
        .slice(0, FOUND),
    placements: async ({ sheet_id, page_seq }) =>
      (await desk.placements(sheet_id, page_seq)).map(({ placement }) => placement),
    decide: async ({ sheet_id, decision }) => ({
      action_id: await desk.decide(sheet_id, decision),
    }),
    undoAction: async ({ action_id }) => ({ action_id: await desk.undo(action_id) }),
    dismissNotice: async ({ action_id }) => {
      await desk.dismiss(action_id)
      return { action_id }
    },
  }
}

function batchOf({ db }: StationContext, batchId: string): BatchRow {
  const batch = findBatch(db, batchId)
  if (!batch) throw new StationError('BATCH_NOT_FOUND', '没有找到该批次，请刷新批次列表')
  return batch
}

/** Loads each sheet once; a sheet whose pictures are gone stays undescribed. */
function sheetLoader(station: ReviewParts) {
  const sheets = new Map<string, { sheet: LoadedSheet; now: EffectiveSheet } | undefined>()
  return async (id: string) => {
    if (!sheets.has(id))
      sheets.set(
        id,
        await loadSheet(station, station.exams, id).then(
          (sheet) => ({ sheet, now: station.desk.review(sheet) }),
          (error: unknown) => {
            if (error instanceof StationError) return undefined
            throw error
          },
        ),
      )
    return sheets.get(id)
  }
}

const isFound = (
  sheet: ReviewEntry['sheet'],
  person: Parameters<typeof matchesCandidate>[0] | undefined,
  keyword: string,
): boolean =>
  keyword.trim() === '' ||
  holdsText(sheet.exam_no ?? '', keyword) ||
  (person !== undefined && matchesCandidate(person, keyword))

const noticesOf = (
  { db }: StationContext,
  of: { batchId?: string; sheetId?: string },
): ReviewNotice[] =>
  selectUnseenRefusals(db, of).map((refusal) => ({
    action_id: refusal.id,
    sheet_id: refusal.sheet_id,
    seq: refusal.seq,
    decided: refusal.label,
    message: refusal.error_message ?? '',
    at: refusal.answered_at ?? refusal.decided_at,
  }))

async function describeDetail(
  station: ReviewParts,
  exceptionId: string,
): Promise<StationReviewDetail> {
  const sheetId = sheetOfEntry(exceptionId)
  const loaded = await loadSheet(station, station.exams, sheetId)
  const { batch, subjectId, template } = loaded
  const now = station.desk.review(loaded)
  const entry = listEntries(station.db, batch.id).find(({ id }) => id === exceptionId)
  if (!entry) throw new StationError('EXCEPTION_GONE', '这条异常已经不在，请刷新列表')
  const of = { exam_id: batch.exam_id, subject_id: subjectId }
  const people = selectCandidates(station, of)
  const personOf = ({ examNo }: EffectiveSheet) => people.find(({ exam_no }) => exam_no === examNo)
  const describe = (sheet: LoadedSheet, view: EffectiveSheet) =>
    describeReviewSheet(sheet, view, {
      station: station.stationName,
      account: station.link.session?.account ?? '',
      person: personOf(view),
      actions: selectSheetActions(station.db, sheet.row.id),
    })
  const others: ReviewDetail['others'] = []
  if (entry.finding.category === 'duplicate')
    for (const { id } of selectClaimants(station.db, of, now.examNo ?? '')) {
      if (id === sheetId) continue
      const other = await loadSheet(station, station.exams, id)
      others.push(describe(other, station.desk.review(other)))
    }
  const { category, target } = entry.finding
  return {
    // Each is located by itself here.
    unlocated: 0,
    item: describeEntry(
      entry,
      { batchLabel: batch.label, person: personOf(now) },
      { sheet: loaded, now },
    ),
    sheet: describe(loaded, now),
    regions: describeRegions(category, target, now.pages),
    anchors: template.pages.map((page) => ({
      page: page.page,
      width_mm: page.widthMm,
      height_mm: page.heightMm,
      corners: cornersOf(page).map(({ id, xMm, yMm }) => ({ id, x_mm: xMm, y_mm: yMm })),
      printed: printedBoxes(page),
    })),
    ghosts: describeGhosts(now.pages, template),
    neighbours:
      category === 'exam_no'
        ? neighboursOf(station, { batch_id: batch.id, seq: loaded.row.seq }, people)
        : { before: null, after: null },
    others,
    proposals: category === 'exam_no' ? proposeCandidates(people, now) : [],
    notices: noticesOf(station, { sheetId }),
    warnings: warningsOf(now),
    warnings_stand: whyWarningsStand(now),
  }
}

const warningsOf = ({ pages }: EffectiveSheet): string[] =>
  pages
    .filter(({ isIgnored }) => !isIgnored)
    .flatMap(({ reading }) => {
      const codes = new Set<string>(warningCodes(reading))
      return reading.issues.filter(({ code }) => codes.has(code)).map(({ message }) => message)
    })
