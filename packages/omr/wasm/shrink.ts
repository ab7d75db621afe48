/**
 * Shrinks a page, each pixel the mean of the area that it stands for.
 *
 * @param columns of each output column its first page column, i32, and one more for the end
 * @param sums    room for a u16 a page column, of an output row's sums
 */
export function shrink(
  page: usize,
  pageWidth: i32,
  pageHeight: i32,
  width: i32,
  height: i32,
  columns: usize,
  sums: usize,
  out: usize,
): void {
  for (let row = 0; row < height; row++) {
    const top = <i32>((<i64>row * pageHeight) / height)
    const bottom = max(top + 1, <i32>((<i64>(row + 1) * pageHeight) / height))
    const lines = min(256, bottom - top)
    memory.fill(sums, 0, (<usize>pageWidth) << 1)
    for (let line = 0; line < lines; line++) {
      const from = page + (top + line) * pageWidth
      let x: i32 = 0
      for (; x + 16 <= pageWidth; x += 16) {
        const pixels = v128.load(from + x)
        const slot = sums + (x << 1)
        v128.store(slot, i16x8.add(v128.load(slot), i16x8.extend_low_i8x16_u(pixels)))
        v128.store(slot, i16x8.add(v128.load(slot, 16), i16x8.extend_high_i8x16_u(pixels)), 16)
      }
      for (; x < pageWidth; x++) {
        const slot = sums + (x << 1)
        store<u16>(slot, load<u16>(slot) + load<u8>(from + x))
      }
    }
    for (let column = 0; column < width; column++) {
      const left = load<i32>(columns + (column << 2))
      const right = load<i32>(columns + (column << 2), 4)
      let sum: u32 = 0
      for (let x = left; x < right; x++) sum += load<u16>(sums + (x << 1))
      store<u8>(out + row * width + column, sum / <u32>((right - left) * lines))
    }
  }
}
