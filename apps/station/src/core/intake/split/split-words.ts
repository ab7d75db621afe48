import type { SplitRefusal } from './split-answer.ts'

/** Begins what is said of a batch's folder while something in it was not taken, or not to its end. */
export const LEFT_FILES = '有文件没有收全：'

const REFUSALS: Record<SplitRefusal, string> = {
  empty: '是空的，请重新存一遍',
  encrypted: '有密码，打不开，请去掉密码后重新存一遍',
  damaged: '不完整或已损坏；若还在写入，写完后会自动收，否则请重新存一遍',
  'no-pages': '里没有页，请重新存一遍',
  'too-big': '太大，请分成几个 1 GB 以内的文件',
}

export const refusalText = (name: string, refusal: SplitRefusal): string =>
  `「${name}」${REFUSALS[refusal]}`

export const copyText = (name: string, of: string): string =>
  `「${name}」与「${of}」内容完全相同，没有重复计入，可以删除`

export const goneText = (name: string, taken: number, pages: number): string =>
  `「${name}」共 ${pages} 页，只收了前 ${taken} 页文件就不见了，请放回原处，会接着收`

export const othersText = ([first, ...more]: readonly string[]): string[] => {
  if (first === undefined) return []
  const names = more.length > 0 ? `「${first}」等 ${more.length + 1} 个` : `「${first}」`
  return [`${names}不是 PDF、JPEG、PNG 或 TIFF，请换一种格式重新存一遍，然后删除原来的`]
}

/** More would push the page down; what is left is said when these are settled. */
const MOST_TEXTS = 3

export function leftFilesText(texts: readonly string[]): string {
  if (texts.length === 0) return ''
  const more = texts.length - MOST_TEXTS
  const shown = texts.slice(0, MOST_TEXTS).join('；')
  return `${LEFT_FILES}${shown}${more > 0 ? `；另有 ${more} 个` : ''}。`
}

export const tooLargeText = (page: number): string =>
  `第 ${page} 页的图像太大，没有收；请用 200 至 300 dpi 重新扫描这一页`

export const badPageText = (page: number): string =>
  `第 ${page} 页取不出来，没有收，其他页不受影响；请重新扫描这一页`

/** The name of a page in lists. */
export const pageName = (file: string, page: number): string => `${file} 第 ${page} 页`
