import css from './form.module.css'

/** A choice of some among a few, all visible. Once there are enough, the rest waits; the page says so beside it. */
export function SegmentedMany<Value extends string | number>(props: {
  label: string
  options: readonly { value: Value; label: string }[]
  values: readonly Value[]
  /** How many may be chosen. */
  most: number
  onChange: (values: readonly Value[]) => void
}) {
  const { values, most } = props
  return (
    <fieldset className={css['segmented']} aria-label={props.label}>
      {props.options.map(({ value, label }) => {
        const isChosen = values.includes(value)
        const isOver = !isChosen && values.length >= most
        return (
          <label key={value} className={css['segment']} data-over={isOver || undefined}>
            <input
              type="checkbox"
              checked={isChosen}
              aria-disabled={isOver || undefined}
              onChange={() => {
                if (isChosen) props.onChange(values.filter((one) => one !== value))
                else if (!isOver) props.onChange([...values, value])
              }}
            />
            {label}
          </label>
        )
      })}
    </fieldset>
  )
}
