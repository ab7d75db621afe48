import { mayDo, type Permission, ROLE_CODES } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { type HomePart, homeParts } from './home-parts.ts'

/** What a part asks the server for, by the permission of its calls. */
const NEEDS: Readonly<Record<HomePart, Permission | null>> = {
  ownScores: 'student.score',
  firstSteps: 'exam.manage',
  exams: 'exam.read',
  results: 'report.read',
  compared: 'report.read',
  marking: 'marking.mark',
  scanning: 'scan.operate',
  region: 'region.read',
  todos: null,
}

test.for(ROLE_CODES.map((role) => [role] as const))(
  'home of %s: it has something, and nothing that the role may not read',
  ([role]) => {
    const parts = homeParts(role)
    expect(parts.length).toBeGreaterThan(0)
    expect(
      parts.filter((part) => {
        const needed = NEEDS[part]
        return needed !== null && !mayDo(role, needed)
      }),
    ).toEqual([])
  },
)

test.for([
  ['marking_teacher', 'marking'],
  ['class_teacher', 'results'],
  ['principal', 'compared'],
  ['scan_operator', 'scanning'],
  ['student', 'ownScores'],
] as const)('home of %s begins with %s', ([role, part]) => {
  expect(homeParts(role)[0]).toBe(part)
})
