import { StatusTag } from '@hengjuan/ui'
import css from './adjust.module.css'
import type { ElementKey, PageElement } from './elements.ts'
import { isLow, type Part } from './parts.ts'

/** What was proposed, the least certain first, each with its reason; a click leads there. */
export function PartList(props: {
  parts: readonly Part[]
  elements: readonly PageElement[]
  chosen: ReadonlySet<ElementKey>
  seen: ReadonlySet<string>
  onShow: (part: Part) => void
}) {
  if (props.parts.length === 0)
    return <p className={css['quiet']}>没有自动识别出内容，请用上方按钮添加。</p>
  const labels = new Map<string, string>(props.elements.map(({ key, label }) => [key, label]))
  return (
    <ol className={css['parts']}>
      {props.parts.map((part) => (
        <li key={`${part.page} ${part.target}`}>
          <button
            type="button"
            aria-current={props.chosen.has(part.target as ElementKey)}
            onClick={() => props.onShow(part)}
          >
            <span className={css['partHead']}>
              <strong>
                {part.target === 'anchors' ? '定位点' : (labels.get(part.target) ?? '其他页')}
              </strong>
              <StatusTag
                status={props.seen.has(part.target) ? 'idle' : isLow(part) ? 'warn' : 'ok'}
              >
                {props.seen.has(part.target)
                  ? '看过'
                  : `${isLow(part) ? '请核对' : '可信'} ${Math.round(part.confidence * 100)} %`}
              </StatusTag>
            </span>
            <span className={css['quiet']}>{part.reason}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
