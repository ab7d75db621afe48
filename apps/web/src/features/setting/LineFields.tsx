import { Button, HTMLSelect, InputGroup, NumericInput } from '@blueprintjs/core'
import type { ReplyOf, reportConfigGet } from '@hengjuan/contracts'
import { EFFECTIVE_LINE_METHODS, MILLI_PER_POINT } from '@hengjuan/domain'
import css from './setting.module.css'

type Config = ReplyOf<typeof reportConfigGet>
type Line = Config['lines'][number]
type Method = Config['line_method']
const METHODS: Method[] = ['same_rate', 'coefficient', 'window_mean']
const MOST = 10

/** Lines of admission: a name, and either a share of all or a score. */
export function LineFields(props: {
  lines: readonly Line[]
  method: Method
  onChange: (change: { lines?: Line[]; line_method?: Method }) => void
}) {
  const { lines } = props
  const change = (at: number, line: Line) =>
    props.onChange({ lines: lines.map((one, index) => (index === at ? line : one)) })
  return (
    <div className={css['fields']}>
      {lines.map((line, at) => (
        <div key={at} className={css['field']}>
          <InputGroup
            value={line.name}
            maxLength={20}
            aria-label={`第 ${at + 1} 条线的名称`}
            style={{ width: 112 }}
            onValueChange={(name) => change(at, { ...line, name })}
          />
          <HTMLSelect
            value={line.percent === null ? 'score' : 'percent'}
            aria-label={`第 ${at + 1} 条线按什么`}
            onChange={({ currentTarget }) =>
              change(
                at,
                currentTarget.value === 'score'
                  ? { ...line, percent: null, total_milli: 0 }
                  : { ...line, percent: 15, total_milli: null },
              )
            }
          >
            <option value="percent">前百分之</option>
            <option value="score">总分</option>
          </HTMLSelect>
          <NumericInput
            value={line.percent ?? (line.total_milli ?? 0) / MILLI_PER_POINT}
            min={0}
            buttonPosition="none"
            style={{ width: 64 }}
            aria-label={`第 ${at + 1} 条线`}
            onValueChange={(value) =>
              Number.isFinite(value) &&
              change(
                at,
                line.percent === null
                  ? { ...line, total_milli: Math.round(value * MILLI_PER_POINT) }
                  : { ...line, percent: value },
              )
            }
          />
          <Button
            size="small"
            variant="minimal"
            aria-label={`删除第 ${at + 1} 条线`}
            onClick={() => props.onChange({ lines: lines.filter((_, index) => index !== at) })}
          >
            删除
          </Button>
        </div>
      ))}
      <Button
        size="small"
        disabled={lines.length >= MOST}
        onClick={() =>
          props.onChange({
            lines: [
              ...lines,
              { name: `第 ${lines.length + 1} 条线`, percent: 50, total_milli: null },
            ],
          })
        }
      >
        增加一条线
      </Button>
      <label className={css['field']}>
        单科线
        <HTMLSelect
          value={props.method}
          onChange={({ currentTarget }) =>
            props.onChange({
              line_method: METHODS.find((one) => one === currentTarget.value) ?? 'same_rate',
            })
          }
        >
          {METHODS.map((method) => (
            <option key={method} value={method}>
              {EFFECTIVE_LINE_METHODS[method]}
            </option>
          ))}
        </HTMLSelect>
      </label>
    </div>
  )
}

/** Why the lines cannot be saved; null when they can. */
export function linesProblem(lines: readonly Line[]): string | null {
  if (lines.some(({ name }) => name.trim() === '')) return '每条线都要有名称'
  if (new Set(lines.map(({ name }) => name)).size < lines.length) return '各条线的名称不能相同'
  return lines.some(({ percent }) => percent !== null && (percent < 0.1 || percent > 100))
    ? '比例应在 0.1 到 100 之间'
    : null
}

/** A version of the setting in one line. */
export function linesWords(value: unknown): string {
  const { lines, method } = value as { lines: Line[]; method: Method }
  const words = lines.map(({ name, percent, total_milli }) =>
    percent === null
      ? `${name} ${(total_milli ?? 0) / MILLI_PER_POINT} 分`
      : `${name}（${percent}%）`,
  )
  return `${words.join('、') || '没有分数线'}；单科线按${EFFECTIVE_LINE_METHODS[method]}`
}
