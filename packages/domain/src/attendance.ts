/**
 * Attendance codes of a candidate in a subject. 2 is reserved and refused on input.
 *
 * @source specification, section 4; domain rules 1.5
 */
export const ATTENDANCE = { '-1': '无记录', 0: '正常', 1: '缺考', 3: '未选考' } as const

export type Attendance = -1 | 0 | 1 | 3

export const NO_RECORD = -1
export const PRESENT = 0
export const ABSENT = 1
export const NOT_SELECTED = 3

export const isAttendance = (value: unknown): value is Attendance =>
  value === -1 || value === 0 || value === 1 || value === 3

export const attendanceLabel = (attendance: Attendance): string => ATTENDANCE[attendance]

/** In averages, standard deviations, item statistics and ranks? Only who was present; a score of 0 counts. */
export const isCounted = (attendance: Attendance): boolean => attendance === PRESENT

/** In the registered count (应考)? All but those who did not select the subject. */
export const isRegistered = (attendance: Attendance): boolean => attendance !== NOT_SELECTED

/** Misconduct and deferral are kept beside attendance, never as attendance 2. */
export const SPECIAL_FLAGS = { misconduct: '违纪', deferred: '缓考' } as const

export type SpecialFlag = keyof typeof SPECIAL_FLAGS

export type AbsenceDecision = 'absent' | 'conflict' | 'present' | 'noRecord'

/**
 * What a sheet says about absence.
 *
 * The box filled and no ink: absent. The box filled and ink: a person decides. No sheet although the
 * candidate is registered: no record, which becomes absent only by confirmation.
 *
 * @source domain rules 16 (absence decision)
 */
export function decideAbsence(sheet: {
  scanned: boolean
  absentBoxFilled: boolean
  hasAnswers: boolean
}): AbsenceDecision {
  if (!sheet.scanned) return 'noRecord'
  if (!sheet.absentBoxFilled) return 'present'
  return sheet.hasAnswers ? 'conflict' : 'absent'
}
