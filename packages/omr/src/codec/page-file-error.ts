export type PageFileErrorCode =
  | 'EMPTY_FILE'
  | 'UNKNOWN_FORMAT'
  | 'DAMAGED_FILE'
  | 'TRUNCATED_FILE'
  | 'TOO_MANY_PIXELS'
  | 'TOO_SMALL'
  | 'UNSUPPORTED_CODING'
  | 'SEVERAL_PAGES'

const sentences: Record<PageFileErrorCode, string> = {
  EMPTY_FILE: '文件是空的，请重新扫描这一页',
  UNKNOWN_FORMAT: '不是可识别的图片（支持 JPEG、PNG、TIFF、WebP），请换成扫描得到的图片文件',
  DAMAGED_FILE: '图片已损坏，无法打开，请重新扫描这一页',
  TRUNCATED_FILE: '图片不完整（传输或保存时中断），请重新传输或重新扫描这一页',
  TOO_MANY_PIXELS: '图片过大，请用 200 至 300 dpi 重新扫描',
  UNSUPPORTED_CODING: '图片的编码方式少见，无法打开，请让扫描仪保存为普通 JPEG、PNG 或 TIFF',
  SEVERAL_PAGES: '一个文件里有多页，请拆成每页一个文件，或让扫描仪按单页保存',
  TOO_SMALL: '图片太小，看不清答题卡，请用 200 dpi 以上重新扫描',
}

/** A picture file that cannot be read; `message` is Chinese and says what to do. */
export class PageFileError extends Error {
  readonly code: PageFileErrorCode
  /** What the sentence alone does not say, Chinese; null where there is nothing. */
  readonly detail: string | null

  constructor(code: PageFileErrorCode, options?: { cause?: unknown; detail?: string | undefined }) {
    const detail = options?.detail ? `（${options.detail}）` : ''
    super(sentences[code] + detail, { cause: options?.cause })
    this.name = 'PageFileError'
    this.code = code
    this.detail = options?.detail ?? null
  }
}
