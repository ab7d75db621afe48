import { Button, Collapse } from '@blueprintjs/core'
import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons'
import type { ImportReport } from '@hengjuan/contracts'
import { useId, useState } from 'react'
import { absentColumns } from './import-rules.ts'
import { ImportColumns } from './ImportColumns.tsx'
import type { ImportSession } from './use-import.ts'
import css from './import.module.css'

/** The columns in a line; open where somebody has to look at them. */
export function ColumnsSection(props: { report: ImportReport; session: ImportSession }) {
  const { columns, unused, sheet_names: sheets, sheet, heading_row: heading } = props.report
  const found = columns.filter(({ column }) => column !== null)
  const guessed = columns.filter(({ how }) => how === 'content').length
  const needsLook = guessed > 0 || absentColumns(props.report).length > 0
  const [isOpen, setOpen] = useState(needsLook)
  const id = useId()
  return (
    <section className={css['columns']} data-look={needsLook || undefined}>
      <Button
        variant="minimal"
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
        onClick={() => setOpen(!isOpen)}
      >
        <b>列</b>
        {sheets.length > 1 && `　工作表「${sheets[sheet]}」`}
        {heading !== null && `　表头第 ${heading} 行`}　对上 {found.length} 列
        {guessed > 0 && `，其中 ${guessed} 列是按内容猜的`}
        {unused.length > 0 && `，${unused.length} 列没有使用`}
      </Button>
      <div id={id}>
        <Collapse isOpen={isOpen}>
          <ImportColumns {...props} />
        </Collapse>
      </div>
    </section>
  )
}
