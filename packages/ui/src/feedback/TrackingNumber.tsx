import { useState } from 'react'
import { copyText } from '../copy-text.ts'
import css from './state.module.css'

/** The number by which an administrator finds a failure in the log; a click copies it. */
export function TrackingNumber(props: { id: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => void copyText(props.id).then(setCopied)
  return (
    <button type="button" className={css['tracking']} onClick={copy} title="点击复制">
      追踪号 <code>{props.id}</code>
      <span aria-live="polite">{copied ? '已复制' : ''}</span>
    </button>
  )
}
