/**
 * Order of file names as a person expects it: `scan-9` before `scan-10`. Names that differ only in
 * case or in leading zeros keep one fixed order, so that two runs over a folder agree.
 */
export function compareNames(a: string, b: string): number {
  const left = piecesOf(a)
  const right = piecesOf(b)
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const order = comparePieces(left[at] ?? '', right[at] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length || compareText(a, b)
}

/** Without the ending, so that `1.jpg` comes before `1-2.jpg` whatever the letters after it. */
const piecesOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replace(/\.[a-z]+$/, '')
    .match(/\d+|\D+/g) ?? []

function comparePieces(a: string, b: string): number {
  const isNumber = (piece: string) => /^\d/.test(piece)
  if (!isNumber(a) || !isNumber(b)) return compareText(a, b)
  // Digit strings can be longer than a number is exact (time stamps with a counter).
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')]
  return left.length - right.length || compareText(left, right)
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
