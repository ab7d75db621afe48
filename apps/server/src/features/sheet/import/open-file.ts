import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'

/** A page of a file that somebody chose, as a picture. */
export interface OpenedPage {
  jpeg: Uint8Array
  widthPx: number
  heightPx: number
  /** The paper's size where the file says it, as a PDF does; null otherwise. */
  paper: { widthMm: number; heightMm: number } | null
}

/** What is wrong with a file; the message is Chinese and says what to do. */
export class FileFault extends Error {}

/** A sheet has six pages at most; twice as many are a booklet, more are something else. */
const MOST_PAGES = 12
const PIXEL_LIMIT = 80_000_000
const LEAST_EDGE_PX = 300
const DPI = 200
const POINTS_PER_INCH = 72
const MM_PER_INCH = 25.4
/** Paper up to A2 is printed in schools. */
const LARGEST_MM = 620
const QUALITY = 88

/**
 * Opens a PDF, JPEG, PNG or TIFF and gives its pages as upright grey pictures.
 *
 * @throws FileFault for what is no such file, is damaged, locked, too large or has too many pages
 */
export async function openFile(bytes: Uint8Array): Promise<OpenedPage[]> {
  if (bytes.length === 0) throw new FileFault('文件是空的，请重新选择文件')
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  return head.includes('%PDF-') ? openPdf(bytes) : openPicture(bytes)
}

async function openPdf(bytes: Uint8Array): Promise<OpenedPage[]> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(bytes).catch((cause: unknown) => {
      const isLocked = String(cause).toLowerCase().includes('password')
      throw new FileFault(
        isLocked
          ? 'PDF 设有密码，请先用阅读软件另存为不加密的 PDF'
          : 'PDF 已损坏，无法打开，请重新导出后再选择',
        { cause },
      )
    })
    assertPageCount(document.getPageCount())
    const pages: OpenedPage[] = []
    for (const page of document.pages()) {
      const size = page.getOriginalSize()
      const paper = {
        widthMm: (size.originalWidth / POINTS_PER_INCH) * MM_PER_INCH,
        heightMm: (size.originalHeight / POINTS_PER_INCH) * MM_PER_INCH,
      }
      if (!(Math.max(paper.widthMm, paper.heightMm) <= LARGEST_MM) || !(paper.widthMm > 50))
        throw new FileFault('PDF 的页面尺寸不是试卷或答题卡的尺寸，请按 A4、A3、8K 或 16K 重新导出')
      const width = Math.round((paper.widthMm / MM_PER_INCH) * DPI)
      const height = Math.round((paper.heightMm / MM_PER_INCH) * DPI)
      const { data } = await page.render({ width, height, colorSpace: 'Gray', render: 'bitmap' })
      const picture = sharp(data, { raw: { width, height, channels: 1 } })
      pages.push({ ...(await encode(picture)), paper })
    }
    document.destroy()
    return pages
  } finally {
    library.destroy()
  }
}

async function openPicture(bytes: Uint8Array): Promise<OpenedPage[]> {
  const options = { limitInputPixels: PIXEL_LIMIT, failOn: 'truncated' as const }
  const about = await sharp(bytes, options)
    .metadata()
    .catch((cause: unknown) => {
      throw new FileFault('不是可以识别的文件，请选择 PDF、JPEG、PNG 或 TIFF', { cause })
    })
  if (!['jpeg', 'png', 'tiff'].includes(about.format))
    throw new FileFault('不是可以识别的文件，请选择 PDF、JPEG、PNG 或 TIFF')
  if (Math.min(about.width, about.height) < LEAST_EDGE_PX)
    throw new FileFault('图片太小，看不清，请用 200 dpi 以上重新扫描')
  const count = about.format === 'tiff' ? (about.pages ?? 1) : 1
  assertPageCount(count)
  const pages: OpenedPage[] = []
  for (let page = 0; page < count; page++) {
    const picture = sharp(bytes, { ...options, ...(count > 1 ? { page } : {}) }).autoOrient()
    const encoded = await encode(picture).catch((cause: unknown) => {
      const isLarge = String(cause).includes('pixel limit')
      throw new FileFault(
        isLarge
          ? '图片过大，请用 200 至 300 dpi 重新扫描'
          : '图片已损坏或不完整，请重新扫描后再选择',
        { cause },
      )
    })
    pages.push({ ...encoded, paper: null })
  }
  return pages
}

function assertPageCount(count: number): void {
  if (count < 1) throw new FileFault('文件里没有页面，请重新选择')
  if (count > MOST_PAGES)
    throw new FileFault(`文件有 ${count} 页，一次最多 ${MOST_PAGES} 页，请只导出需要的各页`)
}

async function encode(picture: Sharp): Promise<Omit<OpenedPage, 'paper'>> {
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .greyscale()
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
  return { jpeg: data, widthPx: info.width, heightPx: info.height }
}
