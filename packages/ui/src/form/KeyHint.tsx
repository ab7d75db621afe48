import css from './form.module.css'

/** A key, as printed on the keyboard: `Enter`, `Ctrl+Z`. */
export const KeyHint = (props: { keys: string }) => (
  <span className={css['keys']}>
    {props.keys.split(/(?<=.)\+(?=.)/).map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
)
