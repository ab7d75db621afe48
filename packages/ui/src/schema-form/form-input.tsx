import { parseMilli } from '@hengjuan/domain'
import type { Choice, FieldInputProps } from './FieldInput.tsx'
import type { Values, FormField } from './SchemaForm.tsx'

export const optionsOf = <All,>(
  { options }: FormField<never, All>,
  values: All,
): readonly Choice[] => (typeof options === 'function' ? options(values) : (options ?? []))

export const inputOf = <All,>(field: FormField<never, All>): Omit<FieldInputProps, 'options'> => {
  const {
    hint: _hint,
    leadsTo: _leadsTo,
    isRequired: _isRequired,
    options: _options,
    ...input
  } = field
  return input
}

/** What was typed as the contract has it: numbers as numbers, scores in thousandths, texts without spaces around. */
export const meant = (typed: Values, fields: readonly [string, { kind: string }][]): Values => {
  const kinds = new Map(fields.map(([name, { kind }]) => [name, kind]))
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => {
      const kind = kinds.get(name)
      if (typeof value !== 'string') return [name, value]
      if (kind === 'scores') return [name, parseMilli(value)]
      if (kind === 'number')
        return [name, value.trim() === '' ? null : Number(value.normalize('NFKC'))]
      return [name, value.trim()]
    }),
  )
}
