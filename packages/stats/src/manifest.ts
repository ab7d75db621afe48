import type { ItemStatus, Milli, QuestionType, RateThresholds } from '@hengjuan/domain'

/** What a released version says about its exam, beside the candidates. */
export interface ResultManifest {
  examName: string
  /** The school that holds the exam. */
  schoolName: string
  gradeId: number
  startDate: string
  /** Exam type code of the specification, 1 to 5; 0 in versions from before this was kept. */
  examType: number
  /** Who may be shown what. @source reports 2.2 */
  policy: PolicyProfile
  thresholds: RateThresholds
  /** Id of the scheme that levels were taken by. */
  gradeScheme: string
  subjects: ManifestSubject[]
  /** In the order of the columns' runs: by school, then as the school sorts them. */
  classes: ManifestClass[]
  schools: ManifestSchool[]
  /** Which subjects candidates take; one entry where all take the same. */
  combos: ManifestCombo[]
  /** Who taught whom at release. */
  teachings: ManifestTeaching[]
  /** In versions from before it was kept, who teaches today: 推测. */
  teachingsGuessed: boolean
}

export type PolicyProfile = 'compulsory' | 'senior'

export interface ManifestSubject {
  id: number
  name: string
  fullMilli: Milli
  questions: ManifestQuestion[]
}

export interface ManifestQuestion {
  id: number
  no: string
  type: QuestionType
  objective: boolean
  fullMilli: Milli
  optionCount: number | null
  /** Key of an objective question; empty for a subjective one. */
  key: string[]
  /** How the key reads where it is more than its letters: several right answers, void, given away. */
  keyText?: string
  status: ItemStatus
  /** Blocks that its answer is marked in; none for an objective question, and in older versions. */
  blocks: ManifestBlock[]
}

export interface ManifestBlock {
  id: number
  name: string
  /** Papers that a third one had to read, over those that two read; absent where none may be asked, and in older versions. */
  third?: { num: number; den: number }
}

export interface ManifestClass {
  id: number
  /** With the school's short name in front where several schools sit the exam. */
  name: string
  /** Place in `schools`. */
  school: number
}

export interface ManifestSchool {
  id: number
  name: string
  shortName: string
  districtId: number | null
  cityId: number | null
  provinceId: number | null
}

export interface ManifestCombo {
  /** `物化生`; `全科` where there is no choice. */
  name: string
  subjectIds: number[]
}

export interface ManifestTeaching {
  classId: number
  subjectId: number
  userId: number
  userName: string
}
