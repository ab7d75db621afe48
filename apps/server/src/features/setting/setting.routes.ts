import {
  reportAppeals,
  reportConfigGet,
  reportConfigSave,
  reportBands,
  reportConcerned,
  reportLevels,
  reportLines,
  reportPolicy,
  reportRanks,
  reportRates,
  reportSegment,
  SETTINGS,
  type Setting,
  settingList,
  settingSave,
  settingVersions,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  gradeScopeId,
  mayDo,
  PERMISSIONS,
  roleLabel,
  type ScopeKey,
  scopeAllows,
  type SettingPlace,
  type SettingScope,
  withGradeRules,
} from '@hengjuan/domain'
import { serve, type ServeApp } from '../../http/serve.ts'
import { assertManagesServer } from '../../http/server-manager.ts'
import type { Session } from '../../http/session.ts'
import { findRegion } from '../../http/region-reach.ts'
import { reachesExam } from '../../http/exam-reach.ts'
import type { Services } from '../../services.ts'
import { describeSetting, withoutSecrets, withRegions } from './read-setting.ts'
import { saveSetting, settingNamed } from './save-setting.ts'
import { selectRegionIds, selectSettings, selectVersions } from './setting.query.ts'

interface Asked {
  scope: SettingScope
  grade_id?: number | undefined
  exam_id?: number | undefined
}

export function registerSetting(target: ServeApp): void {
  serve(target, settingList, async ({ query, services, session }) => {
    const settings = SETTINGS.filter(
      ({ group, scopes }) => group === query.group && scopes.includes(query.scope),
    )
    const own = settings.filter(({ permission }) => mayDo(session.role, permission))
    // Of a group some settings may be others' to make; where all are, that is said.
    for (const setting of own.length > 0 ? own : settings)
      await assertMaySet(services, session, setting, query)
    const { place, at } = await placeOf(services.db, session, query)
    return describeAll(services.db, own, place, at)
  })

  serve(target, settingSave, async (call) => {
    const { body, services, session } = call
    const setting = settingNamed(body.key)
    await assertMaySet(services, session, setting, body)
    const { place, at } = await placeOf(services.db, session, body)
    const change = {
      key: body.key,
      version: body.version,
      reason: body.reason,
      ...(body.value === undefined ? {} : { value: body.value }),
      fromVersion: body.from_version,
    }
    await services.db.transaction().execute((db) => saveSetting(db, call, place, at, change))
    const [saved] = await describeAll(services.db, [setting], place, at)
    return saved as NonNullable<typeof saved>
  })

  serve(target, settingVersions, async ({ query, services, session }) => {
    const setting = settingNamed(query.key)
    await assertMaySet(services, session, setting, query)
    const { at } = await placeOf(services.db, session, query)
    const versions = await selectVersions(services.db, at, query.key)
    return versions.map((one) => ({
      ...one,
      value:
        one.value === null ? null : withoutSecrets(setting, JSON.parse(one.value) as unknown).value,
    }))
  })

  serve(target, reportConfigGet, async ({ query, services, session }) =>
    describeReport(services.db, session, query),
  )

  serve(target, reportConfigSave, async (call) => {
    const { body, services, session } = call
    await services.db.transaction().execute(async (db) => {
      const { place, at } = await placeOf(db, session, await scoped(db, session, body))
      const now = await describeReport(db, session, body)
      const save = (key: string, value: unknown) =>
        saveSetting(db, call, place, at, {
          key,
          value,
          reason: body.reason,
          version: body.versions[key] ?? 0,
        })
      if (body.rates || body.low_inclusive !== undefined)
        await save(reportRates.key, {
          ...(body.rates ?? now.rates),
          low_inclusive: body.low_inclusive ?? now.low_inclusive,
        })
      if (body.segment_width_milli !== undefined)
        await save(reportSegment.key, { width_milli: body.segment_width_milli })
      if (body.user_visible || body.type_visible || body.policy_reason !== undefined)
        await save(reportRanks.key, {
          ...(body.user_visible ?? now.user_visible),
          types: body.type_visible ?? now.type_visible,
          policy_reason: body.policy_reason ?? now.policy_reason,
        })
      if (body.level_scheme || body.level_rules)
        await save(reportLevels.key, {
          scheme: body.level_scheme ?? now.level_scheme,
          ...(body.level_rules ?? now.level_rules),
        })
      if (body.concerned) await save(reportConcerned.key, body.concerned)
      if (body.band_sets) await save(reportBands.key, { sets: body.band_sets })
      if (body.lines || body.line_method)
        await save(reportLines.key, {
          lines: body.lines ?? now.lines,
          method: body.line_method ?? now.line_method,
        })
    })
    return describeReport(services.db, session, body)
  })
}

