/** Hands bytes to the browser as a download. */
export function saveFile(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** A table as Excel opens it by a double click. */
export function csvFile(rows: readonly (readonly string[])[]): Blob {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n')
  // Without the mark Excel reads it as GBK.
  return new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv' })
}
