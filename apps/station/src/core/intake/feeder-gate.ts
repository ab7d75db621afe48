import type { PageReading } from '@hengjuan/domain'
import type { StationContext } from '../context.ts'
import type { Candidate } from '../recognition/batch-templates.ts'
import type { ScannerDesk } from '../scanner/scanner-desk.ts'
import { feederSheetOf } from '../scanner/sheet-name.ts'
import { findBatch } from '../store/batch.store.ts'
import { type ImageRow, selectImagesOfPaper } from '../store/image.store.ts'
import { isStopping, trayReasonsOf } from '../sheets/tray-reasons.ts'
import { shortWords } from './tray-words.ts'

export interface GateOptions {
  scanner: () => Pick<ScannerDesk, 'stopFor'>
  isOn: () => boolean
  pageCountOf: (batchId: string, subjectId: number | null) => number
}

/** Stops the feeder as soon as a page shows something that is best mended with the paper at hand. */
export class FeederGate {
  private readonly station: StationContext
  private readonly options: GateOptions

  constructor(station: StationContext, options: GateOptions) {
    this.station = station
    this.options = options
  }

  look = (image: ImageRow, reading: PageReading, found: Candidate): void => {
    const sheet = feederSheetOf(image.name)
    if (sheet === null || !this.options.isOn()) return
    const batch = findBatch(this.station.db, image.batch_id)
    if (batch?.state !== 'open') return
    const why =
      otherSubject(found, batch.is_mixed === 1) ??
      this.emptyPaper(image, sheet) ??
      this.quality(image, reading)
    if (!why) return
    this.options.scanner().stopFor(image.batch_id, {
      title: `已停：第 ${sheet} 张${why.title}`,
      text: `${why.text}。请先处理「待处理」里的这一张，再点「继续扫描」；已经扫过的其他纸都已收好，不用再放。`,
    })
  }

  private quality(image: ImageRow, reading: PageReading) {
    // Whether an empty side matters is seen by the other side of the paper.
    if (image.kind === 'blank') return null
    const first = trayReasonsOf(reading, 1).find((reason) => isStopping([reason]))
    return first ? { title: shortWords(first.code), text: first.message } : null
  }

  /** A blank side is right behind the last page of an odd number, and wrong anywhere else. */
  private emptyPaper(image: ImageRow, sheet: number) {
    const sides = selectImagesOfPaper(this.station.db, image.batch_id, image.name)
    if (sides.some(({ state }) => state === 'taken')) return null
    const blank = sides.find(({ kind }) => kind === 'blank')
    if (!blank) return null
    const printed = sides.find(({ kind }) => kind === 'page')
    const pageCount = this.options.pageCountOf(image.batch_id, printed?.subject_id ?? null)
    if (printed?.page === pageCount && pageCount % 2 === 1) return null
    return printed || sides.length === 1
      ? { title: '有一面空白', text: '有一面是空白的，请查看是否漏印或放错了纸' }
      : { title: '是空白纸', text: `第 ${sheet} 张纸两面都是空白的，请取出` }
  }
}

function otherSubject({ of, label }: Candidate, isMixed: boolean) {
  if (of === 'elsewhere')
    return { title: '是别的考试的答题卡', text: `这是${label}的答题卡，请取出` }
  if (of === 'exam' && !isMixed)
    return {
      title: `是${label}的答题卡`,
      text: `这是${label}的答题卡，请取出，或选「一起扫描${label}」`,
    }
  return null
}
