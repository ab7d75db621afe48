import type { Db, Tables } from '@hengjuan/db'
import { AppError, type TemplatePage } from '@hengjuan/domain'
import type { ProposedPart } from '@hengjuan/omr'
import type { Selectable } from 'kysely'
import { isoNow } from '../../../clock.ts'
import { storeImage } from '../../../images/store-image.ts'
import type { Services } from '../../../services.ts'

type Sheet = Selectable<Tables['answer_sheet']>

export interface StoredPicture {
  hash: string
  widthPx: number
  heightPx: number
}

/** A page of an imported sheet. */
export interface ImportedPage {
  source: StoredPicture
  paper: { widthMm: number; heightMm: number } | null
  /** The page laid straight; the source until there is a proposal. */
  view: StoredPicture
  pxPerMm: number
}

/** What is stored beside an imported sheet. */
export interface SheetImport {
  sheetId: number
  examId: number | null
  subjectId: number | null
  pages: ImportedPage[]
  samples: StoredPicture[]
  draft: TemplatePage[]
  parts: (ProposedPart & { page: number })[]
  /** `working`: as long as its job is not over. */
  state: 'new' | 'working' | 'ready' | 'failed'
  jobId: string | null
  donePages: number
  message: string
  folded: number
}

/** @throws AppError SHEET_NOT_IMPORTED for a sheet that was designed here */
export async function findImport(db: Db, sheet: Pick<Sheet, 'id' | 'name'>): Promise<SheetImport> {
  const row = await db
    .selectFrom('sheet_import')
    .selectAll()
    .where('sheet_id', '=', sheet.id)
    .executeTakeFirst()
  if (!row) throw new AppError('SHEET_NOT_IMPORTED', { name: sheet.name })
  return {
    sheetId: row.sheet_id,
    examId: row.exam_id,
    subjectId: row.subject_id,
    pages: JSON.parse(row.pages) as ImportedPage[],
    samples: JSON.parse(row.samples) as StoredPicture[],
    draft: JSON.parse(row.draft) as TemplatePage[],
    parts: JSON.parse(row.parts) as SheetImport['parts'],
    state: row.state as SheetImport['state'],
    jobId: row.job_id,
    donePages: row.done_pages,
    message: row.message,
    folded: row.folded,
  }
}

export const insertImport = (
  services: Services,
  db: Db,
  {
    sheetId,
    examId,
    subjectId,
    pages,
  }: Pick<SheetImport, 'sheetId' | 'examId' | 'subjectId' | 'pages'>,
) =>
  db
    .insertInto('sheet_import')
    .values({
      sheet_id: sheetId,
      exam_id: examId,
      subject_id: subjectId,
      pages: JSON.stringify(pages),
      samples: '[]',
      draft: '[]',
      parts: '[]',
      state: 'new',
      job_id: null,
      done_pages: 0,
      message: '',
      folded: 0,
      updated_at: isoNow(services.clock),
    })
    .execute()

/**
 * Gives a copied sheet the pictures and coordinates of its original, so that they can be adjusted; nothing for
 * a sheet that came without them. What the original was meant for, the copy is not.
 */
export async function copyImport(
  services: Services,
  db: Db,
  fromId: number,
  toId: number,
): Promise<void> {
  const row = await db
    .selectFrom('sheet_import')
    .selectAll()
    .where('sheet_id', '=', fromId)
    .executeTakeFirst()
  if (!row) return
  await db
    .insertInto('sheet_import')
    .values({
      ...row,
      sheet_id: toId,
      exam_id: null,
      subject_id: null,
      updated_at: isoNow(services.clock),
    })
    .execute()
}

/** Changes what is given and leaves the rest. */
export async function updateImport(
  services: Services,
  db: Db,
  sheetId: number,
  change: Partial<
    Pick<
      SheetImport,
      | 'pages'
      | 'samples'
      | 'draft'
      | 'parts'
      | 'state'
      | 'jobId'
      | 'donePages'
      | 'message'
      | 'folded'
    >
  >,
): Promise<void> {
  const { pages, samples, draft, parts, state, jobId, donePages, message, folded } = change
  await db
    .updateTable('sheet_import')
    .set({
      updated_at: isoNow(services.clock),
      ...(pages && { pages: JSON.stringify(pages) }),
      ...(samples && { samples: JSON.stringify(samples) }),
      ...(draft && { draft: JSON.stringify(draft) }),
      ...(parts && { parts: JSON.stringify(parts) }),
      ...(state && { state }),
      ...(jobId !== undefined && { job_id: jobId }),
      ...(donePages !== undefined && { done_pages: donePages }),
      ...(message !== undefined && { message }),
      ...(folded !== undefined && { folded }),
    })
    .where('sheet_id', '=', sheetId)
    .execute()
}

/** Stores a page as it was straightened. */
export const storePicture = async (
  services: Services,
  { jpeg, widthPx, heightPx }: { jpeg: Uint8Array; widthPx: number; heightPx: number },
): Promise<StoredPicture> => ({
  hash: await storeImage(services, Buffer.from(jpeg), {
    mime: 'image/jpeg',
    width_px: widthPx,
    height_px: heightPx,
  }),
  widthPx,
  heightPx,
})
