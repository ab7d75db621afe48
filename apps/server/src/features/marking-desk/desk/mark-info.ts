import type { markInfo, ReplyOf } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { dueOf } from '../../marking-setup/index.ts'
import {
  bestOfBlock,
  findAssignment,
  pointView,
  selectBlockRules,
} from '../../marking-core/index.ts'
import { ownProgress } from '../../claiming/index.ts'
import { findReaderOn } from '../../quality/index.ts'
import { hasWordGrids } from '../words/word-grids.query.ts'
import { subjectNameIn } from '../../../subject-name.ts'

/** What the marking page shows around the paper. @throws AppError MARKING_NOT_ASSIGNED */
export async function infoOf(
  services: Services,
  blockId: number,
  userId: number,
): Promise<ReplyOf<typeof markInfo>> {
  const { db } = services
  const rules = await selectBlockRules(db, blockId)
  const { block, settings, points } = rules
  const marks = await findAssignment(db, blockId, userId, 'marker')
  const leads = await findAssignment(db, blockId, userId, 'leader')
  if (!marks && !leads) throw new AppError('MARKING_NOT_ASSIGNED', { block: block.name })
  const names = await db
    .selectFrom('exam')
    .innerJoin('subject', (join) => join.on('subject.id', '=', block.subject_id))
    .where('exam.id', '=', block.exam_id)
    .select(['exam.name as exam', subjectNameIn('exam.id').as('subject')])
    .executeTakeFirstOrThrow()
  const sample = await db
    .selectFrom('unit')
    .select('images')
    .where('block_id', '=', blockId)
    .where('images', '<>', '[]')
    .executeTakeFirst()
  const reader = await findReaderOn(db, block)
  return {
    block_id: block.id,
    block_name: block.name,
    exam_id: block.exam_id,
    exam_name: names.exam,
    subject_id: block.subject_id,
    subject_name: names.subject,
    full_milli: block.full_milli,
    status: block.status,
    mark_mode: block.mark_mode,
    tolerance_milli: block.tolerance_milli,
    points: points.map(pointView),
    best_of: bestOfBlock(rules)?.choose ?? null,
    rubric: settings.rubric,
    settings: {
      score_type: settings.scoreType,
      add_type: settings.addType,
      submit_type: settings.submitType,
      traces: settings.traces,
    },
    min_ms: settings.minMs,
    backmark_last: settings.backmarkLast,
    backmark_hours: settings.backmarkHours,
    image_count: sample ? (JSON.parse(sample.images) as string[]).length : 0,
    has_words: await hasWordGrids(db, block),
    second_reader: reader && { name: reader.name, version: reader.version },
    may_mark: marks !== undefined,
    may_arbitrate: leads !== undefined,
    ...(await dueOf(services, block)),
    mine: await ownProgress(db, rules, userId),
  }
}
