/** Raw pixels without compression: P4 (1 bit, 1 is black), P5 (grey), P6 (red, green, blue). */
export type PnmKind = 'P4' | 'P5' | 'P6'

export interface PnmHeader {
  kind: PnmKind
  width: number
  height: number
  /** Bytes before the first pixel. */
  offset: number
  /** Bytes of one row; a row of bits is filled up to whole bytes. */
  rowBytes: number
  /** Dots per inch, when our own comment says so. */
  dpi: number | null
}

export const pnmRowBytes = (kind: PnmKind, width: number): number =>
  kind === 'P4' ? Math.ceil(width / 8) : kind === 'P5' ? width : width * 3

/** The header of a PNM file; the resolution stands in a comment, since the format has no place for it. */
export const pnmHeader = (kind: PnmKind, width: number, height: number, dpi: number): Buffer =>
  Buffer.from(
    `${kind}\n# dpi ${dpi}\n${width} ${height}\n${kind === 'P4' ? '' : '255\n'}`,
    'latin1',
  )

/**
 * Reads the header of a PNM file of one of the three kinds, 8 bits a sample.
 *
 * @returns null for anything else
 */
export function readPnmHeader(bytes: Uint8Array): PnmHeader | null {
  const text = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  // One white space ends the header; comments may stand before any number.
  const found =
    /^(P4|P5|P6)((?:\s|#[^\n]*\n)+)(\d+)((?:\s|#[^\n]*\n)+)(\d+)(?:(?:\s|#[^\n]*\n)+(\d+))?\s/.exec(
      text,
    )
  if (!found) return null
  const kind = found[1] as PnmKind
  const width = Number(found[3])
  const height = Number(found[5])
  if (width < 1 || height < 1) return null
  const isBits = kind === 'P4'
  if (!isBits && found[6] !== '255') return null
  const head = isBits ? /^P4(?:\s|#[^\n]*\n)+\d+(?:\s|#[^\n]*\n)+\d+\s/.exec(text)?.[0] : found[0]
  const dpi = /# dpi (\d+)\n/.exec(head ?? '')?.[1]
  return {
    kind,
    width,
    height,
    offset: head?.length ?? 0,
    rowBytes: pnmRowBytes(kind, width),
    dpi: dpi === undefined ? null : Number(dpi),
  }
}
