/**
 * Rows as text that spreadsheets paste into cells. Tabs and line breaks inside a cell become spaces; a cell that a
 * spreadsheet would take for a formula is kept as text, as in files. Numbers with a sign stay numbers.
 */
export const tsvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(cellText).join('\t')).join('\n')

function cellText(text: string): string {
  const plain = text.replaceAll(/[\t\r\n]+/g, ' ')
  return /^[=+\-@]/.test(plain) && !/^[+-]?[\d.,]+%?$/.test(plain) ? `'${plain}` : plain
}
