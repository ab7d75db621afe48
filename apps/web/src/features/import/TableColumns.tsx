import { Button } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import { csvFile, saveFile } from '@hengjuan/ui'
import { KIND_WORDS, type TableKind } from './import-kinds.ts'
import css from './import.module.css'

/** Which titles a table needs. */
export function TableColumns({ kind }: { kind: TableKind }) {
  const { columns, required } = KIND_WORDS[kind]
  return (
    <p>
      表头，列的顺序不限：
      {columns.map((column) => (
        <code key={column} className={css['title']}>
          {column}
          {required.includes(column) && <b aria-label="必填">*</b>}
        </code>
      ))}
      <TemplateButton kind={kind} />
    </p>
  )
}

/** An empty table with the titles and one example. */
export function TemplateButton({ kind }: { kind: TableKind }) {
  const { title, columns, example } = KIND_WORDS[kind]
  return (
    <Button
      variant="minimal"
      icon={<DownloadIcon />}
      onClick={() => saveFile(csvFile([columns, example]), `${title}模板.csv`)}
    >
      下载模板
    </Button>
  )
}
