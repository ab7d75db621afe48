/** A page whose script did not arrive: the network, or a release that replaced it. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

/** @source specification, sections 8 and 9: a script chunk may take 120 seconds. */
const CHUNK_TIMEOUT_MS = 120_000

/** Loads the code of a page. @throws ChunkLoadError when it fails or takes longer than 120 s */
export async function loadWithin<T>(
  load: () => Promise<T>,
  timeoutMs: number = CHUNK_TIMEOUT_MS,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), timeoutMs)
  })
  try {
    return await Promise.race([load(), late])
  } catch (cause) {
    if (cause instanceof ChunkLoadError) throw cause
    throw new ChunkLoadError('page script', { cause })
  } finally {
    clearTimeout(timer)
  }
}
