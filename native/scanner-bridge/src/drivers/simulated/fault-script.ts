import { ScanError } from '../../protocol/scan-error.ts'

/** What a simulated feeder can be told to do wrong. */
const FEEDER_FAULTS = [
  'jam',
  'double-feed',
  'cover',
  'offline',
  'io',
  'short',
  'empty',
  'hang',
  'crash',
] as const
export type FeederFault = (typeof FEEDER_FAULTS)[number]

/**
 * Reads a script such as `jam@3, crash@7`: what happens at which sheet.
 *
 * @throws ScanError BAD_VALUE
 */
export function parseFaults(script: string): Map<number, FeederFault> {
  const faults = new Map<number, FeederFault>()
  for (const item of script.split(',').map((part) => part.trim())) {
    if (item === '') continue
    const [kind, sheet] = item.split('@')
    const fault = FEEDER_FAULTS.find((known) => known === kind)
    if (!fault || !/^[1-9]\d*$/.test(sheet ?? ''))
      throw new ScanError('BAD_VALUE', `no fault: ${item}`)
    faults.set(Number(sheet), fault)
  }
  return faults
}

/** The error that a fault ends in; null for those that are no error but a death or an end. */
export function errorOf(fault: FeederFault): ScanError | null {
  const inPath = { sheetState: 'in-path' } as const
  switch (fault) {
    case 'jam':
      return new ScanError('JAMMED', 'simulated jam', inPath)
    case 'double-feed':
      return new ScanError('DOUBLE_FEED', 'simulated double feed', inPath)
    case 'cover':
      return new ScanError('COVER_OPEN', 'simulated open cover', inPath)
    case 'offline':
      return new ScanError('OFFLINE', 'simulated loss of the device')
    case 'io':
      return new ScanError('IO_ERROR', 'simulated transfer error')
    case 'short':
      return new ScanError('SHORT_PAGE', 'simulated short page', inPath)
    case 'empty':
    case 'hang':
    case 'crash':
      return null
  }
}
