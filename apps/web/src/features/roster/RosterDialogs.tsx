import { candidateAdd } from '@hengjuan/contracts'
import { chosenFile, SchemaDialog } from '@hengjuan/ui'
import { Button, Dialog, DialogBody, DialogFooter, FileInput } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { type ReactNode, useState } from 'react'
import css from './roster.module.css'

const DEFAULT_RULE = '{year}{grade}{class:2}{seat:2}'

const RULE_PARTS =
  '{year} 年份后两位、{grade} 年级、{class:2} 班级、{seat:2} 班内序号、{seq:4} 全体序号；冒号后为位数。位数与答题卡不同时，末尾的序号自动加宽。'

/** Asks for the rule that numbers candidates. */
export function NumberDialog(props: {
  title: string
  effect: string
  isPending: boolean
  error: CallError | null
  onClose: () => void
  onSubmit: (rule: string) => void
}) {
  return (
    <SchemaDialog
      {...props}
      schema={candidateAdd.body}
      initial={{ rule: DEFAULT_RULE }}
      submitText="编排考号"
      errorFields={{ EXAM_NO_RULE_INVALID: 'rule' }}
      onSubmit={({ rule }) => props.onSubmit(rule)}
      fields={{
        rule: {
          kind: 'text',
          label: '考号规则',
          isRequired: true,
          autoFocus: true,
          hint: ({ rule }) => `${RULE_PARTS}例：2026 年高一 3 班第 7 名 → ${example(rule)}`,
        },
      }}
    />
  )
}

const EXAMPLE: Record<string, [number, number]> = {
  year: [26, 2],
  grade: [10, 2],
  class: [3, 2],
  seat: [7, 2],
  seq: [107, 4],
}

const example = (rule: string): string =>
  rule.replace(/\{(\w+)(?::(\d))?\}/g, (whole, word: string, width: string | undefined) => {
    const [value, usual] = EXAMPLE[word] ?? []
    if (value === undefined) return whole
    return String(word === 'year' && width === '4' ? 2026 : value).padStart(
      Number(width ?? usual),
      '0',
    )
  })

/** Takes a spreadsheet; mistakes are listed cell by cell, and nothing is written while there are any. */
export function ImportDialog(props: {
  title: string
  columns: readonly string[]
  required: readonly string[]
  note: ReactNode
  isPending: boolean
  error: CallError | null
  onClose: () => void
  onSubmit: (file: File) => void
}) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <Dialog isOpen title={props.title} onClose={props.onClose} style={{ width: 620 }}>
      <DialogBody>
        <p>
          表格（.xlsx）第一行为表头，列的顺序不限：
          {props.columns.map((column) => (
            <code key={column} className={css['column']}>
              {column}
              {props.required.includes(column) && <b aria-label="必填">*</b>}
            </code>
          ))}
        </p>
        <p className={`${css['hint']} ${css['text']}`}>{props.note}</p>
        <FileInput
          fill
          text={file?.name ?? '选择表格文件'}
          buttonText="浏览"
          hasSelection={file !== null}
          inputProps={{ accept: '.xlsx', 'aria-label': '表格文件' }}
          onInputChange={({ currentTarget }) => setFile(chosenFile(currentTarget))}
        />
        <Problem error={props.error} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <Button
              intent="primary"
              disabled={!file}
              loading={props.isPending}
              onClick={() => file && props.onSubmit(file)}
            >
              开始导入
            </Button>
          </>
        }
      />
    </Dialog>
  )
}

function Problem({ error }: { error: CallError | null }) {
  if (!error) return null
  return (
    <div role="alert" className={css['problem']}>
      <p>✕ {error.message}</p>
      {error.fields.length > 0 && (
        <ul className={css['problems']}>
          {error.fields.map(({ path, msg }) => (
            <li key={`${path}${msg}`}>
              <code>{path}</code> {msg}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
