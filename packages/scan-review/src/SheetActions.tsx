import { Button } from '@blueprintjs/core'
import { LocateIcon, RepeatIcon } from '@blueprintjs/icons'
import { KeyHint } from '@hengjuan/ui'
import { useReviewKeys } from './use-review-keys.ts'
import css from './scan-review.module.css'
import type { ReviewDecisions, ReviewDetail, SheetFix } from './types.ts'

interface ActionProps {
  detail: ReviewDetail
  decisions: ReviewDecisions
  onDone: () => void
  onLocate: (pageSeq: number) => void
  isQuiet?: boolean
}

const useFix =
  ({ detail, decisions, onDone }: ActionProps) =>
  (change: SheetFix, text: string) =>
    void decisions.fix(detail.sheet.sheet_id, change, text).then((done) => done && onDone())

/** The sheet is not used: it will be scanned again, or belongs elsewhere. */
export function VoidActions(props: ActionProps) {
  const fix = useFix(props)
  const { pending } = props.decisions
  return (
    <div className={css['stack']}>
      <Button
        onClick={() => fix({ kind: 'void', reason: 'rescan' }, '作废重扫')}
        icon={<RepeatIcon />}
        disabled={pending}
      >
        作废，等待重扫
      </Button>
      <Button
        onClick={() => fix({ kind: 'void', reason: 'other_exam' }, '作废：不属于本场考试')}
        disabled={pending}
      >
        不属于本场考试，作废
      </Button>
    </div>
  )
}

/** Was the candidate there? With what speaks for either. */
export function AbsenceActions(props: ActionProps) {
  const { sheet } = props.detail
  const { pending } = props.decisions
  const fix = useFix(props)
  const present = () => fix({ kind: 'absence', attendance: 0 }, '确认正常参加考试')
  const absent = () => fix({ kind: 'absence', attendance: 1 }, '确认缺考')
  useReviewKeys('absence', {
    present: pending ? undefined : present,
    absent: pending ? undefined : absent,
  })
  return (
    <div className={css['stack']}>
      <Button intent="primary" disabled={pending} onClick={present}>
        正常参加考试 <KeyHint keys="0" />
      </Button>
      <Button disabled={pending} onClick={absent}>
        确认缺考 <KeyHint keys="1" />
      </Button>
      <p className={css['hint']}>
        缺考标记：{BOX[sheet.absent_box ?? 'none']}；已填涂 {sheet.answered} 题；作答区墨迹最高{' '}
        {(sheet.ink_ratio * 100).toFixed(1)}%
      </p>
    </div>
  )
}

const BOX: Record<string, string> = {
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

/** A page of the sheet was not scanned. */
export function MissingActions(props: ActionProps) {
  const { pending } = props.decisions
  const fix = useFix(props)
  const accept = () => fix({ kind: 'accept_missing' }, '确认缺页')
  useReviewKeys('missing', { accept: pending ? undefined : accept })
  return (
    <div className={css['stack']}>
      <Button intent="primary" disabled={pending} onClick={accept}>
        确认缺页 <KeyHint keys="Enter" />
      </Button>
      <VoidActions {...props} />
      <p className={css['hint']}>
        补扫缺少的页后，只要考号能对上，缺页会自动消失。确认缺页后，缺页上的客观题按未作答计分。
      </p>
    </div>
  )
}
