import css from './supervision.module.css'

const WIDTH = 80
const HEIGHT = 22

/** Papers of each hour, the current one last. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const highest = Math.max(1, ...values)
  const step = WIDTH / values.length
  return (
    <svg className={css['spark']} width={WIDTH} height={HEIGHT} role="img">
      <title>{values.map((value) => `${value} 份`).join('、')}</title>
      {values.map((value, index) => {
        const height = Math.max(1, (value / highest) * HEIGHT)
        return (
          <rect
            key={index}
            x={index * step + 1}
            y={HEIGHT - height}
            width={step - 2}
            height={height}
          />
        )
      })}
    </svg>
  )
}
