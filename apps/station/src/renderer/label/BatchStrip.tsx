import type { BatchLabel } from '../../bridge/batch-api.ts'
import { useScreen } from '../station-store.ts'
import css from './label.module.css'

/** Classes that fit on the strip; the rest is counted. */
const MOST_CLASSES = 6

/** The strip itself, in millimetres, black on white whatever the theme is. */
export function BatchStrip({ label }: { label: BatchLabel }) {
  const live = useScreen((screen) => screen.live)
  const shown = label.classes.slice(0, MOST_CLASSES)
  const rest = label.classes.length - shown.length
  return (
    <article className={css['strip']} aria-label="批次标签">
      <header className={css['stripHead']}>
        <span>{live?.user?.school_name}</span>
        <span>{label.exam_name}</span>
      </header>
      <div className={css['stripTitle']}>
        <strong>{label.subject_name}</strong>
        <strong>{label.label}</strong>
      </div>
      <dl className={css['stripFacts']}>
        <dt>张数</dt>
        <dd>
          <b>{label.sheets}</b> 张（序号 1–{label.sheets}）
          {label.without_number > 0 && `，其中 ${label.without_number} 张无考号`}
        </dd>
        <dt>班级</dt>
        <dd>
          {shown.map(({ class_name, sheets }) => `${class_name} ${sheets}`).join('　') || '—'}
          {rest > 0 && `　等 ${label.classes.length} 个班`}
        </dd>
        <dt>扫描</dt>
        <dd>
          {localMinute(label.opened_at)}　{live?.station}　{live?.user?.name}
        </dd>
      </dl>
      <footer className={css['stripFoot']}>
        <Bars label={label} />
        <span className={css['stripCode']}>{label.code}</span>
      </footer>
    </article>
  )
}

const Bars = ({ label }: { label: BatchLabel }) => (
  <svg
    className={css['bars']}
    viewBox={`0 0 ${label.modules} 20`}
    preserveAspectRatio="none"
    shapeRendering="crispEdges"
    aria-hidden="true"
  >
    {label.bars.map(({ x, width }) => (
      <rect key={x} x={x} y={0} width={width} height={20} fill="#000" />
    ))}
  </svg>
)

const MINUTE = new Intl.DateTimeFormat('zh-CN', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

const localMinute = (time: string): string => MINUTE.format(new Date(time))
