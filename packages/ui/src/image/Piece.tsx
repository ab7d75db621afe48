import { Button } from '@blueprintjs/core'
import { type ComponentProps, useState } from 'react'
import css from './piece.module.css'

/**
 * A piece of a scan on a page. Where it does not come, words say so in the place of the browser's broken picture, which
 * looks like an empty answer.
 */
export function Piece({
  onFail,
  isPressed = false,
  ...img
}: Omit<ComponentProps<'img'>, 'src' | 'onError'> & {
  src: string | undefined
  /** It did not come. */
  onFail?: () => void
  /** Lies in a button or a link, which no button may lie in. */
  isPressed?: boolean
}) {
  const [failed, setFailed] = useState<string | null>(null)
  if (img.src !== undefined && failed === img.src)
    return (
      <span className={css['failed']} role="status">
        图像没有加载
        {!isPressed && (
          <Button size="small" onClick={() => setFailed(null)}>
            重试
          </Button>
        )}
      </span>
    )
  return (
    <img
      {...img}
      alt={img.alt}
      onError={() => {
        setFailed(img.src ?? null)
        onFail?.()
      }}
    />
  )
}
