import type { SharpConstructor } from 'sharp'
import type { RgbPage } from './ink-channels.ts'
import type { Gray } from '../kernels/gray.ts'
import { PageFileError } from './page-file-error.ts'

let loaded: Promise<SharpConstructor> | null = null

/** Loaded for the first file that is no ordinary JPEG: it takes 27 MB, and most stations never meet one. */
export function loadSharp(): Promise<SharpConstructor> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // One page is one job of one thread: a second pool inside would only fight with the others.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loaded
}

/**
 * Decodes anything sharp knows to upright 8-bit grey.
 *
 * Colour becomes its green channel, which costs a quarter of a proper luma and keeps both red and
 * blue ink dark; transparent parts become white paper.
 *
 * @throws PageFileError
 */
export async function decodeWithSharp(bytes: Uint8Array, pixelLimit: number): Promise<Gray> {
  const sharp = await loadSharp()
  return strictly(async (failOn) => {
    const picture = sharp(bytes, { limitInputPixels: pixelLimit, failOn })
    const { space, hasAlpha, channels } = await picture.metadata()
    let upright = picture.autoOrient()
    if (hasAlpha) upright = upright.flatten({ background: '#ffffff' })
    const isGrey = channels === 1 || space === 'b-w' || space === 'grey16'
    // Without an explicit grey space sharp answers three channels, also for grey files.
    if (isGrey) upright = upright.toColourspace('b-w')
    else if (space === 'srgb' || space === 'rgb') upright = upright.extractChannel(1)
    else upright = upright.toColourspace('srgb').greyscale().toColourspace('b-w')
    const { data, info } = await upright
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return firstChannel(data, info.width, info.height, info.channels)
  })
}

/**
 * Decodes without forgiving damage: a fax line that does not add up is a line in the wrong place. Warnings
 * about the file's notes (tags, profiles) are no damage.
 */
async function strictly<T>(decode: (failOn: 'warning' | 'error') => Promise<T>): Promise<T> {
  try {
    return await decode('warning')
  } catch (cause) {
    if (!isAboutNotes(cause)) throw asPageFileError(cause)
  }
  try {
    return await decode('error')
  } catch (cause) {
    throw asPageFileError(cause)
  }
}

function isAboutNotes(cause: unknown): boolean {
  const text = cause instanceof Error ? cause.message : ''
  return (
    /\b(tag|field|profile|iccp|exif|chunk|metadata)\b/i.test(text) && !/line|strip|tile/i.test(text)
  )
}

/**
 * Decodes anything sharp knows to upright 8-bit red, green and blue.
 *
 * @throws PageFileError
 */
export async function decodeRgbWithSharp(bytes: Uint8Array, pixelLimit: number): Promise<RgbPage> {
  const sharp = await loadSharp()
  return strictly(async (failOn) => {
    const { data, info } = await sharp(bytes, { limitInputPixels: pixelLimit, failOn })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    if (info.channels !== 3) throw new Error(`sharp answered ${info.channels} channels`)
    return { data, width: info.width, height: info.height }
  })
}

function firstChannel(data: Buffer, width: number, height: number, channels: number): Gray {
  if (channels === 1) {
    return { data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height }
  }
  const grey = new Uint8Array(width * height)
  for (let i = 0; i < grey.length; i++) grey[i] = data[i * channels]!
  return { data: grey, width, height }
}

/** Names the fault of a file that sharp refused. */
export function asPageFileError(cause: unknown): PageFileError {
  if (cause instanceof PageFileError) return cause
  const text = cause instanceof Error ? cause.message : String(cause)
  if (/pixel limit/i.test(text)) return new PageFileError('TOO_MANY_PIXELS', { cause })
  if (/premature|truncated|unexpected end|out of data|read error/i.test(text)) {
    return new PageFileError('TRUNCATED_FILE', { cause })
  }
  if (/unsupported SOF|arithmetic|data precision|lossless|hierarchical/i.test(text)) {
    return new PageFileError('UNSUPPORTED_CODING', { cause })
  }
  return new PageFileError('DAMAGED_FILE', { cause })
}
