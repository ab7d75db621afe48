/** A line that brings nothing for so long is taken to be dead: a picture that waits holds one of few connections. */
const STALLED_MS = 20_000

/** The server answered, and not with the picture. */
export class PictureRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`image ${status}`)
    this.status = status
  }

  /** The address has run out, or what it named is gone: another address may have the picture. */
  get isOfAddress(): boolean {
    return this.status === 403 || this.status === 404
  }
}

/**
 * Fetches the file of a picture, however slowly it comes, as long as it comes.
 *
 * @throws PictureRefused; Error where it stalls, or ends before its end
 */
export async function fetchPicture(url: string, stalledMs = STALLED_MS): Promise<Blob> {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stop.abort(new Error('the picture does not come')), stalledMs)
  }
  wait()
  try {
    const response = await fetch(url, { signal: stop.signal })
    if (!response.ok) throw new PictureRefused(response.status)
    const pieces: Uint8Array<ArrayBuffer>[] = []
    const reader = response.body?.getReader()
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      pieces.push(piece.value)
      wait()
    }
    if (isCutOff(pieces)) throw new Error('the picture ends before its end')
    return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
  } finally {
    clearTimeout(timer)
  }
}

/** Further behind its end than anything that scanners append. */
const TAIL = 1024

/**
 * Does a JPEG lack its end? Browsers draw the half that came and leave the rest grey, and a mark would be given for
 * half an answer.
 */
function isCutOff(pieces: readonly Uint8Array[]): boolean {
  const [first] = pieces
  if (first?.[0] !== 0xff || first[1] !== 0xd8) return false
  const tail = pieces.slice(-4).flatMap((piece) => [...piece.subarray(-TAIL)])
  return !tail.some((byte, at) => byte === 0xff && tail[at + 1] === 0xd9)
}
