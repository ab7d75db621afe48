import { HTMLSelect } from '@blueprintjs/core'
import { WithReason } from '@hengjuan/ui'
import { FreeChoice } from './FreeChoice.tsx'
import { QualifySource } from './QualifySource.tsx'
import type { Patch, SettingsField } from './settings-field.ts'
import { UsualAvoidance } from './UsualAvoidance.tsx'
import { type SettingsDraft, USUAL } from './use-settings-draft.ts'
import css from './setup.module.css'

/** Stands where the blocks of the form differ. */
export const KEEP = '各不相同（保持不变）'

/** One setting of the form, with what is usual where that is chosen. */
export function SettingChoice({ field, draft }: { field: SettingsField; draft: SettingsDraft }) {
  const { blocks, wanted } = draft
  const refusal = draft.refusedBy(field)
  return (
    <div className={css['setting']}>
      <span>{field.label}</span>
      {field.free ? (
        <FreeChoice
          key={draft.source?.block_id}
          field={{ ...field, free: field.free }}
          value={wanted[field.key] as number | undefined}
          keep={KEEP}
          refusal={refusal}
          onChange={(value) => draft.set({ [field.key]: value })}
        />
      ) : (
        <WithReason fill reason={refusal}>
          <HTMLSelect
            fill
            aria-label={field.label}
            value={wanted[field.key] === null ? USUAL : String(wanted[field.key] ?? '')}
            disabled={refusal !== null}
            options={[
              ...(wanted[field.key] === undefined ? [{ value: '', label: KEEP }] : []),
              ...optionsOf(field, wanted[field.key]),
            ]}
            onChange={({ currentTarget }) => draft.change(field, currentTarget.value)}
          />
        </WithReason>
      )}
      {field.key === 'qualify' && <QualifySource blocks={blocks} wanted={wanted.qualify} />}
      {field.key === 'avoid_own_class' && wanted.avoid_own_class === null && (
        <UsualAvoidance blocks={blocks} />
      )}
    </div>
  )
}

/** The choices, with what is set now where it is none of them. */
function optionsOf(field: SettingsField, value: Patch[SettingsField['key']]) {
  const options = [
    ...(field.usual === undefined ? [] : [{ value: USUAL, label: field.usual }]),
    ...Object.entries(field.options).map(([key, label]) => ({ value: key, label })),
  ]
  const isKnown = value == null || options.some((option) => option.value === String(value))
  return isKnown ? options : [{ value: String(value), label: String(value) }, ...options]
}
