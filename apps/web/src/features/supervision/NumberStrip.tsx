import css from './supervision.module.css'
import type { Progress } from './use-live-progress.ts'

type Numbers = Progress['blocks'][number]['numbers']
/** A figure that has papers behind it. */
export type WaitsFor = keyof Numbers

interface Part {
  key: keyof Numbers
  label: string
  hint: string
}

const PARTS: readonly Part[] = [
  { key: 'total', label: '总份数', hint: '各题块试卷份数之和' },
  { key: 'done', label: '已完成', hint: '已有终评分' },
  { key: 'claimed', label: '评阅中', hint: '在教师手中，还没有提交' },
  { key: 'ready', label: '待评', hint: '在任务池中，可以领取' },
  { key: 'third', label: '待三评', hint: '前两评超过误差阈值' },
  { key: 'arbitration', label: '待仲裁', hint: '评分分歧，等待题组长' },
  { key: 'problem', label: '问题卷', hint: '阅卷教师提交的问题卷' },
  { key: 'blank', label: '空白确认', hint: '疑似空白，等待确认' },
  { key: 'rejected', label: '待重评', hint: '抽查打回或阅卷教师收回，等待原教师重评' },
  { key: 'waiting', label: '待切图', hint: '答题卡正在重新处理' },
]

/** The papers by what they wait for; the parts add up to the first figure. */
export function NumberStrip(props: {
  rows: readonly { numbers: Numbers }[]
  /** Opens the papers behind a figure; without it, figures are only figures. */
  onPapers?: ((part: { label: string; waitsFor: WaitsFor }) => void) | undefined
}) {
  const { onPapers } = props
  const sum = (key: keyof Numbers) =>
    props.rows.reduce((total, { numbers }) => total + numbers[key], 0)
  return (
    <dl className={css['strip']} aria-label="各状态份数">
      {PARTS.map(({ key, label, hint }) => {
        const count = sum(key)
        return (
          <div key={key} title={hint} data-zero={count === 0 || undefined}>
            <dt>{label}</dt>
            <dd>
              {onPapers && count > 0 ? (
                <button
                  type="button"
                  className={css['figureLink']}
                  title={`${hint}；点开看这些试卷`}
                  onClick={() => onPapers({ label, waitsFor: key })}
                >
                  {count}
                </button>
              ) : (
                count
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
