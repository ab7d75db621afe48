import { FormGroup, HTMLSelect, InputGroup, Switch, TextArea } from '@blueprintjs/core'
import type { ScannerProfile } from '@hengjuan/scanner-bridge'
import { type ProfileField, valueAt } from '../../../bridge/profile-fields.ts'
import css from './profile.module.css'

/** A field of a profile with its label, what it does, and what is wrong with it. */
export function ProfileFieldRow(props: {
  field: ProfileField
  profile: ScannerProfile
  problem: string | undefined
  onChange: (value: unknown) => void
}) {
  const { field, problem } = props
  const id = `profile-${field.path}`
  const value = valueAt(props.profile, field.path)
  if (field.kind === 'switch')
    return (
      <div className={css['row']}>
        <Switch
          id={id}
          label={field.label}
          checked={value === true}
          onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
        />
        <p className={problem === undefined ? css['hint'] : css['bad']}>{problem ?? field.help}</p>
      </div>
    )
  return (
    <FormGroup
      className={(isLong(field) ? css['long'] : css['row']) ?? ''}
      label={field.label}
      labelFor={id}
      helperText={problem ?? field.help}
      intent={problem === undefined ? 'none' : 'danger'}
    >
      <Control {...props} id={id} value={value} />
    </FormGroup>
  )
}

function Control(props: {
  id: string
  field: ProfileField
  value: unknown
  problem: string | undefined
  onChange: (value: unknown) => void
}) {
  const { id, field, value, onChange } = props
  const intent = props.problem === undefined ? 'none' : 'danger'
  if (field.kind === 'choice')
    return (
      <HTMLSelect
        id={id}
        fill
        value={String(value)}
        options={Object.entries(field.options).map(([key, label]) => ({ value: key, label }))}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  if (field.kind === 'number') {
    return (
      <InputGroup
        id={id}
        type="number"
        min={field.min}
        max={field.max}
        step={field.isWhole ? 1 : 0.5}
        intent={intent}
        value={typeof value === 'number' && !Number.isNaN(value) ? String(value) : ''}
        rightElement={field.unit === '' ? <></> : <span className={css['unit']}>{field.unit}</span>}
        onValueChange={(text) =>
          onChange(text === '' ? (field.isOptional ? null : Number.NaN) : Number(text))
        }
      />
    )
  }
  if (isLong(field))
    return (
      <TextArea
        id={id}
        fill
        rows={2}
        intent={intent}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
    )
  return (
    <InputGroup
      id={id}
      intent={intent}
      value={typeof value === 'string' ? value : ''}
      onValueChange={(text) => onChange(text === '' && isOptional(field) ? undefined : text)}
    />
  )
}

/** More than fits a line. */
const isLong = (field: ProfileField): boolean => field.kind === 'text' && field.maxLength > 200

const isOptional = (field: ProfileField): boolean =>
  'isOptional' in field && field.isOptional === true
