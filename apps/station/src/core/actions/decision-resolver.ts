import type { OmrTemplate } from '@hengjuan/domain'
import type { StationDecision } from '../../bridge/review-api.ts'
import { StationError } from '../../bridge/station-error.ts'
import type { StationContext } from '../context.ts'
import { findImage } from '../store/image.store.ts'
import type { EffectivePage, EffectiveSheet } from './effective-sheet.ts'
import { type LoadedSheet, rosterOf } from './load-sheet.ts'
import { listPlacements, type TriedPlacement } from './placements.ts'
import { PageRereader, refuseCrooked, refuseUnread } from './read-again.ts'
import { pageOf, resolveAnswer, resolveForceSure } from './resolve-decision.ts'
import { selectClaimants } from './reviewed-sheet.store.ts'
import type { RereadPage, StoredDecision } from './stored-action.ts'

/** A decision as it is kept, with what pages read by it. */
export interface ResolvedDecision {
  decision: StoredDecision
  readings: RereadPage[]
}

/** Works out what a decision comes to, before anything is recorded; pages are read again where it says so. */
export class DecisionResolver {
  private readonly station: StationContext
  private readonly reader = new PageRereader()

  constructor(station: StationContext) {
    this.station = station
  }

  stop = (): Promise<void> => this.reader.stop()

  /** @throws StationError when it cannot be decided */
  async resolve(
    sheet: LoadedSheet,
    now: EffectiveSheet,
    decision: StationDecision,
  ): Promise<ResolvedDecision> {
    const { template } = sheet
    switch (decision.kind) {
      case 'locate': {
        const page = pageOf(now, decision.page_seq)
        const planned = template.pages.find(({ page: no }) => no === decision.page)
        if (!planned) throw new StationError('PAGE_NOT_FOUND', '模板没有这一页，请重新选择')
        refuseCrooked(planned, decision.anchors)
        const { page: no, anchors } = decision
        const reading = await this.reread(page, template, { page: no, anchors })
        refuseUnread(reading)
        return { decision, readings: [{ page_seq: decision.page_seq, reading }] }
      }
      case 'choose_place': {
        const { page_seq, place } = decision
        const chosen = (await this.placementsOf(sheet, now, page_seq)).find(
          (each) => each.placement.place === place,
        )
        if (!chosen || chosen.placement.problem !== '')
          throw new StationError('SCAN_PLACEMENT_UNKNOWN', '这种定位读不出这一页，请重新选择')
        if (chosen.anchors === null)
          return { decision: { kind: 'first_reading', page_seq }, readings: [] }
        // Told to the server as points: it has no list of what was tried here.
        const { anchors, reading } = chosen
        const { page } = chosen.placement
        return {
          decision: { kind: 'locate', page_seq, page: page ?? 1, anchors },
          readings: [{ page_seq, reading }],
        }
      }
      case 'reread': {
        const page_seq = decision.page_seq ?? null
        const pages = page_seq === null ? now.pages : [pageOf(now, page_seq)]
        const readings: RereadPage[] = []
        for (const page of pages)
          readings.push({ page_seq: page.seq, reading: await this.reread(page, template, {}) })
        return { decision: { kind: 'reread', page_seq }, readings }
      }
      case 'identity':
        this.refuseStranger(sheet, decision.candidate_id)
        return { decision, readings: [] }
      case 'answer':
        return { decision: resolveAnswer(template, now, decision), readings: [] }
      case 'force_sure':
        return { decision: resolveForceSure(now, decision.note), readings: [] }
      case 'duplicate':
        this.refuseStale(sheet, now, decision)
        return { decision, readings: [] }
      case 'accept_page':
      case 'ignore_page':
        pageOf(now, decision.page_seq)
        return { decision, readings: [] }
      case 'accept_missing':
      case 'void':
      case 'absence':
      case 'send_verify':
      case 'verify':
      case 'recrop':
        return { decision, readings: [] }
    }
  }

  /** Places that a page may have, the one in use first. */
  placementsOf(
    sheet: LoadedSheet,
    now: EffectiveSheet,
    pageSeq: number,
  ): Promise<TriedPlacement[]> {
    const page = pageOf(now, pageSeq)
    const first = sheet.scanned.pages.find(({ seq }) => seq === pageSeq)?.reading ?? page.reading
    return listPlacements(sheet.template, page, first, (hint) =>
      this.reread(page, sheet.template, hint),
    )
  }

  private reread(
    page: EffectivePage,
    template: OmrTemplate,
    hint: Parameters<PageRereader['read']>[2],
  ) {
    const image = findImage(this.station.db, page.imageId)
    const sha256 = image?.sha256 ?? ''
    return this.reader.read(() => this.station.spool.readPicture(sha256), template, hint)
  }

  private refuseStranger({ batch }: LoadedSheet, candidateId: number): void {
    if (rosterOf(this.station, batch.exam_id)?.byId.has(candidateId)) return
    throw new StationError('CANDIDATE_NOT_FOUND', '本场考试没有这名考生，请刷新名单后重选')
  }

  /** The sheets must still be those that the person saw. */
  private refuseStale(
    { scanned, batch, subjectId }: LoadedSheet,
    now: EffectiveSheet,
    { sheet_ids, keep, further }: Extract<StationDecision, { kind: 'duplicate' }>,
  ): void {
    const of = { exam_id: batch.exam_id, subject_id: subjectId }
    const claimants = selectClaimants(this.station.db, of, now.examNo ?? '').map(({ id }) => id)
    const isSeen =
      sheet_ids.includes(scanned.id) &&
      (keep === null || sheet_ids.includes(keep)) &&
      (further === undefined ||
        (keep !== null && keep !== further && sheet_ids.includes(further))) &&
      sheet_ids.every((id) => claimants.includes(id))
    if (!isSeen)
      throw new StationError('VERSION_CONFLICT', '这组重复的答题卡已有变化，请刷新后重新核对')
  }
}
