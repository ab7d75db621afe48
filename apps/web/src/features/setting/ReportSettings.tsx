import { Checkbox, HTMLSelect, InputGroup, NumericInput, Switch } from '@blueprintjs/core'
import { useCaller } from '@hengjuan/client/react'
import {
  type InputOf,
  type ReplyOf,
  type reportConfigGet,
  reportConfigSave,
} from '@hengjuan/contracts'
import {
  GRADE_SCHEMES,
  type GradeScheme,
  isCompulsoryEducation,
  RANK_TYPES,
  type RankType,
  ratesProblem,
  ratesText,
} from '@hengjuan/domain'
import { useState } from 'react'
import { ConcernedFields, concernedWords } from './ConcernedFields.tsx'
import { LineFields, linesProblem, linesWords } from './LineFields.tsx'
import { AppealRow, PolicyRow } from './OtherRows.tsx'
import { SettingEffect } from './SettingEffect.tsx'
import { SettingRow, type SettingScopeInput } from './SettingRow.tsx'
import css from './setting.module.css'

type Config = ReplyOf<typeof reportConfigGet>
type Change = Omit<
  InputOf<typeof reportConfigSave>['body'],
  'reason' | 'versions' | 'grade_id' | 'exam_id'
>

const RATES = [
  ['excellent', '优秀 ≥'],
  ['good', '良好 ≥'],
  ['pass', '及格 ≥'],
  ['low', '低分 <'],
] as const
const ALL_TYPES = Object.keys(RANK_TYPES) as RankType[]
/** All that an exam of one school has; a joint one goes by what its organiser set for it or for the region. */
const SCHOOL_TYPES: readonly RankType[] = ['school', 'class']
const MILLI = 1000

