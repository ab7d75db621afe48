import { Button } from '@blueprintjs/core'
import { LocateIcon } from '@blueprintjs/icons'
import { KeyHint } from '@hengjuan/ui'
import { useReviewKeys } from './use-review-keys.ts'
import css from './scan-review.module.css'
import { type ActionProps, useFix } from './use-fix.ts'
import { VoidActions } from './VoidActions.tsx'

export const BOX: Record<string, string> = {
  none: '没有',
  empty: '未填涂',
  filled: '已填涂',
  unclear: '看不清',
}

/** The page does not lie where it should, or somebody should look at it again. */
export function PageActions(props: ActionProps & { pageSeq: number }) {
  const { pageSeq, onLocate } = props
  const { category, target } = props.detail.item
  const { pending } = props.decisions
  const fix = useFix(props)
  const locate = () => onLocate(pageSeq)
  const accept = () =>
    category === 'objective_box'
      ? fix({ kind: 'accept_page', page_seq: pageSeq }, '确认选项框无误')
      : fix({ kind: 'verify', target }, '核实无误')
  const ignore = () => fix({ kind: 'ignore_page', page_seq: pageSeq }, `忽略第 ${pageSeq} 张图像`)
  const isLost = category === 'positioning'
  // Nothing is on it that could be located.
  const isBlank = props.detail.sheet.pages.find(({ seq }) => seq === pageSeq)?.is_blank === true
  const first = isLost ? (isBlank ? ignore : locate) : accept
  useReviewKeys('page', { accept: pending || props.isQuiet ? undefined : first })
  if (isLost && isBlank)
    return (
      <div className={css['stack']}>
        <Button intent="primary" disabled={pending} onClick={ignore}>
          按空白页忽略 <KeyHint keys="Enter" />
        </Button>
        <p className={css['hint']}>
          这张图像上什么也没有。忽略后如果缺少应有的一页，会另列为缺页，补扫后自动消失。
        </p>
        <VoidActions {...props} />
        <Button variant="minimal" icon={<LocateIcon />} disabled={pending} onClick={locate}>
          图像上看得见定位块，四点定位
        </Button>
      </div>
    )
  return (
    <div className={css['stack']}>
      {isLost ? (
        <>
          <Button intent="primary" icon={<LocateIcon />} disabled={pending} onClick={locate}>
            四点定位 <KeyHint keys="Enter" />
          </Button>
          <Button disabled={pending} onClick={ignore}>
            忽略这张图像（空白页或误放）
          </Button>
        </>
      ) : (
        <>
          <Button intent="primary" disabled={pending} onClick={accept}>
            {category === 'objective_box' ? '选项框无误' : '核实无误'} <KeyHint keys="Enter" />
          </Button>
          {(category === 'objective_box' || target.startsWith('page:')) && (
            <Button icon={<LocateIcon />} disabled={pending} onClick={locate}>
              四点定位后重新识别
            </Button>
          )}
        </>
      )}
      <VoidActions {...props} />
    </div>
  )
}
