const USUAL = [150, 200, 240, 300, 400, 600]
/** A scanner cuts the paper a little, or leaves a little around it. */
const WIDTH_SHARE = 0.04

/**
 * Resolution of a scan: as the JPEG says, otherwise the usual one that makes the picture as wide as the
 * paper; null where neither tells.
 */
export function dpiOfScan(bytes: Uint8Array, widthPx: number, paperWidthMm: number): number | null {
  return jfifDpi(bytes) ?? usualDpi((widthPx / paperWidthMm) * 25.4)
}

function usualDpi(dpi: number): number | null {
  const nearest = USUAL.toSorted((one, other) => Math.abs(one - dpi) - Math.abs(other - dpi))[0]!
  return Math.abs(nearest / dpi - 1) <= WIDTH_SHARE ? nearest : null
}

/** Density in the JFIF header, which scanners write right after the start of the file. */
function jfifDpi(bytes: Uint8Array): number | null {
  const isJfif =
    bytes[0] === 0xff &&
    bytes[1] === 0xd8 &&
    String.fromCodePoint(...bytes.subarray(6, 10)) === 'JFIF'
  if (!isJfif) return null
  const density = bytes[14]! * 256 + bytes[15]!
  // 72 and 96 are what programs write that know nothing.
  if (density < 100) return null
  return bytes[13] === 1 ? density : bytes[13] === 2 ? Math.round(density * 2.54) : null
}
