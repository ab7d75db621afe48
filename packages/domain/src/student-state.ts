/** Where a student stands. @source platform 3.4 */
export const STUDENT_STATES = {
  in: '在读',
  suspended: '休学',
  transferred: '转出',
  graduated: '毕业',
  left: '离校',
} as const

export type StudentState = keyof typeof STUDENT_STATES

/** From the columns: whoever has not left is in school, whatever they left as before. */
export function studentState(row: {
  left_at: string | null
  left_as: string | null
}): StudentState {
  if (row.left_at === null) return 'in'
  return row.left_as !== null && Object.hasOwn(STUDENT_STATES, row.left_as)
    ? (row.left_as as StudentState)
    : 'left'
}

/** 138****1234; null for none. */
export function maskedPhone(phone: string): string
export function maskedPhone(phone: string | null): string | null
export function maskedPhone(phone: string | null): string | null {
  return phone === null ? null : phone.replace(/^(.{3}).*(.{4})$/, '$1****$2')
}
