import { Button, InputGroup } from '@blueprintjs/core'
import type { ScannerProfile } from '@hengjuan/scanner-bridge'
import { useState } from 'react'
import css from './profile.module.css'

type Options = ScannerProfile['options']

/** Options of the driver by its own names; numbers, true and false are told from text by how they look. */
export function OptionRows(props: {
  options: Options
  problem: string | undefined
  isEditable: boolean
  onChange: (options: Options) => void
}) {
  const [rows, setRows] = useState(() =>
    Object.entries(props.options).map(([name, value]) => ({ name, text: String(value) })),
  )
  const change = (next: typeof rows) => {
    setRows(next)
    props.onChange(Object.fromEntries(next.map(({ name, text }) => [name, valueOf(text)])))
  }
  return (
    <div className={css['options']}>
      <p className={props.problem === undefined ? css['hint'] : css['bad']}>
        {props.problem ??
          '直接交给驱动的设置，按驱动的名称填写；上面有的项目不用在这里写，写了以这里为准。'}
      </p>
      {rows.map(({ name, text }, at) => (
        <div key={at} className={css['option']}>
          <InputGroup
            aria-label={`选项 ${at + 1} 名称`}
            placeholder="名称"
            value={name}
            onValueChange={(value) => change(rows.with(at, { name: value, text }))}
          />
          <InputGroup
            aria-label={`选项 ${at + 1} 值`}
            placeholder="值"
            value={text}
            onValueChange={(value) => change(rows.with(at, { name, text: value }))}
          />
          {props.isEditable && (
            <Button
              variant="minimal"
              text="去掉"
              aria-label={`去掉选项 ${name}`}
              onClick={() => change(rows.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {rows.length === 0 && <p className={css['hint']}>没有。</p>}
      {props.isEditable && (
        <Button
          size="small"
          text="加一项"
          onClick={() => change([...rows, { name: '', text: '' }])}
        />
      )}
    </div>
  )
}

function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}
