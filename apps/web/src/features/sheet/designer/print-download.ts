/** How much of a printed file has come. */
export interface PrintProgress {
  pages: number
  total: number
}

const PAGE_MARK = '/Type /Page\n'

/**
 * Fetches a printed file and tells how many of its pages have come: the server draws them while it sends.
 *
 * @throws Error with the server's Chinese sentence
 */
export async function downloadPrint(
  address: string,
  onProgress: (progress: PrintProgress) => void,
  signal: AbortSignal,
): Promise<{ blob: Blob; fileName: string }> {
  const response = await fetch(address, { credentials: 'same-origin', signal })
  if (!response.ok || !response.body) {
    const reply = (await response.json().catch(() => null)) as { msg?: string } | null
    throw new Error(reply?.msg ?? '下载失败，请稍后再试')
  }
  const total = Number(response.headers.get('x-page-count') ?? 0)
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')
  const pieces: BlobPart[] = []
  const count = pageCounter()
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
    onProgress({ pages: Math.min(total, count(value)), total })
  }
  return {
    blob: new Blob(pieces, { type: 'application/pdf' }),
    fileName: name?.[1] ? decodeURIComponent(name[1]) : '答题卡.pdf',
  }
}

/** Counts the page objects of a PDF that comes in pieces; a mark may lie across two of them. */
export function pageCounter(): (piece: Uint8Array) => number {
  const decoder = new TextDecoder('latin1')
  let pages = 0
  let tail = ''
  return (piece) => {
    const text = tail + decoder.decode(piece)
    pages += text.split(PAGE_MARK).length - 1
    tail = text.slice(-(PAGE_MARK.length - 1))
    return pages
  }
}
