import { Button } from '@blueprintjs/core'
import { StatusTag } from '@hengjuan/ui'
import type { FindingView, SheetDetail } from '../../bridge/sheet-api.ts'
import { useScreen } from '../station-store.ts'
import css from './sheet.module.css'

export function SheetFindings(props: {
  sheet: SheetDetail
  fieldId: string | null
  onPick: (finding: FindingView) => void
}) {
  const openReview = useScreen((screen) => screen.openReview)
  if (props.sheet.findings.length === 0) return <p className={css['muted']}>本站没有发现问题。</p>
  return (
    <>
      <p className={css['muted']}>
        需要重扫的，请把纸放回重新扫描；其余可以现在处理，不影响继续扫描。
      </p>
      <Button
        intent="primary"
        text="处理这一张的异常"
        onClick={() => openReview({ sheetId: props.sheet.sheet_id })}
      />
      <ul className={css['findings']}>
        {props.sheet.findings.map((finding, at) => (
          <li key={at}>
            <button
              type="button"
              className={css['finding']}
              aria-current={finding.field_id !== null && finding.field_id === props.fieldId}
              onClick={() => props.onPick(finding)}
            >
              <StatusTag status="warn">{finding.label}</StatusTag>
              <span>{finding.message}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What does not stop a page, though the operator can mend its cause: dirt on the glass, paper fed askew. */
export function ScanNotes(props: { page: SheetDetail['pages'][number] }) {
  const notes = props.page.reading.issues.filter((issue) => !issue.blocking)
  if (notes.length === 0) return null
  return (
    <ul className={css['findings']}>
      {notes.map((note) => (
        <li key={note.code} className={css['muted']}>
          {note.message}
        </li>
      ))}
    </ul>
  )
}
