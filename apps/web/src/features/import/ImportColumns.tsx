import { HTMLSelect } from '@blueprintjs/core'
import type { ImportReport } from '@hengjuan/contracts'
import { type Status, StatusTag } from '@hengjuan/ui'
import { columnLetters } from './import-rules.ts'
import type { ImportSession } from './use-import.ts'
import css from './import.module.css'

type Field = ImportReport['columns'][number]

/** How a column was found, as the person who checks it reads it. */
const FOUND: Record<NonNullable<Field['how']>, { status: Status; word: string }> = {
  name: { status: 'ok', word: '列名相同' },
  alias: { status: 'ok', word: '列名相近' },
  learned: { status: 'ok', word: '与上次相同' },
  content: { status: 'warn', word: '按内容猜测' },
  hand: { status: 'busy', word: '手动选择' },
}
const HEADING_ROWS = 10

/** Where the table lies in the file, and which of its columns is which field. */
export function ImportColumns(props: { report: ImportReport; session: ImportSession }) {
  const { report, session } = props
  const { columns, titles, unused, sheet_names: sheets } = report
  const options = [
    { value: '', label: '不导入' },
    ...titles.map((title, index) => ({
      value: String(index),
      label: `${columnLetters(index)} ${title || '（没有列名）'}`,
    })),
  ]
  return (
    <>
      <div className={css['place']}>
        {sheets.length > 1 && (
          <span>
            工作表
            <HTMLSelect
              aria-label="工作表"
              disabled={session.isBusy}
              value={report.sheet}
              options={sheets.map((label, value) => ({ label, value }))}
              onChange={({ currentTarget }) => session.map({ sheet: Number(currentTarget.value) })}
            />
          </span>
        )}
        <span>
          表头在第
          <HTMLSelect
            aria-label="表头所在的行"
            disabled={session.isBusy}
            value={report.heading_row ?? ''}
            options={headingRows(report.heading_row)}
            onChange={({ currentTarget }) =>
              session.map({ heading_row: Number(currentTarget.value) })
            }
          />
          行
        </span>
      </div>
      <ul className={css['fields']}>
        {columns.map(({ field, label, required, column, how }) => (
          <li key={field} data-guessed={how === 'content' || undefined}>
            <span className={css['field']}>
              {label}
              {required && <b aria-label="必填">*</b>}
            </span>
            <HTMLSelect
              fill
              aria-label={`「${label}」所在的列`}
              disabled={session.isBusy}
              value={column === null ? '' : String(column)}
              options={options}
              onChange={({ currentTarget: { value } }) =>
                session.map({ columns: { [field]: value === '' ? null : Number(value) } })
              }
            />
            {column !== null && how !== null ? (
              <StatusTag status={FOUND[how].status}>{FOUND[how].word}</StatusTag>
            ) : (
              <StatusTag status={required ? 'bad' : 'idle'}>
                {required ? '没有找到' : '表中没有'}
              </StatusTag>
            )}
          </li>
        ))}
      </ul>
      {unused.length > 0 && (
        <p className={css['hint']}>
          没有使用的列：
          {unused.map(({ column, title, sample }) => (
            <span key={column} className={css['unused']}>
              <b>
                {columnLetters(column)} {title || '（没有列名）'}
              </b>{' '}
              {sample.filter(Boolean).join('、')}
            </span>
          ))}
        </p>
      )}
    </>
  )
}

const headingRows = (found: number | null): { value: string; label: string }[] => [
  ...(found === null ? [{ value: '', label: '–' }] : []),
  ...[...new Set([...Array.from({ length: HEADING_ROWS }, (_, row) => row + 1), found ?? 1])].map(
    (row) => ({ value: String(row), label: String(row) }),
  ),
]
