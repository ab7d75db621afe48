import type { ReplyOf, sheetPrintCheck } from '@hengjuan/contracts'
import { ConfirmDialog } from '@hengjuan/ui'
import css from './print.module.css'

export type Boxed = ReplyOf<typeof sheetPrintCheck>['unprintable']

/** Asks whether copies are printed that have a box in place of a character. */
export function BoxedNames(props: { boxed: Boxed; onPrint: () => void; onClose: () => void }) {
  const { boxed } = props
  return (
    <ConfirmDialog
      isOpen={boxed.length > 0}
      title="有的字印不出来"
      effect={`${boxed.length} 份答题卡上有字体里没有的字，会印成「□」。`}
      confirmText="仍然下载"
      cancelText="先不下载"
      onConfirm={props.onPrint}
      onClose={props.onClose}
    >
      <p>考号和条形码不受影响。可以先把姓名改成常用写法，或印好后手写补上。</p>
      <ul className={css['boxed']}>
        {boxed.map(({ exam_no, class_name, name, characters }) => (
          <li key={exam_no}>
            {class_name} {name}（{exam_no}）：{characters.join('、')}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
