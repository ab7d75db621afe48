import type { Stage } from './grade-subject.ts'

/** The subjects of a stage with what a paper of each usually has. @source platform 3.8 */
export interface SubjectTemplate {
  id: string
  name: string
  stage: Stage
  subjects: readonly { id: number; points: number; minutes: number }[]
}

const of = (ids: readonly number[], points: number, minutes: number) =>
  ids.map((id) => ({ id, points, minutes }))

export const SUBJECT_TEMPLATES: readonly SubjectTemplate[] = [
  { id: 'primary-3', name: '小学三科', stage: 'primary', subjects: of([1, 2, 3], 100, 80) },
  {
    id: 'junior-9',
    name: '初中九科',
    stage: 'junior',
    subjects: [...of([1, 2, 3], 120, 120), ...of([4, 5, 6, 7, 8, 9], 100, 90)],
  },
  {
    id: 'senior-9',
    name: '高中九科（3+1+2）',
    stage: 'senior',
    subjects: [...of([1], 150, 150), ...of([2, 3], 150, 120), ...of([4, 5, 6, 7, 8, 9], 100, 75)],
  },
]

/** Subjects of the system beyond the nine, and the total: nobody changes them. @source platform 3.8 */
export const isFixedSubject = (subjectId: number): boolean =>
  subjectId <= 9 || (subjectId >= 201 && subjectId <= 206) || subjectId === 3000

/** Ids of subjects that schools make begin here. */
export const FIRST_CUSTOM_SUBJECT = 5001
