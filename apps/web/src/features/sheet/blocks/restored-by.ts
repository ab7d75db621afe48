import type { Info } from './use-block-desk.ts'

/** `（3 份试卷回到阅卷，恢复 2 份评分）`; empty when undoing brings nothing back. */
export function restoredBy({ marks, papers }: NonNullable<Info['last_division']>): string {
  const parts = [
    ...(papers > 0 ? [`${papers} 份试卷回到阅卷`] : []),
    ...(marks > 0 ? [`恢复 ${marks} 份评分`] : []),
  ]
  return parts.length > 0 ? `（${parts.join('，')}）` : ''
}