/** Rates, segments and ranks of one scope, each with where it comes from. */
export function ReportSettings(props: {
  config: Config
  at: SettingScopeInput
  /** Of the grade or exam that is set; null for several grades. */
  gradeId: number | null
  onSaved: () => Promise<unknown>
}) {
  const { config, at } = props
  const { call } = useCaller()
  const [draft, setDraft] = useState<Change>({})
  const edit = (change: Change) => setDraft((before) => ({ ...before, ...change }))
  const readingOf = (key: string) => config.settings.find((one) => one.key === key)
  const rows = {
    rates: readingOf('report.rates'),
    segment: readingOf('report.segment'),
    ranks: readingOf('report.ranks'),
    lines: readingOf('report.lines'),
    levels: readingOf('report.levels'),
    concerned: readingOf('report.concerned'),
    policy: readingOf('report.policy'),
    appeals: readingOf('report.appeals'),
  }
  const drop = (...fields: (keyof Change)[]) =>
    setDraft((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([name]) => !fields.includes(name as keyof Change)),
      ),
    )
  const save = (fields: readonly (keyof Change)[]) => async (reason: string) => {
    const change = Object.fromEntries(
      Object.entries(draft).filter(([name]) => fields.includes(name as keyof Change)),
    )
    const { grade_id, exam_id } = at
    const versions = Object.fromEntries(config.settings.map(({ key, version }) => [key, version]))
    try {
      await call(reportConfigSave, { body: { grade_id, exam_id, reason, versions, ...change } })
      drop(...fields)
    } finally {
      // After a refusal too: the page then shows what somebody else saved.
      await props.onSaved()
    }
  }
  const rates = draft.rates ?? config.rates
  const lowInclusive = draft.low_inclusive ?? config.low_inclusive
  const width = draft.segment_width_milli ?? config.segment_width_milli
  const visible = draft.user_visible ?? config.user_visible
  const types = draft.type_visible ?? config.type_visible
  const reason = draft.policy_reason ?? config.policy_reason
  const common = { at, onChanged: () => void props.onSaved() }
  const isDirty = (fields: readonly (keyof Change)[]) => fields.some((name) => name in draft)
  const RATE_FIELDS = ['rates', 'low_inclusive'] as const
  const LINE_FIELDS = ['lines', 'line_method'] as const
  const RANK_FIELDS = ['user_visible', 'type_visible', 'policy_reason'] as const
  const needsReason =
    visible.student && at.grade_id !== undefined && isCompulsoryEducation(at.grade_id)
  return (
    <>
      {rows.rates && (
        <SettingRow
          {...common}
          reading={rows.rates}
          hint="各报表的四率；占满分的百分比"
          isDirty={isDirty(RATE_FIELDS)}
          problem={ratesProblem(rates)}
          save={save(RATE_FIELDS)}
          discard={() => drop(...RATE_FIELDS)}
          words={ratesWords}
        >
          <div className={css['fields']}>
            {RATES.map(([rate, label]) => (
              <label key={rate} className={css['field']}>
                {rate === 'low' && lowInclusive ? '低分 ≤' : label}
                <NumericInput
                  value={rates[rate]}
                  min={0}
                  max={100}
                  clampValueOnBlur
                  buttonPosition="none"
                  style={{ width: 56 }}
                  onValueChange={(value) =>
                    Number.isInteger(value) && edit({ rates: { ...rates, [rate]: value } })
                  }
                />
                %
              </label>
            ))}
            <Checkbox
              checked={lowInclusive}
              label="低分含线上"
              style={{ margin: 0 }}
              onChange={({ currentTarget }) => edit({ low_inclusive: currentTarget.checked })}
            />
          </div>
        </SettingRow>
      )}
      {rows.segment && (
        <SettingRow
          {...common}
          reading={rows.segment}
          hint="分数段报表打开时的宽度"
          isDirty={isDirty(['segment_width_milli'])}
          problem={null}
          save={save(['segment_width_milli'])}
          discard={() => drop('segment_width_milli')}
          words={(value) => `每 ${(value as { width_milli: number }).width_milli / MILLI} 分一段`}
        >
          <span className={css['field']}>
            每
            <NumericInput
              aria-label="分数段宽度"
              value={width / MILLI}
              min={1}
              max={100}
              clampValueOnBlur
              buttonPosition="none"
              style={{ width: 56 }}
              onValueChange={(value) =>
                Number.isInteger(value) &&
                value >= 1 &&
                value <= 100 &&
                edit({ segment_width_milli: value * MILLI })
              }
            />
            分一段
          </span>
        </SettingRow>
      )}
      {rows.lines && (
        <SettingRow
          {...common}
          reading={rows.lines}
          hint="上线分析与临界生用的总分线；比例取自全部考生，公布分数线后请改为分数"
          isDirty={isDirty(LINE_FIELDS)}
          problem={linesProblem(draft.lines ?? config.lines)}
          save={save(LINE_FIELDS)}
          discard={() => drop(...LINE_FIELDS)}
          words={linesWords}
        >
          <LineFields
            lines={draft.lines ?? config.lines}
            method={draft.line_method ?? config.line_method}
            onChange={edit}
          />
        </SettingRow>
      )}
      {rows.concerned && (
        <SettingRow
          {...common}
          reading={rows.concerned}
          hint="临界生名单打开时的范围，与尖子生名单的人数"
          isDirty={isDirty(['concerned'])}
          problem={null}
          save={save(['concerned'])}
          discard={() => drop('concerned')}
          words={concernedWords}
        >
          <ConcernedFields
            value={draft.concerned ?? config.concerned}
            onChange={(concerned) => edit({ concerned })}
          />
        </SettingRow>
      )}
      {rows.levels && (
        <SettingRow
          {...common}
          reading={rows.levels}
          hint="下一次发布起生效；已发布的版本保持原方案，可在「学生等级」里先模拟再定"
          isDirty={isDirty(['level_scheme'])}
          problem={null}
          save={save(['level_scheme'])}
          discard={() => drop('level_scheme')}
          words={(value) => schemeNamed((value as { scheme: string }).scheme)?.name ?? ''}
        >
          <div className={css['fields']}>
            <HTMLSelect
              aria-label="等级与赋分方案"
              value={draft.level_scheme ?? config.level_scheme}
              onChange={({ currentTarget }) => {
                const chosen = schemeNamed(currentTarget.value)
                if (chosen) edit({ level_scheme: chosen.id as Config['level_scheme'] })
              }}
              options={SCHEMES.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <span>{levelsWords(draft.level_scheme ?? config.level_scheme)}</span>
          </div>
        </SettingRow>
      )}
      {rows.ranks && (
        <SettingRow
          {...common}
          reading={rows.ranks}
          hint="校领导与管理人员总能看到全部排名"
          isDirty={isDirty(RANK_FIELDS)}
          problem={
            needsReason && reason.trim() === ''
              ? '义务教育阶段默认不公布排名；要显示请写明理由，报表会印出'
              : null
          }
          save={save(RANK_FIELDS)}
          discard={() => drop(...RANK_FIELDS)}
          words={ranksWords}
        >
          <div className={css['fields']}>
            <Switch
              checked={visible.teacher}
              label="教师可见"
              style={{ margin: 0 }}
              onChange={({ currentTarget }) =>
                edit({ user_visible: { ...visible, teacher: currentTarget.checked } })
              }
            />
            <Switch
              checked={visible.student}
              label="学生可见"
              style={{ margin: 0 }}
              onChange={({ currentTarget }) =>
                edit({ user_visible: { ...visible, student: currentTarget.checked } })
              }
            />
            {(config.scope === 'region' || config.scope === 'exam' ? ALL_TYPES : SCHOOL_TYPES).map(
              (type) => (
                <Checkbox
                  key={type}
                  checked={types.includes(type)}
                  label={RANK_TYPES[type]}
                  style={{ margin: 0 }}
                  onChange={({ currentTarget }) =>
                    edit({
                      type_visible: currentTarget.checked
                        ? [...types, type]
                        : types.filter((one) => one !== type),
                    })
                  }
                />
              ),
            )}
          </div>
          {visible.student && (
            <InputGroup
              className={css['wide'] ?? ''}
              value={reason}
              maxLength={200}
              placeholder="一至九年级向学生公布排名的理由；不填则只对高中生效"
              aria-label="一至九年级向学生公布排名的理由"
              onValueChange={(text) => edit({ policy_reason: text })}
            />
          )}
        </SettingRow>
      )}
      {rows.policy && (
        <PolicyRow reading={rows.policy} at={at} gradeId={props.gradeId} onSaved={props.onSaved} />
      )}
      {rows.appeals && (
        <AppealRow reading={rows.appeals} at={at} gradeId={props.gradeId} onSaved={props.onSaved} />
      )}
      <SettingEffect
        draft={{
          ...(draft.rates ? { rates: draft.rates } : {}),
          ...(draft.low_inclusive === undefined ? {} : { low_inclusive: draft.low_inclusive }),
          ...(draft.lines && linesProblem(draft.lines) === null ? { lines: draft.lines } : {}),
          ...pick(draft, [
            'line_method',
            'segment_width_milli',
            'user_visible',
            'type_visible',
            'policy_reason',
            'level_scheme',
            'level_rules',
            'concerned',
          ]),
        }}
        gradeId={at.grade_id}
        examId={at.exam_id}
      />
    </>
  )
}

