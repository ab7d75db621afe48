import { open, readFile } from 'node:fs/promises'
import { countPages, extractPage } from '../codec/picture-file.ts'

/** One scanned page to read: a file, or one page of a multi-page TIFF. */
export interface PicturePage {
  file: string
  /** 1-based, of a file with several pages; null for a file that is one page. */
  filePage: number | null
  /** The file and its page, for people. */
  title: string
  load: () => Promise<Uint8Array>
}

/** Takes multi-page files apart; a file that cannot be opened stays one page and fails when it is loaded. */
export async function picturePages(files: readonly string[]): Promise<PicturePage[]> {
  const pages: PicturePage[] = []
  for (const file of files) {
    const count = await pagesIn(file)
    if (count === 1) {
      pages.push({ file, filePage: null, title: file, load: () => readFile(file) })
      continue
    }
    for (let i = 0; i < count; i++) {
      pages.push({
        file,
        filePage: i + 1,
        title: `${file} 第 ${i + 1} 幅`,
        load: async () => extractPage(await readFile(file), i),
      })
    }
  }
  return pages
}

async function pagesIn(file: string): Promise<number> {
  try {
    // Only TIFF files hold several pages: nothing else is read before its turn.
    const handle = await open(file)
    const start = new Uint8Array(4)
    try {
      await handle.read(start, 0, 4, 0)
    } finally {
      await handle.close()
    }
    const isTiff = start[0] === start[1] && (start[0] === 0x49 || start[0] === 0x4d)
    return isTiff ? countPages(await readFile(file)) : 1
  } catch {
    return 1
  }
}