/** Of the report settings: an exam's, else a grade's, else the school's, or those of the region that a bureau is for. */
async function scoped(
  db: Db,
  session: Session,
  asked: Omit<Asked, 'scope'>,
): Promise<Asked & { scope: 'exam' | 'grade' | 'school' | 'region' }> {
  if (asked.exam_id !== undefined) return { ...asked, scope: 'exam' }
  if (asked.grade_id !== undefined) return { ...asked, scope: 'grade' }
  return { ...asked, scope: (await findRegion(db, session)) ? 'region' : 'school' }
}

async function describeReport(db: Db, session: Session, asked: Omit<Asked, 'scope'>) {
  const within = await scoped(db, session, asked)
  const { place, at } = await placeOf(db, session, within)
  const settings = await describeAll(
    db,
    [
      reportRates,
      reportSegment,
      reportRanks,
      reportLines,
      reportLevels,
      reportBands,
      reportConcerned,
      reportPolicy,
      reportAppeals,
    ],
    place,
    at,
  )
  const valueOf = <T>({ key }: Setting<T>) => settings.find((one) => one.key === key)?.value as T
  const { low_inclusive, ...rates } = valueOf(reportRates)
  const { types, policy_reason, ...user_visible } = valueOf(reportRanks)
  const { lines, method: line_method } = valueOf(reportLines)
  const { scheme: level_scheme, ...levelRules } = valueOf(reportLevels)
  const { tie, cut, degenerate } = withGradeRules(level_scheme, levelRules)
  return {
    scope: within.scope,
    rates,
    low_inclusive,
    segment_width_milli: valueOf(reportSegment).width_milli,
    user_visible,
    type_visible: types,
    policy_reason,
    lines,
    line_method,
    level_scheme,
    level_rules: { tie, cut, degenerate },
    band_sets: valueOf(reportBands).sets,
    concerned: valueOf(reportConcerned),
    settings,
  }
}

async function describeAll(
  db: Db,
  settings: readonly Setting[],
  place: SettingPlace,
  at: ScopeKey,
) {
  if (settings.length === 0) return []
  const rows = await selectSettings(
    db,
    place,
    settings.map(({ key }) => key),
  )
  return settings.map((setting) => describeSetting(setting, rows, place, at))
}

/** @throws AppError NOT_ALLOWED, SERVER_NOT_MANAGED */
async function assertMaySet(
  services: Services,
  session: Session,
  { permission }: Setting,
  { scope }: Asked,
): Promise<void> {
  if (scope === 'server') return assertManagesServer(services, session)
  if (!mayDo(session.role, permission))
    throw new AppError('NOT_ALLOWED', {
      role: roleLabel(session.role),
      action: PERMISSIONS[permission].label,
    })
}

/** Where a setting is made, within what the current role reaches. @throws AppError EXAM_NOT_FOUND, OUT_OF_SCOPE */
async function placeOf(
  db: Db,
  session: Session,
  { scope, exam_id: examId, grade_id: gradeId }: Asked,
): Promise<{ place: SettingPlace; at: ScopeKey }> {
  if (scope === 'server') return { place: {}, at: { scope, scopeId: 0 } }
  const { schoolId } = session
  if (schoolId === null) throw new AppError('OUT_OF_SCOPE', { what: '该范围' })
  if (scope === 'region') return regionPlace(db, session)
  if (scope === 'school')
    return { place: await withRegions(db, { schoolId }), at: { scope, scopeId: schoolId } }
  if (scope === 'grade') {
    if (gradeId === undefined || !scopeAllows(session.scope.grades, gradeId))
      throw new AppError('OUT_OF_SCOPE', { what: '该年级' })
    return {
      place: await withRegions(db, { schoolId, gradeId }),
      at: { scope, scopeId: gradeScopeId(schoolId, gradeId) },
    }
  }
  const exam = await db
    .selectFrom('exam')
    .select(['id', 'school_id', 'grade_id'])
    .where('id', '=', examId ?? 0)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!exam || !reachesExam(session, 'report.configure', exam))
    throw new AppError('EXAM_NOT_FOUND', { examId: examId ?? 0 })
  const { id, school_id, grade_id } = exam
  return {
    place: await withRegions(db, { schoolId: school_id, gradeId: grade_id, examId: id }),
    at: { scope, scopeId: id },
  }
}

/** The region of the caller's bureau, within those around it. @throws AppError OUT_OF_SCOPE */
async function regionPlace(
  db: Db,
  session: Session,
): Promise<{ place: SettingPlace; at: ScopeKey }> {
  const region = session.role === 'regional_admin' ? await findRegion(db, session) : null
  if (!region || session.schoolId === null) throw new AppError('OUT_OF_SCOPE', { what: '该区域' })
  const around = await selectRegionIds(db, session.schoolId)
  return {
    place: { regionIds: around.slice(around.indexOf(region.id)) },
    at: { scope: 'region', scopeId: region.id },
  }
}
