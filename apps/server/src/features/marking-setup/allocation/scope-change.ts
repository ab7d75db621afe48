import type { allocationCopy, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { avoidsOwnSchool, MARK_SCOPES, type MarkScope, type SchoolGroup } from '@hengjuan/domain'
import { type BlockRules, selectSchoolsOf } from '../../marking-core/index.ts'
import { eligibilityOf } from '../shares/eligibility.ts'

export type DiffRow = ReplyOf<typeof allocationCopy>['blocks'][number]['rows'][number]

/** Whose papers the markers of a block read. */
export interface ScopeSettings {
  scope: MarkScope
  avoidsOwnSchool: boolean
  /** Null: as usual, by how many mark a block. */
  avoidOwnClass: boolean | null
  groups: readonly SchoolGroup[]
}

export const scopeOf = (rules: BlockRules): ScopeSettings => ({
  scope: rules.settings.scope,
  avoidsOwnSchool: avoidsOwnSchool(eligibilityOf(rules)),
  avoidOwnClass: eligibilityOf(rules).avoidOwnClass,
  groups: rules.settings.schoolGroups,
})

/** What another scope comes to in a block; groups are compared by whom they hold, not by their names. */
export async function scopeChange(
  db: Db,
  rules: BlockRules,
  asked: Partial<ScopeSettings> | null,
  people: readonly { userId: number; name: string; fate: string }[],
): Promise<{ rows: DiffRow[]; changed: Partial<ScopeSettings> | null }> {
  if (asked === null) return { rows: [], changed: null }
  const now = scopeOf(rules)
  const wanted = { ...now, ...asked }
  const isSame = JSON.stringify(now) === JSON.stringify(wanted)
  const schools = await selectSchoolsOf(db, rules.block.exam_id, rules.block.subject_id)
  const nameOf = new Map(schools.map(({ school_id, name }) => [school_id, name]))
  const marking = new Set(people.filter(({ fate }) => fate === 'marks').map(({ userId }) => userId))
  const strangers =
    wanted.scope === 'group'
      ? new Set(
          wanted.groups.flatMap(({ markerIds }) => markerIds.filter((id) => !marking.has(id))),
        ).size
      : 0
  return {
    rows: [
      {
        what: 'scope',
        name: '阅卷范围',
        result: isSame ? 'same' : 'change',
        before: scopeText(now, nameOf),
        after: scopeText(wanted, nameOf),
        note: strangers > 0 ? `教师组中有 ${strangers} 名教师不在这个题块，不会领到试卷` : '',
      },
    ],
    changed: isSame ? null : asked,
  }
}

function scopeText(
  { scope, avoidsOwnSchool: bySchool, avoidOwnClass, groups }: ScopeSettings,
  nameOf: ReadonlyMap<number, string>,
): string {
  const groupTexts = groups.map(
    ({ name, schoolIds, markerIds }) =>
      `${name}（${schoolIds.map((id) => nameOf.get(id) ?? '').join('、')}，${markerIds.length} 名教师）`,
  )
  return [
    MARK_SCOPES[scope],
    ...(scope === 'group' ? groupTexts : []),
    ...(bySchool ? ['回避本校'] : []),
    ...(avoidOwnClass === null ? ['多于一名教师时回避本班'] : avoidOwnClass ? ['回避本班'] : []),
  ].join('；')
}
