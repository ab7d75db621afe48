import type { OmrTemplate } from '@hengjuan/domain'
import type { ExamCache } from '../exams/exam-cache.ts'
import { type BatchRow, findBatch } from '../store/batch.store.ts'
import { selectLots } from '../store/lot.store.ts'
import type { Store } from '../store/open-store.ts'

/** A sheet that a picture of a batch may show. */
export interface Candidate {
  template: OmrTemplate
  exam_id: number
  subject_id: number
  /** 《科目》, with the exam's name where it is another one. */
  label: string
  /** Of the batch; of another subject of its exam; of another exam. */
  of: 'batch' | 'exam' | 'elsewhere'
}

/** Sheets of other exams are only looked for to name them. */
const MOST_ELSEWHERE = 12

/**
 * The sheets that the pictures of a batch are held against, those of the batch first. Others are known
 * from what the station has fetched before, so that it also names them without a network.
 */
export class BatchTemplates {
  private readonly db: Store
  private readonly exams: ExamCache

  constructor(db: Store, exams: ExamCache) {
    this.db = db
    this.exams = exams
  }

  /** Empty while no template of the batch is here. */
  of(batchId: string): Candidate[] {
    const batch = findBatch(this.db, batchId)
    if (!batch) return []
    const own = selectLots(this.db, batchId).flatMap((lot): Candidate[] => {
      const template = this.exams.templateOf(lot.template_sha256)
      if (!template) return []
      const { subject_id, subject_name } = lot
      return [
        { template, exam_id: batch.exam_id, subject_id, label: `《${subject_name}》`, of: 'batch' },
      ]
    })
    if (own.length === 0) return []
    return [...own, ...this.others(batch, new Set(own.map(({ subject_id }) => subject_id)))]
  }

  private others(batch: BatchRow, own: ReadonlySet<number>): Candidate[] {
    const known = this.exams
      .knownTemplates()
      .filter(({ exam_id, subject_id }) => exam_id !== batch.exam_id || !own.has(subject_id))
    const here = known.filter(({ exam_id }) => exam_id === batch.exam_id)
    const elsewhere = known.filter(({ exam_id }) => exam_id !== batch.exam_id)
    return [...here, ...elsewhere.slice(0, MOST_ELSEWHERE)].map(
      ({ template, exam_id, subject_id, exam_name, subject_name }) => ({
        template,
        exam_id,
        subject_id,
        label:
          exam_id === batch.exam_id ? `《${subject_name}》` : `「${exam_name}」《${subject_name}》`,
        of: exam_id === batch.exam_id ? 'exam' : 'elsewhere',
      }),
    )
  }

  /** Pages of a subject's sheet; of the batch's first subject where it is not known. */
  pageCountOf(batchId: string, subjectId: number | null): number {
    const candidates = this.of(batchId)
    const found = candidates.find(
      (each) => each.of !== 'elsewhere' && each.subject_id === subjectId,
    )
    return (found ?? candidates[0])?.template.pages.length ?? 1
  }
}
