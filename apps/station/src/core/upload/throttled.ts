import type { TokenBucket } from './token-bucket.ts'

/** Small enough that a slow line is not blocked for seconds by one piece. */
const PIECE_BYTES = 16 * 1024

/** The bytes as a body that goes out no faster than the bucket lets it. */
export function throttled(
  bytes: Uint8Array<ArrayBuffer>,
  bucket: TokenBucket,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream(
    {
      pull: async (controller) => {
        if (at >= bytes.length) return controller.close()
        const piece = bytes.subarray(at, at + PIECE_BYTES)
        at += piece.length
        await bucket.take(piece.length)
        controller.enqueue(piece)
      },
    },
    // Nothing is taken from the bucket before the line wants it.
    { highWaterMark: 0 },
  )
}
