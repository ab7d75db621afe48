import css from './form.module.css'

/** A choice of one among a few, all visible. Arrow keys move, as in a group of radio buttons. */
export function Segmented<Value extends string | number>(props: {
  label: string
  options: readonly { value: Value; label: string; count?: number }[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <fieldset className={css['segmented']} aria-label={props.label}>
      {props.options.map(({ value, label, count }) => (
        <label key={value} className={css['segment']}>
          <input
            type="radio"
            name={props.label}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          {label}
          {count !== undefined && <span className={css['segmentCount']}>{count}</span>}
        </label>
      ))}
    </fieldset>
  )
}
