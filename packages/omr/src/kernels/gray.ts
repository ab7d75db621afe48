/** One page in 8-bit grey, row by row, 0 black and 255 white. */
export interface Gray {
  data: Uint8Array
  width: number
  height: number
}

/** A rectangle of whole pixels; right and bottom are exclusive. */
export interface PixelWindow {
  left: number
  top: number
  right: number
  bottom: number
}

/** The part of a rectangle that lies inside the picture; empty windows have `right <= left`. */
export function clipWindow(gray: Gray, window: PixelWindow): PixelWindow {
  return {
    left: Math.max(0, Math.floor(window.left)),
    top: Math.max(0, Math.floor(window.top)),
    right: Math.min(gray.width, Math.ceil(window.right)),
    bottom: Math.min(gray.height, Math.ceil(window.bottom)),
  }
}

/** Turns a picture clockwise by a multiple of 90 degrees. */
export function rotateGray(gray: Gray, degrees: 0 | 90 | 180 | 270): Gray {
  if (degrees === 0) return gray
  const { data, width, height } = gray
  const out = new Uint8Array(data.length)
  if (degrees === 180) {
    for (let i = 0, j = data.length - 1; j >= 0; i++, j--) out[i] = data[j]!
    return { data: out, width, height }
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const target = degrees === 90 ? x * height + height - 1 - y : (width - 1 - x) * height + y
      out[target] = data[y * width + x]!
    }
  }
  return { data: out, width: height, height: width }
}
