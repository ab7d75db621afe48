import type { Role } from '@hengjuan/domain'

/** What a home page is made of. */
export type HomePart =
  | 'ownScores'
  | 'firstSteps'
  | 'exams'
  | 'results'
  | 'compared'
  | 'marking'
  | 'scanning'
  | 'region'
  | 'todos'

const PARTS: Readonly<Record<Role, readonly HomePart[]>> = {
  school_admin: ['firstSteps', 'exams', 'todos', 'compared'],
  academic_director: ['firstSteps', 'exams', 'todos', 'compared'],
  principal: ['compared', 'exams'],
  vice_principal: ['compared', 'exams'],
  grade_director: ['exams', 'results', 'marking', 'todos'],
  grade_group_leader: ['exams', 'results', 'marking', 'todos'],
  subject_leader: ['marking', 'todos', 'exams', 'results'],
  prep_leader: ['marking', 'todos', 'exams', 'results'],
  class_teacher: ['results', 'marking', 'todos'],
  subject_teacher: ['results', 'marking', 'todos'],
  marking_teacher: ['marking', 'todos', 'results'],
  scan_operator: ['scanning', 'todos'],
  marking_admin: ['region', 'todos'],
  regional_admin: ['region', 'todos'],
  researcher: ['region'],
  research_leader: ['region'],
  student: ['ownScores'],
}

/**
 * The parts of the home page of a role, the most urgent first.
 *
 * @param isNamed for some exam, which is then listed whatever the role
 */
export function homeParts(role: Role, isNamed = false): readonly HomePart[] {
  const parts = PARTS[role]
  return isNamed && !parts.includes('exams') ? ['exams', ...parts] : parts
}
