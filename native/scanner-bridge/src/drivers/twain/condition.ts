import { ScanError, type ScanFault, type SheetState } from '../../protocol/scan-error.ts'
import { RC } from './triplets.ts'

interface Meaning {
  code: ScanFault
  words: string
  sheetState?: SheetState
}

/** Condition codes by what the operator sees. @source TWAIN 2.4 specification, chapter 11 */
const CONDITIONS: Record<number, Meaning> = {
  1: { code: 'IO_ERROR', words: 'the source failed and does not say why' },
  2: { code: 'NO_MEM', words: 'not enough memory' },
  3: { code: 'OFFLINE', words: 'no such source' },
  4: { code: 'BUSY', words: 'another program uses the source' },
  5: { code: 'IO_ERROR', words: 'the source failed and has told the user' },
  6: { code: 'UNSUPPORTED', words: 'unknown capability' },
  9: { code: 'UNSUPPORTED', words: 'unknown call' },
  10: { code: 'BAD_VALUE', words: 'value out of range' },
  11: { code: 'IO_ERROR', words: 'call out of turn' },
  12: { code: 'IO_ERROR', words: 'unknown destination' },
  13: { code: 'UNSUPPORTED', words: 'capability not supported' },
  14: { code: 'UNSUPPORTED', words: 'capability cannot be set' },
  15: { code: 'BAD_VALUE', words: 'capability depends on another one' },
  16: { code: 'ACCESS_DENIED', words: 'denied' },
  20: { code: 'JAMMED', words: 'paper jam', sheetState: 'in-path' },
  21: { code: 'DOUBLE_FEED', words: 'double feed', sheetState: 'in-path' },
  23: { code: 'OFFLINE', words: 'the device is not online' },
  24: { code: 'COVER_OPEN', words: 'cover open', sheetState: 'in-path' },
  25: { code: 'JAMMED', words: 'damaged corner', sheetState: 'in-path' },
  26: { code: 'IO_ERROR', words: 'focus error', sheetState: 'in-path' },
  27: { code: 'IO_ERROR', words: 'the document is too light', sheetState: 'in-path' },
  28: { code: 'IO_ERROR', words: 'the document is too dark', sheetState: 'in-path' },
  29: { code: 'NO_DOCS', words: 'no paper', sheetState: 'not-fed' },
}

/** A call of TWAIN that did not succeed, as our error. */
export function twainError(operation: string, returned: number, condition: number): ScanError {
  const vendor = { operation, returned, condition }
  if (returned === RC.busy || returned === RC.scannerLocked)
    return new ScanError('BUSY', `${operation}: the scanner is in use`, { vendor })
  const meaning = CONDITIONS[condition] ?? CONDITIONS[1]
  const { code, words, sheetState } = meaning as Meaning
  return new ScanError(
    code,
    `${operation}: ${words} (return ${returned}, condition ${condition})`,
    {
      vendor,
      ...(sheetState === undefined ? {} : { sheetState }),
    },
  )
}
