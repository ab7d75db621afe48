import { SCAN_EXCEPTIONS, type ScanExceptionCategory } from '@hengjuan/domain'

export const categoryLabel = (category: string): string =>
  SCAN_EXCEPTIONS[category as ScanExceptionCategory]?.label ?? category
