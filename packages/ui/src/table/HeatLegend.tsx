import css from './cells.module.css'
import { heatGround, heatMark } from './heat.ts'

/** What the grounds and signs of shaded cells mean. */
export const HeatLegend = (props: { of?: string }) => (
  <span
    className={css['legend']}
    role="note"
    aria-label={`底色和符号表示离${props.of ?? '平均'}多少个标准差：一个 + 为高 1 个以上，两个为高 2 个以上，− 为低`}
  >
    离{props.of ?? '平均'}
    {[-2, -1, 0, 1, 2].map((z) => (
      <span key={z} style={heatGround(z)}>
        {heatMark(z)} {Math.abs(z)}
      </span>
    ))}
    个标准差
  </span>
)
