import { useId } from 'react'
import type { Choice } from './FieldInput.tsx'
import css from './schema-form.module.css'

/** One or many of a few, all in view; many have 全部 before them. */
export function Choices(props: {
  options: readonly Choice[]
  chosen: readonly unknown[]
  isMany?: boolean
  onChange: (chosen: (string | number)[]) => void
}) {
  const { chosen, isMany = false, options } = props
  const name = useId()
  const isAll = options.length > 0 && options.every(({ value }) => chosen.includes(value))
  const toggle = (value: string | number) => {
    if (!isMany) return props.onChange([value])
    const all = options.map((option) => option.value)
    props.onChange(all.filter((one) => chosen.includes(one) !== (one === value)))
  }
  return (
    <div className={css['choices']}>
      {isMany && options.length > 1 && (
        <label className={css['choice']}>
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => props.onChange(isAll ? [] : options.map(({ value }) => value))}
          />
          全部
        </label>
      )}
      {options.map(({ value, label, note }) => (
        <label key={value} className={css['choice']}>
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          {label}
          {note && <small>{note}</small>}
        </label>
      ))}
    </div>
  )
}
