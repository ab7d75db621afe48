import path from 'node:path'
import { AppError, type SheetDesign } from '@hengjuan/domain'
import type { MultipartFile } from '@fastify/multipart'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { freeSheetCode } from '../sheet-code.ts'
import { insertVersion } from '../sheet-version.ts'
import type { ImportedPage, StoredPicture } from './import.query.ts'
import { insertImport, storePicture } from './import.query.ts'
import { FileFault, type OpenedPage } from './open-file.ts'
import { OPEN_MS, runJob } from './run-job.ts'

const NAME_LENGTH = 60
/** A sheet without a proposal is shown as it came; the scale says nothing yet. */
const UNKNOWN_SCALE = 8

/** Pages of an uploaded file, stored. @throws AppError SHEET_FILE_INVALID, PAYLOAD_TOO_LARGE */
export async function storePages(
  services: Services,
  file: MultipartFile,
): Promise<{ picture: StoredPicture; paper: OpenedPage['paper'] }[]> {
  const bytes = await file.toBuffer()
  const opened = await runJob<'open'>(
    { kind: 'open', bytes: Uint8Array.from(bytes) },
    OPEN_MS,
  ).catch((cause: unknown) => {
    throw fileError(cause, file.filename)
  })
  const stored = []
  for (const page of opened)
    stored.push({ picture: await storePicture(services, page), paper: page.paper })
  return stored
}

/** A fault of the file as what the person is told; anything else is a bug and stays one. */
export function fileError(cause: unknown, file: string): unknown {
  if (!(cause instanceof FileFault)) return cause
  return new AppError('SHEET_FILE_INVALID', { file, reason: cause.message }).withCause(cause)
}

/** Makes a sheet of an uploaded file; its coordinates are proposed and saved afterwards. */
export async function importSheet(
  services: Services,
  who: { schoolId: number; userId: number },
  file: MultipartFile,
  wish: { exam_id?: number; subject_id?: number; type?: number; name?: string },
): Promise<{ id: number; pages: StoredPicture[] }> {
  const stored = await storePages(services, file)
  const pages = stored.map(({ picture, paper }): ImportedPage => ({
    source: picture,
    paper,
    view: picture,
    pxPerMm: UNKNOWN_SCALE,
  }))
  const fileName = path.parse(file.filename).name.slice(0, NAME_LENGTH)
  const name = wish.name ?? (fileName || '导入的答题卡')
  const id = await services.db.transaction().execute(async (db) => {
    const at = isoNow(services.clock)
    const sheetCode = await freeSheetCode(db)
    const school = await db
      .selectFrom('school')
      .where('id', '=', who.schoolId)
      .select('name')
      .executeTakeFirstOrThrow()
    const row = await db
      .insertInto('answer_sheet')
      .values({
        school_id: who.schoolId,
        exam_id: null,
        subject_id: wish.subject_id ?? null,
        type: wish.type ?? 2,
        name,
        version: 1,
        sheet_code: sheetCode,
        share_type: 0,
        design: '{}',
        geometry: JSON.stringify({ pages: [] }),
        template: '{}',
        created_by: who.userId,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const templateId = `sheet-${row.id}-v1`
    const design = JSON.stringify(
      emptyDesign({ id: templateId, sheetCode, schoolName: school.name, title: name }),
    )
    const template = {
      format: 'hengjuan-omr-template',
      version: 1,
      id: templateId,
      name,
      pages: pages.map((_, index) => ({
        page: index + 1,
        widthMm: 210,
        heightMm: 297,
        anchors: [],
        pageCode: null,
        barcodes: [],
        fields: [],
        regions: [],
      })),
    }
    await db
      .updateTable('answer_sheet')
      .set({ design, template: JSON.stringify(template) })
      .where('id', '=', row.id)
      .execute()
    await insertVersion(db, {
      sheetId: row.id,
      version: 1,
      design,
      blockPlan: null,
      note: '导入',
      authorId: who.userId,
      at,
    })
    await insertImport(services, db, {
      sheetId: row.id,
      examId: wish.exam_id ?? null,
      subjectId: wish.subject_id ?? null,
      pages,
    })
    return row.id
  })
  return { id, pages: pages.map(({ source }) => source) }
}

/** A sheet of which nothing is known yet. */
const emptyDesign = (
  identity: Pick<SheetDesign, 'id' | 'sheetCode' | 'schoolName' | 'title'>,
): SheetDesign => ({
  ...identity,
  subjectName: '',
  paper: 'A4',
  examNoDigits: 8,
  numberStyle: 'bubble',
  notices: [],
  sections: [],
})
