import { type Db, isOneOf } from '@hengjuan/db'
import type { OmrTemplate, PageReading, TemplatePage } from '@hengjuan/domain'
import { ttlCache } from '../../marking-core/index.ts'

interface SubjectBlock {
  exam_id: number
  subject_id: number
  block_key: string
}

/** The pages of an answer sheet, by its id; large, and asked for at every paper. */
const pagesOfSheets = ttlCache<number, TemplatePage[]>(async (db, ids) => {
  const rows = await db
    .selectFrom('answer_sheet')
    .select(['id', 'template'])
    .where(isOneOf(db, 'id', ids))
    .execute()
  return new Map(
    rows.map(({ id, template }) => [
      id,
      (JSON.parse(template || '{}') as Partial<OmrTemplate> | null)?.pages ?? [],
    ]),
  )
})

/** The printed pages that papers of a block are cut from; none where the sheet is not known. */
export async function selectPages(db: Db, block: SubjectBlock): Promise<TemplatePage[]> {
  const subject = await db
    .selectFrom('exam_subject')
    .select('sheet_id')
    .where('exam_id', '=', block.exam_id)
    .where('subject_id', '=', block.subject_id)
    .executeTakeFirst()
  const id = subject?.sheet_id
  return id === null || id === undefined ? [] : ((await pagesOfSheets(db, db, [id])).get(id) ?? [])
}

/** Does the sheet print composition squares in the block's answer areas? */
export async function hasWordGrids(db: Db, block: SubjectBlock): Promise<boolean> {
  const pages = await selectPages(db, block)
  return pages.some(({ wordGrids = [], regions }) => {
    const areas = regions.filter(({ blockKey }) => blockKey === block.block_key)
    return wordGrids.some((grid) => areas.some((area) => liesIn(grid, area)))
  })
}

export interface Box {
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
}

/** A grid belongs to the area around its first square, whatever block either was divided into. */
export const liesIn = (grid: { xMm: number; yMm: number }, area: Box): boolean =>
  grid.xMm >= area.xMm &&
  grid.yMm >= area.yMm &&
  grid.xMm < area.xMm + area.widthMm &&
  grid.yMm < area.yMm + area.heightMm

/** A sheet's images of a block as cut last, in the order of the parts. */
export const selectCrops = (db: Db, sheetId: string, imageHashes: readonly string[]) =>
  db
    .selectFrom('sheet_crop')
    .where('sheet_id', '=', sheetId)
    .where('image_hash', 'in', ['', ...imageHashes])
    .select(['region_id', 'page_seq', 'image_hash', 'width_px', 'height_px'])
    .orderBy('run')
    .execute()

/** The last reading of each page of a sheet, by its place in the sheet. */
export async function selectReadings(db: Db, sheetId: string): Promise<Map<number, PageReading>> {
  const rows = await db
    .selectFrom('recognition')
    .where('sheet_id', '=', sheetId)
    .select(['page_seq', 'reading'])
    .orderBy('run')
    .execute()
  return new Map(
    rows.map(({ page_seq, reading }) => [page_seq, JSON.parse(reading) as PageReading]),
  )
}
