import type { OmrTemplate } from '@hengjuan/domain'
import type { StationContext } from '../context.ts'
import type { Candidate } from '../recognition/batch-templates.ts'
import { type BatchRow, isOpenNow } from '../store/batch.store.ts'
import { holdImages, type ImageRow } from '../store/image.store.ts'
import { nextSheetSeq } from '../store/sheet.store.ts'
import { type LotRow, selectLots } from '../store/lot.store.ts'
import type { SheetGroup } from './group-pages.ts'
import type { HeldReason } from './held-reason.ts'

/** The subject of the stack that a sheet goes to, and the template it was read with. */
export interface Sorted {
  lot: LotRow
  template: OmrTemplate
}

export interface SortingOptions {
  candidatesOf: (batchId: string) => readonly Candidate[]
  /** Takes a subject into a batch that sorts by itself; null when the subject takes no sheets now. */
  addSubject: (batch: BatchRow, subjectId: number) => Promise<LotRow | null>
}

/**
 * Sends a sheet to its subject by the code that is printed on it. What belongs to no subject of the
 * batch, and what is no sheet, is kept aside with the reason.
 */
export class GroupSorter {
  private readonly station: StationContext
  private readonly options: SortingOptions

  constructor(station: StationContext, options: SortingOptions) {
    this.station = station
    this.options = options
  }

  /** @returns null when the pictures were kept aside */
  sort = async (
    batch: BatchRow,
    group: SheetGroup,
    images: readonly ImageRow[],
  ): Promise<Sorted | null> => {
    const lots = selectLots(this.station.db, batch.id)
    const candidates = this.options.candidatesOf(batch.id)
    // At the end of the batch nobody is asked any more: the server's queues take what is left.
    const isAsked = isOpenNow(this.station.db, batch.id)
    const subjects = new Set(images.flatMap(({ subject_id }) => subject_id ?? []))
    if (group.isMisfit && (isAsked || subjects.size > 1)) return this.hold(images, misfit(group))
    const isForeign =
      isAsked && group.subject === null && images.some(({ kind }) => kind === 'foreign')
    if (isForeign) return this.hold(images, await this.foreign(images, candidates))
    const subjectId = group.subject ?? batch.subject_id
    const lot = lots.find(({ subject_id }) => subject_id === subjectId)
    const candidate = candidates.find(
      ({ of, subject_id }) => of !== 'elsewhere' && subject_id === subjectId,
    )
    if (lot && candidate) return { lot, template: candidate.template }
    const subject = {
      subject_id: subjectId,
      subject_name: candidate?.label.replace(/[《》]/g, '') ?? '',
    }
    if (batch.is_mixed === 1) {
      const added = await this.options.addSubject(batch, subjectId)
      if (added && candidate) return { lot: added, template: candidate.template }
      const message = `这是《${subject.subject_name}》的答题卡，这个科目现在不能上传，请取出，或请管理员开放后再选「一起扫描」`
      return this.hold(images, { kind: 'other_subject', message, subject })
    }
    const names = lots.map(({ subject_name }) => `《${subject_name}》`).join('')
    const message = `这是《${subject.subject_name}》的答题卡，不是${names}：请取出，或选「一起扫描《${subject.subject_name}》」`
    return this.hold(images, { kind: 'other_subject', message, subject })
  }

  private async foreign(
    images: readonly ImageRow[],
    candidates: readonly Candidate[],
  ): Promise<Omit<HeldReason, 'group'>> {
    const elsewhere = candidates.filter(({ of }) => of === 'elsewhere')
    for (const image of images) {
      if (image.kind !== 'foreign') continue
      const { reading } = await this.station.spool.readPage(image.id)
      const found = elsewhere.find(({ template }) => template.id === reading.templateId)
      if (found)
        return {
          kind: 'foreign',
          message: `这是${found.label}的答题卡，不是本场考试的，请取出`,
          subject: null,
        }
      const why = reading.issues.find(({ blocking }) => blocking)?.message
      if (why)
        return {
          kind: 'foreign',
          message: `${why}；请取出这张纸，确认它属于哪一场考试`,
          subject: null,
        }
    }
    return { kind: 'foreign', message: '这不是本场考试的答题卡，请取出', subject: null }
  }

  private hold(images: readonly ImageRow[], why: Omit<HeldReason, 'group'>): null {
    const { db } = this.station
    // The batch was ended meanwhile: the next pass takes these pictures as what they were scanned for.
    if (why.kind === 'foreign' && !isOpenNow(db, images[0]?.batch_id ?? '')) return null
    const reason: HeldReason = { ...why, group: images[0]?.id ?? '' }
    db.transaction(() => {
      const [first] = images
      const seq = first?.kept_seq ?? nextSheetSeq(db, first?.batch_id ?? '')
      const ids = images.map(({ id }) => id)
      holdImages(db, ids, { held: JSON.stringify(reason), seq })
    }).immediate()
    this.station.changed()
    return null
  }
}

const misfit = ({ pages }: SheetGroup): Omit<HeldReason, 'group'> => {
  const [front, back] = pages.map((page) =>
    page.page === null ? '认不出的一面' : `第 ${page.page} 页`,
  )
  return {
    kind: 'misfit',
    message: `同一张纸的两面对不上（一面是${front ?? ''}，另一面是${back ?? ''}），可能印刷装订有误或两张纸粘在一起，请核对原卷后重扫`,
    subject: null,
  }
}
