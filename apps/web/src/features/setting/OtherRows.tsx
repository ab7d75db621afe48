import { HTMLSelect, NumericInput, Switch } from '@blueprintjs/core'
import { useCaller } from '@hengjuan/client/react'
import { settingSave } from '@hengjuan/contracts'
import {
  APPEAL_PERS,
  type AppealPer,
  type AppealRule,
  gradeLabel,
  type PolicySetting,
} from '@hengjuan/domain'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../session/session-store.ts'
import { PolicyFields, policyProblem, policyWords, shownWords } from './PolicyFields.tsx'
import { type Reading, SettingRow, type SettingScopeInput } from './SettingRow.tsx'
import css from './setting.module.css'

interface RowProps {
  reading: Reading
  at: SettingScopeInput
  gradeId: number | null
  onSaved: () => Promise<unknown>
}

/** A setting that is saved by itself. */
function OwnRow<Value>(props: {
  row: RowProps
  hint: ReactNode
  problem: (value: Value) => string | null
  words: (value: unknown) => string
  children: (value: Value, change: (value: Value) => void) => ReactNode
}) {
  const { reading, at, onSaved } = props.row
  const { call } = useCaller()
  const [draft, setDraft] = useState<Value | null>(null)
  const value = draft ?? (reading.value as Value)
  return (
    <SettingRow
      at={at}
      reading={reading}
      hint={props.hint}
      isDirty={draft !== null}
      problem={props.problem(value)}
      save={async (reason) => {
        try {
          await call(settingSave, {
            body: { key: reading.key, ...at, version: reading.version, value, reason },
          })
          setDraft(null)
        } finally {
          await onSaved()
        }
      }}
      discard={() => setDraft(null)}
      onChanged={() => void onSaved()}
      words={props.words}
    >
      {props.children(value, setDraft)}
    </SettingRow>
  )
}

/** By which stage's rules results are shown: the school administrator's to say. */
export function PolicyRow(props: RowProps) {
  const mayChange = useMay('report.policy')
  const { gradeId } = props
  return (
    <OwnRow<PolicySetting>
      row={props}
      hint={mayChange ? '对学生和家长；保存后立即生效' : '只有学校管理员可以修改'}
      problem={(value) => policyProblem(value, gradeId)}
      words={policyWords}
    >
      {(value, change) => (
        <>
          <PolicyFields value={value} gradeId={gradeId} isDisabled={!mayChange} onChange={change} />
          <p className={css['effectLines']}>
            {(gradeId === null ? [8, 11] : [gradeId]).map((grade) => (
              <span key={grade}>
                {gradeLabel(grade)}学生看到：{shownWords(grade, value)}。
              </span>
            ))}
          </p>
        </>
      )}
    </OwnRow>
  )
}

/** Until when a released score may be looked at again. */
export const AppealRow = (props: RowProps) => (
  <OwnRow<AppealRule>
    row={props}
    hint="学生可以申请复核的时间，从第一次对学生发布起算"
    problem={() => null}
    words={appealWords}
  >
    {(value, change) => (
      <div className={css['fields']}>
        <Switch
          checked={value.open}
          label="受理成绩复核"
          style={{ margin: 0 }}
          onChange={({ currentTarget }) => change({ ...value, open: currentTarget.checked })}
        />
        {value.open && (
          <>
            {FIELDS.map(({ name, label, unit, min, max }) => (
              <label key={name} className={css['field']}>
                {label}
                <NumericInput
                  value={value[name]}
                  min={min}
                  max={max}
                  clampValueOnBlur
                  buttonPosition="none"
                  style={{ width: 56 }}
                  onValueChange={(next) =>
                    Number.isInteger(next) &&
                    next >= min &&
                    next <= max &&
                    change({ ...value, [name]: next })
                  }
                />
                {unit}
              </label>
            ))}
            <HTMLSelect
              aria-label="复核申请的范围"
              value={value.per ?? 'subject'}
              options={Object.entries(APPEAL_PERS).map(([per, label]) => ({ value: per, label }))}
              onChange={({ currentTarget }) =>
                change({ ...value, per: currentTarget.value as AppealPer })
              }
            />
          </>
        )}
      </div>
    )}
  </OwnRow>
)

const FIELDS = [
  { name: 'delay_hours', label: '发布后', unit: '小时开始', min: 0, max: 168 },
  { name: 'days', label: '开放', unit: '天', min: 1, max: 30 },
] as const

function appealWords(value: unknown): string {
  const { open, days, delay_hours: delay, per = 'subject' } = value as AppealRule
  return open ? `发布后 ${delay} 小时开始，开放 ${days} 天，${APPEAL_PERS[per]}` : '不受理'
}
