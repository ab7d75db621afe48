import { FileInput } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { chosenFile } from './chosen-file.ts'
import css from './table-choice.module.css'

/** What the server reads as a table. */
const ACCEPT = '.xlsx,.xls,.csv,.tsv,.txt'

/** Takes a table: a file that is chosen or dropped, or cells that were copied in a spreadsheet and are pasted. */
export function TableChoice(props: {
  label?: string
  file: File | null
  onChoose: (file: File | null) => void
}): ReactNode {
  const { label = '表格文件', file, onChoose } = props
  const [isOver, setOver] = useState(false)
  const latest = useRef(onChoose)
  useEffect(() => {
    latest.current = onChoose
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      // Who types into a field pastes there.
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)
        if (event.target.type !== 'file') return
      const pasted = pastedTable(event.clipboardData)
      if (!pasted) return
      event.preventDefault()
      latest.current(pasted)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  return (
    <div
      className={css['drop']}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [dropped] = event.dataTransfer.files
        if (dropped) onChoose(dropped)
      }}
    >
      <FileInput
        fill
        text={file?.name ?? '选择表格文件'}
        buttonText="浏览"
        hasSelection={file !== null}
        inputProps={{ accept: ACCEPT, 'aria-label': label }}
        onInputChange={({ currentTarget }) => onChoose(chosenFile(currentTarget))}
      />
      <p className={css['hint']}>
        也可以把文件拖到这里，或在 Excel、WPS 中复制单元格后按 Ctrl+V 粘贴。支持
        .xlsx、.xls、.csv、.tsv；隐藏的行、列和工作表不会导入。
      </p>
    </div>
  )
}

/** A file of the clipboard, or its cells; null where it holds a word and no table. */
function pastedTable(clipboard: DataTransfer | null): File | null {
  const [copied] = clipboard?.files ?? []
  if (copied) return copied
  const text = clipboard?.getData('text/plain') ?? ''
  return /[\t\n]/.test(text.trim()) ? new File([text], '粘贴的单元格.tsv') : null
}
