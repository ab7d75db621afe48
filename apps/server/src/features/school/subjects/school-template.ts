import type { InputOf, ReplyOf, schoolTemplateApply, schoolTemplates } from '@hengjuan/contracts'
import { schoolSharing, SETTINGS } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import { AppError, holdsText, type Stage } from '@hengjuan/domain'
import type { Act } from '../../../http/audit.ts'
import { saveSetting } from '../../setting/index.ts'
import { useSubject } from './change-subject.ts'
import { selectSchoolSubjects } from './subject.query.ts'

/** Settings of a school that another one may take over: none of channels and none about sharing itself. */
const COPIED = SETTINGS.filter(
  ({ group, scopes, key }) =>
    group !== 'channel' && scopes.includes('school') && key !== schoolSharing.key,
)

/** Schools of the own district that let others look, with what is different there. */
export async function listTemplates(
  db: Db,
  schoolId: number,
  keyword: string,
): Promise<ReplyOf<typeof schoolTemplates>> {
  const schools = await selectSharing(db, schoolId)
  const own = await stateOf(db, schoolId)
  const list = []
  for (const school of schools.filter(({ name }) => holdsText(name, keyword))) {
    const theirs = await stateOf(db, school.id)
    list.push({
      school_id: school.id,
      name: school.name,
      stages: JSON.parse(school.stages) as Stage[],
      subject_count: theirs.subjects.length,
      setting_keys: COPIED.filter(({ key }) => theirs.settings.has(key)).map(({ key, label }) => ({
        key,
        label,
      })),
      differences: differencesOf(own, theirs),
    })
  }
  return list
}

interface State {
  settings: ReadonlyMap<string, { value: string; version: number }>
  subjects: readonly { id: number; name: string }[]
}

function differencesOf(own: State, theirs: State): string[] {
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join('、')
  const more = theirs.subjects.filter(({ id }) => !own.subjects.some((one) => one.id === id))
  const less = own.subjects.filter(({ id }) => !theirs.subjects.some((one) => one.id === id))
  return [
    ...(more.length > 0 ? [`多开设：${names(more)}`] : []),
    ...(less.length > 0 ? [`不开设：${names(less)}`] : []),
    ...COPIED.filter(
      ({ key }) =>
        theirs.settings.has(key) &&
        theirs.settings.get(key)?.value !== own.settings.get(key)?.value,
    ).map(({ label }) => `「${label}」不同`),
  ]
}

async function stateOf(db: Db, schoolId: number): Promise<State> {
  const rows = await db
    .selectFrom('setting')
    .where('scope', '=', 'school')
    .where('scope_id', '=', schoolId)
    .select(['key', 'value', 'version'])
    .execute()
  const subjects = await selectSchoolSubjects(db, schoolId)
  return {
    settings: new Map(
      rows.flatMap(({ key, value, version }) =>
        value === null ? [] : [[key, { value, version }] as const],
      ),
    ),
    subjects: subjects.filter(({ used }) => used),
  }
}

async function selectSharing(db: Db, schoolId: number) {
  const own = await db
    .selectFrom('school')
    .where('id', '=', schoolId)
    .select('district_id')
    .executeTakeFirstOrThrow()
  if (own.district_id === null) return []
  const sharing = await db
    .selectFrom('setting')
    .where('scope', '=', 'school')
    .where('key', '=', schoolSharing.key)
    .where('value', 'like', '%true%')
    .select('scope_id')
    .execute()
  return db
    .selectFrom('school')
    .where('district_id', '=', own.district_id)
    .where('kind', '=', 'school')
    .where('closed_at', 'is', null)
    .where('id', '!=', schoolId)
    .where(
      isOneOf(
        db,
        'id',
        sharing.map(({ scope_id }) => scope_id),
      ),
    )
    .select(['id', 'name', 'stages'])
    .orderBy('name')
    .execute()
}

/** Takes over subjects and settings of another school, each setting as a version of its own. */
export async function applyTemplate(
  db: Db,
  act: Act,
  schoolId: number,
  body: InputOf<typeof schoolTemplateApply>['body'],
): Promise<ReplyOf<typeof schoolTemplateApply>> {
  const schools = await selectSharing(db, schoolId)
  const school = schools.find(({ id }) => id === body.school_id)
  if (!school) throw new AppError('SCHOOL_NOT_FOUND', { schoolId: body.school_id })
  const [own, theirs] = [await stateOf(db, schoolId), await stateOf(db, school.id)]
  let settings = 0
  for (const { key } of COPIED) {
    const there = theirs.settings.get(key)
    if (!body.setting_keys.includes(key) || !there) continue
    if (there.value === own.settings.get(key)?.value) continue
    const { version } = (await db
      .selectFrom('setting')
      .where('scope', '=', 'school')
      .where('scope_id', '=', schoolId)
      .where('key', '=', key)
      .select('version')
      .executeTakeFirst()) ?? { version: 0 }
    await saveSetting(
      db,
      act,
      { schoolId },
      { scope: 'school', scopeId: schoolId },
      {
        key,
        version,
        value: JSON.parse(there.value) as unknown,
        reason: `参照 ${school.name}`,
      },
    )
    settings += 1
  }
  if (!body.subjects) return { settings, subjects: 0 }
  const changed = [
    ...theirs.subjects.filter(({ id }) => !own.subjects.some((one) => one.id === id)),
    ...own.subjects.filter(({ id }) => !theirs.subjects.some((one) => one.id === id)),
  ]
  for (const { id } of changed)
    await useSubject(
      db,
      schoolId,
      id,
      theirs.subjects.some((one) => one.id === id),
    )
  return { settings, subjects: changed.length }
}
