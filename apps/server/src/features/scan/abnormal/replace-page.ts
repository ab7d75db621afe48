import { Readable } from 'node:stream'
import { type ContainerImage, sha256Hex } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { decide, type Decider, type NewDecision, type Outcome } from '../decide.ts'
import { type BoundTemplate, requireTemplate, selectSheetFacts } from '../facts.query.ts'
import type { SheetFacts } from '../judge/facts.ts'
import { readNumber } from '../judge/identity.ts'
import { assignPages, pageTarget } from '../judge/pages.ts'
import { readPicture, type Reread } from '../page-reader.ts'
import { insertImages } from '../receive-sheet.ts'
import { insertReread, storeCrops } from '../store-reread.ts'
import { holdUnits, selectUnits } from './send-back.ts'
import type { UploadedPicture } from './uploaded-picture.ts'

/**
 * Puts an uploaded picture in the place of a scanned page: it is read and cut like a scan, answers that a
 * person confirmed stay, and the answers on the page wait to be sent to marking.
 *
 * @throws AppError ABNORMAL_PAGE_UNREADABLE, ABNORMAL_PAGE_OTHER, ABNORMAL_OTHER_CANDIDATE,
 *   SCAN_SHEET_NOT_FOUND, NOT_ALLOWED
 */
export async function replacePage(
  who: Decider,
  at: { sheetId: string; pageSeq: number },
  picture: UploadedPicture,
): Promise<Outcome> {
  const { services } = who
  const bound = await requireTemplate(services.db, who)
  const reread = await readPicture(services, picture.bytes, bound.template)
  if (reread.reading.status === 'rejected' || reread.reading.page === null)
    throw new AppError('ABNORMAL_PAGE_UNREADABLE')
  const stored = await storeCrops(services, reread.crops)
  const page = await storePage(services, picture)
  const { decision_id, sheet_id, open } = await decide(who, async (db) => {
    const [sheet] = await selectSheetFacts(db, [at.sheetId])
    if (!sheet?.pages.some(({ seq }) => seq === at.pageSeq))
      throw new AppError('SCAN_SHEET_NOT_FOUND')
    const names = await identityAfter(db, bound, sheet, at.pageSeq, reread)
    await holdBlocksOf(db, who, bound, { sheet, page: reread.reading.page })
    await insertImages(db, page.sha256, [page], isoNow(services.clock))
    const run = await insertReread(db, services, at, reread, stored)
    const from = { kind: 'upload' as const, file_name: picture.fileName }
    return [
      {
        kind: 'page_image' as const,
        target: pageTarget(at.pageSeq),
        sheetId: at.sheetId,
        value: { run, base: null, image: { hash: page.sha256, ink_ratio: 0, from } },
      },
      ...names,
    ]
  })
  return { decision_id, sheet_id, open }
}

async function storePage(services: Services, picture: UploadedPicture): Promise<ContainerImage> {
  const { bytes, widthPx, heightPx } = picture
  const sha256 = await sha256Hex(bytes)
  await services.images.put(Readable.from([bytes]), sha256, bytes.length)
  return {
    offset: 0,
    length: bytes.length,
    sha256,
    mime: 'image/jpeg',
    width_px: widthPx,
    height_px: heightPx,
  }
}

/**
 * Checks that the picture is of the same page and candidate. Where it does not show the number, the
 * candidate stays who it was.
 */
async function identityAfter(
  db: Db,
  bound: BoundTemplate,
  sheet: SheetFacts & { candidateId: number | null },
  pageSeq: number,
  { reading }: Reread,
): Promise<NewDecision[]> {
  const was = assignPages(sheet, bound.plan).find(({ seq }) => seq === pageSeq)
  const wanted = was?.role === 'used' ? was.reading.page : null
  if (wanted !== null && wanted !== reading.page)
    throw new AppError('ABNORMAL_PAGE_OTHER', { found: reading.page ?? '？', wanted })
  if (sheet.candidateId === null) return []
  const candidate = await db
    .selectFrom('candidate')
    .select('exam_no')
    .where('id', '=', sheet.candidateId)
    .executeTakeFirstOrThrow()
  const number = readNumber(
    assignPages(
      {
        ...sheet,
        pages: sheet.pages.map((page) => (page.seq === pageSeq ? { ...page, reading } : page)),
      },
      bound.plan,
    ),
  )
  const isNamed = sheet.decisions.some(({ kind }) => kind === 'identity')
  if (number.kind === 'read' && number.examNo !== candidate.exam_no && !isNamed)
    throw new AppError('ABNORMAL_OTHER_CANDIDATE', {
      found: number.examNo,
      wanted: candidate.exam_no,
    })
  if (number.kind === 'read' || isNamed) return []
  const value = { candidate_id: sheet.candidateId, handling: true as const }
  return [{ kind: 'identity', sheetId: sheet.id, value }]
}

/** Nobody marks the answers of a page whose picture changes. */
async function holdBlocksOf(
  db: Db,
  who: Decider,
  { template }: BoundTemplate,
  { sheet, page }: { sheet: { candidateId: number | null }; page: number | null },
): Promise<void> {
  const { candidateId } = sheet
  if (candidateId === null) return
  const keys = new Set(
    template.pages.find((one) => one.page === page)?.regions.map(({ blockKey }) => blockKey),
  )
  const units = (await selectUnits(db, who, candidateId)).filter(({ block_key }) =>
    keys.has(block_key),
  )
  const why = { candidateId, tag: 'unclear_image' as const, note: '整页图像已替换' }
  await holdUnits(db, who, why, units)
}
