import { createRequire } from 'node:module'
import type { Gray } from '../kernels/gray.ts'
import type { RgbPage } from './ink-channels.ts'
import type { JpegHeader } from './picture-format.ts'

/** The part of `@julusian/jpeg-turbo` that is used here. */
interface TurboBinding {
  FORMAT_GRAY: number
  FORMAT_RGB: number
  decompressSync(
    image: Buffer,
    out: Buffer,
    options: { format: number },
  ): { data: Buffer; width: number; height: number }
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
 * Decodes a JPEG straight to grey, as its data lies: nothing is turned. Colour files are not converted,
 * their luma is taken as it is stored.
 *
 * @param room gives a buffer of so many bytes, which may be an old one
 * @returns null where this codec is missing or does not know the kind of file (CMYK)
 * @throws Error for a file with any damage, even such as other decoders paint over
 */
export function decodeWithTurbo(
  bytes: Uint8Array,
  header: JpegHeader,
  room: (size: number) => Uint8Array,
): Gray | null {
  const codec = turbo()
  if (!codec || header.components === 4) return null
  const { width, height } = header
  const out = room(width * height)
  decompress(codec, bytes, header, out, codec.FORMAT_GRAY)
  return { data: out, width, height }
}

/** The same in red, green and blue. */
export function decodeRgbWithTurbo(
  bytes: Uint8Array,
  header: JpegHeader,
  room: (size: number) => Uint8Array,
): RgbPage | null {
  const codec = turbo()
  if (!codec || header.components === 4) return null
  const { width, height } = header
  const data = room(3 * width * height)
  decompress(codec, bytes, header, data, codec.FORMAT_RGB)
  return { data, width, height }
}

function decompress(
  codec: TurboBinding,
  bytes: Uint8Array,
  header: JpegHeader,
  out: Uint8Array,
  format: number,
): void {
  const run = (file: Uint8Array) => {
    const { width, height } = codec.decompressSync(asBuffer(file), asBuffer(out), { format })
    if (width !== header.width || height !== header.height) throw new Error('two different sizes')
  }
  try {
    run(bytes)
  } catch (error) {
    const tidy = withoutPadding(bytes)
    if (!tidy) throw error
    run(tidy)
  }
}

/**
 * Some scanners fill up the last block of a file with zeros before its end mark, which the decoder calls
 * damage. The same file without them, or null where there are none.
 */
function withoutPadding(bytes: Uint8Array): Uint8Array | null {
  const end = asBuffer(bytes).lastIndexOf('\xff\xd9', undefined, 'latin1')
  let last = end
  while (last > 2 && bytes[last - 1] === 0) last--
  // One zero belongs to an escaped 0xff.
  if (bytes[last - 1] === 0xff) last++
  if (end < 0 || last >= end) return null
  const tidy = new Uint8Array(last + 2)
  tidy.set(bytes.subarray(0, last))
  tidy.set([0xff, 0xd9], last)
  return tidy
}

const asBuffer = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
