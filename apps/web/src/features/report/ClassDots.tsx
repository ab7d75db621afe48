import css from './report.module.css'
import { percentText, percentValue } from './words.ts'

interface Ratio {
  num: number
  den: number
}

const place = (ratio: Ratio) => ({ left: `${percentValue(ratio) ?? 0}%` })

/** One dot a class on a line from 0 to 100 %, a stroke for all of them together. */
export function ClassDots(props: { rates: readonly { name: string; ratio: Ratio }[]; all: Ratio }) {
  const shown = props.rates.filter(({ ratio }) => ratio.den > 0)
  const sentence = shown.map(({ name, ratio }) => `${name} ${percentText(ratio)}`).join('，')
  return (
    <span className={css['dots']} role="img" aria-label={sentence} title={sentence}>
      {props.all.den > 0 && <span className={css['dotsAll']} style={place(props.all)} />}
      {shown.map(({ name, ratio }, index) => (
        <span
          key={name}
          className={css['dot']}
          data-series={(index % 6) + 1}
          style={place(ratio)}
        />
      ))}
    </span>
  )
}
