import type { Tables } from '@hengjuan/db'
import type { SheetDesign } from '@hengjuan/domain'
import type { PageGeometry, SheetGeometry } from '@hengjuan/sheet'
import type { Selectable } from 'kysely'
import type { Services } from '../../../services.ts'
import { findImport } from '../import/import.query.ts'

/** The pages of an imported sheet as pictures that fill them, in millimetres of its template. */
export async function originalGeometry(
  { db, images }: Pick<Services, 'db' | 'images'>,
  sheet: Selectable<Tables['answer_sheet']>,
): Promise<SheetGeometry> {
  const { pages } = await findImport(db, sheet)
  const drawn: PageGeometry[] = []
  for (const [index, { source, view, paper, pxPerMm }] of pages.entries()) {
    // Before anything is proposed, the file alone knows how large its paper is.
    const size =
      paper && view.hash === source.hash
        ? paper
        : { widthMm: view.widthPx / pxPerMm, heightMm: view.heightPx / pxPerMm }
    const bytes = await images.readBytes(view.hash)
    const dataUrl = `data:image/jpeg;base64,${bytes.toString('base64')}`
    drawn.push({
      page: index + 1,
      ...size,
      anchors: [],
      pageCode: null,
      barcodes: [],
      fields: [],
      regions: [],
      drawing: [{ kind: 'image', dataUrl, xMm: 0, yMm: 0, ...size }],
      areas: [],
      personal: { name: null, className: null, examNoDigits: [], barcode: null, footer: null },
    })
  }
  return { design: JSON.parse(sheet.design) as SheetDesign, columns: 1, pages: drawn }
}
