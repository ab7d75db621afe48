/** Advance widths of the sheet font for U+0020 to U+007E, thousandths of an em. */
// oxfmt-ignore
const ASCII = [
  224,323,474,555,555,921,680,278,338,338,467,555,278,347,278,392,555,555,555,555,555,555,555,555,
  555,555,278,278,555,555,555,474,946,608,657,638,688,589,552,689,728,293,535,646,543,812,723,742,
  633,742,635,596,599,721,575,878,573,531,603,338,392,338,555,559,606,563,618,510,620,554,325,564,
  607,275,275,552,284,926,610,606,620,620,388,468,377,607,521,802,498,521,475,338,270,338,555,
]

/** Width of a run in the sheet font, millimetres. Characters beyond ASCII are taken as square. */
export function textWidth(text: string, sizeMm: number): number {
  let width = 0
  for (const character of text) width += ASCII[character.charCodeAt(0) - 32] ?? 1000
  return (width * sizeMm) / 1000
}

// Chinese typesetting forbids these at the start and at the end of a line.
const NOT_FIRST = '，。、；：！？）》】”’…—,.;:!?)'
const NOT_LAST = '（《【“‘('

/** Breaks a text into lines no wider than `widthMm`, between any two Chinese characters or at spaces. */
export function wrapText(text: string, sizeMm: number, widthMm: number): string[] {
  const lines: string[] = []
  let line = ''
  // A Latin word or number stays whole unless it alone is wider than the line.
  for (const piece of text.match(/[!-~]+|\s|[^!-~\s]/gu) ?? []) {
    if (line === '' || NOT_FIRST.includes(piece)) line += piece
    else if (textWidth(line + piece, sizeMm) <= widthMm) line += piece
    else {
      const last = [...line].at(-1) ?? ''
      const carried = NOT_LAST.includes(last) ? last : ''
      lines.push(carried ? line.slice(0, -carried.length) : line)
      line = carried + piece.trimStart()
    }
  }
  if (line !== '') lines.push(line)
  return lines.map((each) => each.trim())
}

/** The largest size up to `sizeMm` at which the run is no wider than `widthMm`. */
export const fitSize = (text: string, sizeMm: number, widthMm: number) =>
  Math.min(sizeMm, (sizeMm * widthMm) / Math.max(textWidth(text, sizeMm), 0.001))
