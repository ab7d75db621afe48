import { createRequire } from 'node:module'
import type { Gray } from '../kernels/gray.ts'
import type { JpegHeader } from './picture-format.ts'

/** The part of `@julusian/jpeg-turbo` that is used here. */
interface TurboBinding {
  FORMAT_GRAY: number
  SAMP_GRAY: number
  decompressSync(
    image: Buffer,
    out: Buffer,
    options: { format: number },
  ): { data: Buffer; width: number; height: number }
  compressSync(
    raw: Buffer,
    options: {
      format: number
      width: number
      height: number
      subsampling: number
      quality: number
    },
  ): Buffer
}

let binding: TurboBinding | null | undefined

/** The native codec, or null where it is not installed or does not load. */
function turbo(): TurboBinding | null {
  if (binding !== undefined) return binding
  try {
    binding = createRequire(import.meta.url)('@julusian/jpeg-turbo') as TurboBinding
  } catch {
    binding = null
  }
  return binding
}

export const hasTurbo = () => turbo() !== null

/**
 * Decodes a baseline or progressive JPEG straight to grey; null when this codec is missing or refuses
 * the file (CMYK, damaged, turned by Exif), which then goes to the universal codec.
 *
 * @param reuse a buffer of at least width x height bytes that may be overwritten
 */
export function decodeWithTurbo(
  bytes: Uint8Array,
  header: JpegHeader,
  reuse: Uint8Array | null,
): Gray | null {
  const codec = turbo()
  if (!codec || header.components === 4 || header.orientation !== 1) return null
  const size = header.width * header.height
  const out = reuse && reuse.length >= size ? reuse.subarray(0, size) : new Uint8Array(size)
  try {
    const decoded = codec.decompressSync(asBuffer(bytes), asBuffer(out), {
      format: codec.FORMAT_GRAY,
    })
    return { data: out, width: decoded.width, height: decoded.height }
  } catch {
    return null
  }
}

/** Encodes grey as JPEG; null when the codec is missing. */
export function encodeWithTurbo(gray: Gray, quality: number): Uint8Array | null {
  const codec = turbo()
  if (!codec) return null
  return codec.compressSync(asBuffer(gray.data), {
    format: codec.FORMAT_GRAY,
    width: gray.width,
    height: gray.height,
    subsampling: codec.SAMP_GRAY,
    quality,
  })
}

const asBuffer = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
