import { PDFiumLibrary } from '@hyzyla/pdfium'

/** All text of a PDF, without spaces: lines break anywhere. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init()
  const pdf = await library.loadDocument(bytes)
  const text = [...pdf.pages()].map((page) => page.getText()).join('')
  pdf.destroy()
  library.destroy()
  return text.replace(/\s/g, '')
}
