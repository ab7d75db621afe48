import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import * as pdfiumPackage from '@hyzyla/pdfium'
import { SplitError } from './split-answer.ts'

/**
 * What is called of PDFium, by the names of its C interface. Pointers and handles are numbers.
 *
 * @source fpdfview.h, fpdf_edit.h and fpdf_annot.h of PDFium
 */
export interface Pdfium {
  HEAPU8: Uint8Array
  FPDF_InitLibraryWithConfig: (config: object) => void
  malloc: (bytes: number) => number
  free: (pointer: number) => void
  FPDF_LoadMemDocument: (data: number, bytes: number, password: number) => number
  FPDF_GetLastError: () => number
  FPDF_DocumentHasValidCrossReferenceTable: (document: number) => number
  FPDF_GetPageCount: (document: number) => number
  FPDF_LoadPage: (document: number, index: number) => number
  FPDF_ClosePage: (page: number) => void
  FPDF_GetPageWidth: (page: number) => number
  FPDF_GetPageHeight: (page: number) => number
  FPDFPage_GetRotation: (page: number) => number
  FPDFPage_GetAnnotCount: (page: number) => number
  FPDFPage_CountObjects: (page: number) => number
  FPDFPage_GetObject: (page: number, index: number) => number
  FPDFFormObj_CountObjects: (object: number) => number
  FPDFFormObj_GetObject: (object: number, index: number) => number
  FPDFPageObj_GetType: (object: number) => number
  FPDFPageObj_GetBounds: (
    object: number,
    left: number,
    bottom: number,
    right: number,
    top: number,
  ) => number
  FPDFPageObj_GetMatrix: (object: number, matrix: number) => number
  FPDFPageObj_HasTransparency: (object: number) => number
  FPDFTextObj_GetTextRenderMode: (object: number) => number
  FPDFImageObj_GetImageMetadata: (object: number, page: number, metadata: number) => number
  FPDFImageObj_GetImageFilterCount: (object: number) => number
  FPDFImageObj_GetImageFilter: (
    object: number,
    index: number,
    text: number,
    bytes: number,
  ) => number
  FPDFImageObj_GetImageDataRaw: (object: number, data: number, bytes: number) => number
  FPDFBitmap_CreateEx: (
    width: number,
    height: number,
    format: number,
    data: number,
    stride: number,
  ) => number
  FPDFBitmap_FillRect: (
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    colour: number,
  ) => void
  FPDF_RenderPageBitmap: (
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ) => void
  FPDFBitmap_Destroy: (bitmap: number) => void
}

/** The module as it is compiled: every name of C begins with an underscore. */
interface Compiled {
  HEAPU8: Uint8Array
  [name: `_${string}`]: unknown
}

/** The package's own types leave out most of what it holds. */
const { PDFiumModule: loadModule } = pdfiumPackage as unknown as {
  PDFiumModule: (options: object) => Promise<Compiled>
}

export async function startPdfium(): Promise<Pdfium> {
  const compiled = await loadModule({})
  const pdfium = new Proxy({} as Pdfium, {
    // The memory is another array after it has grown.
    get: (_, name) => (name === 'HEAPU8' ? compiled.HEAPU8 : compiled[`_${String(name)}`]),
  })
  pdfium.FPDF_InitLibraryWithConfig({ version: 2 })
  return pdfium
}

/** PDFium has 2 GB in all, and needs room for a page beside the file. */
const MOST_BYTES = 1_000_000_000
const PART = 1 << 22
const PASSWORD = 4
const SECURITY = 5

/**
 * Opens a PDF. The file lies in PDFium's memory once and nowhere else.
 *
 * @returns handle of the document; it is never closed, since the process ends with the file
 * @throws SplitError
 */
export function openDocument(pdfium: Pdfium, file: string): number {
  const { data, bytes } = loadFile(pdfium, file)
  const document = pdfium.FPDF_LoadMemDocument(data, bytes, 0)
  if (document === 0) {
    const error = pdfium.FPDF_GetLastError()
    throw new SplitError(error === PASSWORD || error === SECURITY ? 'encrypted' : 'damaged')
  }
  // Of a file that was cut off PDFium would show what is left, and pages would be missing in silence.
  if (pdfium.FPDF_DocumentHasValidCrossReferenceTable(document) === 0)
    throw new SplitError('damaged')
  return document
}

function loadFile(pdfium: Pdfium, file: string): { data: number; bytes: number } {
  const opened = openSync(file, 'r')
  try {
    const bytes = fstatSync(opened).size
    if (bytes === 0) throw new SplitError('empty')
    if (bytes > MOST_BYTES) throw new SplitError('too-big')
    const data = pdfium.malloc(bytes)
    if (data === 0) throw new SplitError('too-big')
    for (let at = 0; at < bytes;) {
      const part = Math.min(PART, bytes - at)
      const read = readSync(opened, pdfium.HEAPU8, data + at, part, at)
      if (read === 0) throw new SplitError('damaged')
      at += read
    }
    return { data, bytes }
  } finally {
    closeSync(opened)
  }
}
