import { createHash } from 'node:crypto'
import type { InputOf, readerBlocks, readerPapers, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import {
  type BlockRules,
  factsOf,
  listedImagesOf,
  pointsOf,
  pointView,
  selectBlockRules,
  type UnitRow,
} from '../../marking-core/index.ts'
import { type ReaderRow, selectBlocksOfReader } from './reader.query.ts'
import { countPapers, selectPapers } from './score.query.ts'

/** Names the images of a paper without naming them. */
export const pictureOf = ({ images }: Pick<UnitRow, 'images'>): string =>
  createHash('sha256').update(images).digest('base64url').slice(0, 16)

/** The rules of a block that the reader is let read. @throws AppError SECOND_READER_OFF */
export async function rulesFor(db: Db, reader: ReaderRow, blockId: number): Promise<BlockRules> {
  const blocks = await selectBlocksOfReader(db, reader.id)
  // What is switched off, and what never was there, is answered alike.
  if (!blocks.some(({ id }) => id === blockId))
    throw new AppError('SECOND_READER_OFF', { block: blockId })
  return selectBlockRules(db, blockId)
}

/** What a reader may read now, with how far it is. */
export async function blocksForReader(
  { db }: Services,
  reader: ReaderRow,
): Promise<ReplyOf<typeof readerBlocks>> {
  const list = []
  for (const { id, subject_name } of await selectBlocksOfReader(db, reader.id)) {
    const { block, points, settings } = await selectBlockRules(db, id)
    list.push({
      block_id: id,
      subject_name,
      block_name: block.name,
      full_milli: block.full_milli,
      rubric: settings.rubric,
      points: points.map(pointView),
      ...(await countPapers(db, { readerId: reader.id, blockId: id })),
    })
  }
  return { name: reader.name, version: reader.version, list }
}

/**
 * Papers of a block with what is needed to score them, and nothing about the candidate nor about what
 * anybody gave them.
 *
 * @throws AppError SECOND_READER_OFF
 */
export async function papersForReader(
  services: Services,
  reader: ReaderRow,
  query: InputOf<typeof readerPapers>['query'],
): Promise<ReplyOf<typeof readerPapers>> {
  const { db } = services
  const { block_id: blockId, limit = 20 } = query
  const rules = await rulesFor(db, reader, blockId)
  const found = await selectPapers(
    db,
    { readerId: reader.id, blockId },
    { after: query.after?.toUpperCase() ?? '', limit: limit + 1, onlyNew: query.all !== 1 },
  )
  const units = found.slice(0, limit)
  const images = await listedImagesOf(db, services, units)
  return {
    block_id: blockId,
    full_milli: rules.block.full_milli,
    rubric: rules.settings.rubric,
    list: units.map((unit) => ({
      code: unit.secret_code,
      picture: pictureOf(unit),
      images: (images.get(unit.id) ?? []).map(({ url, width_px, height_px }) => ({
        url: services.links.opened(url),
        width_px,
        height_px,
      })),
      points: pointsOf(rules, factsOf(unit).choice).map(pointView),
    })),
    more: found.length > limit,
  }
}
