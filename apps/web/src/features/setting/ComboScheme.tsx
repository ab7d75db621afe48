import { Checkbox } from '@blueprintjs/core'
import { useCaller } from '@hengjuan/client/react'
import { settingSave } from '@hengjuan/contracts'
import {
  COMBO_SCHEMES,
  COMBO_SUBJECTS,
  comboLabel,
  type ComboScheme as Scheme,
} from '@hengjuan/domain'
import { Row, Segmented } from '@hengjuan/ui'
import { useState } from 'react'
import { type Reading, SettingRow } from './SettingRow.tsx'

interface Value {
  scheme: Scheme
  subject_ids: number[]
}

const KEY = 'school.combos'
const SCHEMES = (Object.keys(COMBO_SCHEMES) as Scheme[]).map((value) => ({
  value,
  label: value === 'none' ? '不选科' : value === 'free' ? '自由选科' : value,
}))
const schoolScope = { scope: 'school' } as const

/** How the school lets students choose subjects. */
export function ComboScheme({
  reading,
  onSaved,
}: {
  reading: Reading
  onSaved: () => Promise<unknown>
}) {
  const { call } = useCaller()
  const held = reading.value as Value
  const [draft, setDraft] = useState<Value | null>(null)
  const value = draft ?? held
  const problem =
    value.scheme !== 'none' && value.subject_ids.length < 3 ? '请至少开设三门可选科目' : null
  return (
    <SettingRow
      reading={reading}
      at={schoolScope}
      hint="决定选科怎样核对；已建考试的选考科目不变"
      isDirty={draft !== null}
      problem={problem}
      save={async (reason) => {
        await call(settingSave, {
          body: { key: KEY, ...schoolScope, version: reading.version, value, reason },
        })
        setDraft(null)
        await onSaved()
      }}
      discard={() => setDraft(null)}
      onChanged={() => void onSaved()}
      words={(one) => {
        const { scheme, subject_ids } = one as Value
        return `${COMBO_SCHEMES[scheme]}：${comboLabel(subject_ids)}`
      }}
    >
      <Row>
        <Segmented
          label="选科模式"
          options={SCHEMES}
          value={value.scheme}
          onChange={(scheme) => setDraft({ ...value, scheme })}
        />
        {value.scheme !== 'none' &&
          COMBO_SUBJECTS.map(({ id, name }) => (
            <Checkbox
              key={id}
              style={{ margin: 0 }}
              label={name}
              checked={value.subject_ids.includes(id)}
              onChange={() =>
                setDraft({
                  ...value,
                  subject_ids: value.subject_ids.includes(id)
                    ? value.subject_ids.filter((one) => one !== id)
                    : [...value.subject_ids, id].sort((a, b) => a - b),
                })
              }
            />
          ))}
      </Row>
    </SettingRow>
  )
}
