/** So many bytes of words are gathered at least before they go into the file; one more block fits behind. */
export const mostOfFlush: usize = 3584

/** Whole vectors are written, and at last two bytes more. */
export const mostBehind: usize = 20

/** Words as the file has them: the highest byte first, and a zero behind each byte of 255. */
export function mark(words: usize, end: usize, out: usize): usize {
  const full = i8x16.splat(-1)
  for (; words < end; words += 16) {
    const turned = v128.shuffle<i8>(
      v128.load(words),
      v128.load(words),
      3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12,
    )
    const n = min<i32>(16, <i32>(end - words))
    const marked = i8x16.bitmask(i8x16.eq(turned, full)) & ((1 << n) - 1)
    v128.store(out, turned)
    if (marked === 0) {
      out += n
      continue
    }
    v128.store(words, turned)
    for (let i = 0; i < n; i++) {
      const byte = load<u8>(words + i)
      store<u8>(out++, byte)
      if (byte === 255) store<u8>(out++, 0)
    }
  }
  return out
}
