/**
 * Text that a spreadsheet program could take for a formula gets a leading quote. Text that begins with quotes before
 * such a sign gets one more, so that the way back is exact.
 */
export const guardedText = (text: string): string =>
  /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text

/** The text as it was before it was guarded: tables that were taken from the platform come back to it. */
export const unguardedText = (text: string): string =>
  /^'+[=+\-@]/.test(text) ? text.slice(1) : text
