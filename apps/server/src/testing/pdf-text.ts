import { PDFiumLibrary } from '@hyzyla/pdfium'

/** Text of each page of a PDF, without spaces: lines break anywhere. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const pdf = await library.loadDocument(bytes)
  const texts = [...pdf.pages()].map((page) => page.getText().replace(/\s/g, ''))
  pdf.destroy()
  library.destroy()
  return texts
}

/** All text of a PDF. */
export const pdfText = async (bytes: Uint8Array): Promise<string> =>
  (await pdfPages(bytes)).join('')
