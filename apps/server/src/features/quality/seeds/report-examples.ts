import type { ReplyOf, reportExamples } from '@hengjuan/contracts'
import { type Db, lockRows } from '@hengjuan/db'
import { AppError, PAPER_FLAGS, type PaperFlag } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { type ExamView, shows } from '../../../http/exam-view.ts'
import type { Services } from '../../../services.ts'
import { imagesOf, paperFlagsOf } from '../../marking-core/index.ts'
import {
  selectExamplesOfBlock,
  selectExamplesOfSubject,
  selectQuestionNos,
  selectUnfit,
} from './report-example.query.ts'

interface Paper {
  blockId: number
  unitId: number
  byId: number
}

/**
 * Shows a flagged paper in the reports, as soon as there are any. One that stands there already is shown
 * with the new words.
 *
 * @throws AppError MARKING_UNIT_NOT_FOUND; MARKING_EXAMPLE_UNCHECKED where nobody says that the image names
 *   nobody; MARKING_EXAMPLE_UNFIT
 * @source domain rules 6.3
 */
export async function publishExample(
  db: Db,
  services: Services,
  paper: Paper & { flag: PaperFlag | undefined; comment: string; isAnonymous: boolean },
): Promise<void> {
  if (!paper.isAnonymous) throw new AppError('MARKING_EXAMPLE_UNCHECKED')
  const unit = await lockRows(
    db,
    db
      .selectFrom('unit')
      .selectAll()
      .where('id', '=', paper.unitId)
      .where('block_id', '=', paper.blockId),
  ).executeTakeFirst()
  if (!unit) throw new AppError('MARKING_UNIT_NOT_FOUND')
  const flags = paperFlagsOf(unit)
  const flag = paper.flag ?? (flags[0] as PaperFlag | undefined)
  if (flag === undefined || !flags.includes(flag))
    throw new AppError('MARKING_EXAMPLE_UNFIT', {
      reason: flag === undefined ? '没有标记' : `没有标为${PAPER_FLAGS[flag]}`,
    })
  const reason = (await selectUnfit(db, [{ ...unit, unit_id: unit.id }])).get(unit.id)
  if (reason !== undefined) throw new AppError('MARKING_EXAMPLE_UNFIT', { reason })
  await removeExample(db, services, paper)
  await db
    .insertInto('report_example')
    .values({
      block_id: paper.blockId,
      unit_id: unit.id,
      images: unit.images,
      flag,
      comment: paper.comment,
      published_by: paper.byId,
      published_at: isoNow(services.clock),
    })
    .execute()
}

/** Takes an example out of the reports; nothing happens where there is none. */
export async function removeExample(
  db: Db,
  services: Services,
  { blockId, unitId, byId }: Paper,
): Promise<void> {
  await db
    .updateTable('report_example')
    .set({ removed_by: byId, removed_at: isoNow(services.clock) })
    .where('block_id', '=', blockId)
    .where('unit_id', '=', unitId)
    .where('removed_at', 'is', null)
    .execute()
}

/** Cut anew since somebody looked: a name may be on the image now. */
const isCutAnew = (row: { images: string; seen_images: string }) => row.images !== row.seen_images

/** Examples of a block by unit, for its leaders. */
export async function examplesByUnit(db: Db, blockId: number) {
  const rows = await selectExamplesOfBlock(db, blockId)
  const unfit = await selectUnfit(db, rows)
  return new Map(
    rows.map((row) => [
      row.unit_id,
      {
        flag: row.flag as PaperFlag,
        comment: row.comment,
        published_by: row.published_by,
        published_at: row.published_at,
        hidden_reason:
          unfit.get(row.unit_id) ??
          (isCutAnew(row) ? '图像在发布后重新切过，请核对后重新发布' : null),
      },
    ]),
  )
}

/** Examples of a subject as reports show them: answers without whose they are. */
export async function reportExamplesOf(
  services: Services,
  on: { examId: number; subjectId: number; view: ExamView },
): Promise<ReplyOf<typeof reportExamples>['list']> {
  const { db } = services
  // A paper shows a handwriting, if no name.
  const rows = (await selectExamplesOfSubject(db, on.examId, on.subjectId)).filter(
    ({ school_id }) => shows(on.view, school_id),
  )
  const unfit = await selectUnfit(db, rows)
  const shown = rows.filter((row) => !unfit.has(row.unit_id) && !isCutAnew(row))
  const nos = await selectQuestionNos(
    db,
    shown.map(({ block_id }) => block_id),
  )
  const images = await imagesOf(
    db,
    services,
    shown.map(({ unit_id: id, images: hashes }) => ({ id, images: hashes })),
  )
  return shown.map((row) => ({
    example_id: row.id,
    block_name: row.block_name,
    question_nos: nos.get(row.block_id) ?? [],
    flag: row.flag as PaperFlag,
    comment: row.comment,
    score_milli: row.final_milli ?? 0,
    full_milli: row.full_milli,
    images: images.get(row.unit_id) ?? [],
  }))
}