/** Of a draft the fields that were touched. */
const pick = <Name extends keyof Change>(
  draft: Change,
  names: readonly Name[],
): Pick<Change, Name> =>
  Object.fromEntries(
    names.flatMap((name) => (draft[name] === undefined ? [] : [[name, draft[name]]])),
  ) as Pick<Change, Name>

const SCHEMES: readonly GradeScheme[] = Object.values(GRADE_SCHEMES)
const schemeNamed = (id: string) => SCHEMES.find((one) => one.id === id)

/** Shares of a scheme with few levels, so that two of them are told apart before one is taken. */
function levelsWords(id: string): string {
  const levels = schemeNamed(id)?.levels ?? []
  const isFixed = levels.every(({ hi, lo }) => hi === lo)
  return levels.length > 11
    ? `${levels.length} 级，每级一个分数，${levels[0]?.hi ?? ''} 至 ${levels.at(-1)?.lo ?? ''} 分`
    : levels
        .map(({ code, ratioPercent, hi, lo }) =>
          isFixed ? `${code} ${ratioPercent}% ${hi} 分` : `${code} ${ratioPercent}% ${hi}–${lo}`,
        )
        .join('，')
}

function ratesWords(value: unknown): string {
  const { low_inclusive, ...rates } = value as Config['rates'] & { low_inclusive: boolean }
  return ratesText(rates, low_inclusive)
}

function ranksWords(value: unknown): string {
  const { teacher, student, types } = value as {
    teacher: boolean
    student: boolean
    types: RankType[]
  }
  const shown = types.map((type) => RANK_TYPES[type]).join('、') || '无'
  return `教师${teacher ? '可见' : '不可见'}，学生${student ? '可见' : '不可见'}；${shown}`
}
