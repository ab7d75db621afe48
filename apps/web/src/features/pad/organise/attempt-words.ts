import { ATTEMPT_STANDINGS } from '@hengjuan/domain'

export const ATTEMPT_WORDS = { ...ATTEMPT_STANDINGS, absent: '缺考' } as const
