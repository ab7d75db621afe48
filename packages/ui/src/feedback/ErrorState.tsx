import { Button } from '@blueprintjs/core'
import { RefreshIcon } from '@blueprintjs/icons'
import { CallError } from '@hengjuan/client'
import { AppError } from '@hengjuan/domain'
import type { ReactNode } from 'react'
import { TrackingNumber } from './TrackingNumber.tsx'
import css from './state.module.css'

/** The sentence to show for anything thrown; what is not meant for people becomes a general one. */
export const sentenceOf = (error: unknown): string =>
  error instanceof CallError || error instanceof AppError
    ? error.message
    : '页面出现意外错误，请重试；若仍然出现，请联系管理员'

/** A refused or failed call in place of the data: what happened, 重试 or what else goes on, and the tracking number. */
export function ErrorState(props: {
  error: unknown
  onRetry?: () => void
  /** Where going on is something else than trying the same again. */
  retryText?: string
  action?: ReactNode
  size?: 'small' | 'large'
}) {
  const requestId = props.error instanceof CallError ? props.error.requestId : ''
  return (
    <div className={css['root']} data-size={props.size ?? 'small'} role="alert">
      <span className={css['bang']} aria-hidden="true">
        !
      </span>
      <p className={css['title']}>{sentenceOf(props.error)}</p>
      {requestId && <TrackingNumber id={requestId} />}
      {(props.onRetry || props.action) && (
        <div className={css['actions']}>
          {props.onRetry && (
            <Button
              {...(props.retryText === undefined ? { icon: <RefreshIcon /> } : {})}
              onClick={props.onRetry}
            >
              {props.retryText ?? '重试'}
            </Button>
          )}
          {props.action}
        </div>
      )}
    </div>
  )
}
