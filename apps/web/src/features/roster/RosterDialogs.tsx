import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useState } from 'react'
import { Problem } from './Problem.tsx'
import css from './roster.module.css'

const DEFAULT_RULE = '{year}{grade}{class:2}{seat:2}'

/** Asks for the rule that numbers candidates. */
export function NumberDialog(props: {
  title: string
  effect: string
  isPending: boolean
  error: CallError | null
  onClose: () => void
  onSubmit: (rule: string) => void
}) {
  const [rule, setRule] = useState(DEFAULT_RULE)
  return (
    <Dialog isOpen title={props.title} onClose={props.onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          props.onSubmit(rule)
        }}
      >
        <DialogBody>
          <p className={css['text']}>{props.effect}</p>
          <FormGroup
            label="考号规则"
            labelFor="number-rule"
            helperText="{year} 年份后两位、{grade} 年级、{class:2} 班级、{seat:2} 班内序号、{seq:4} 全体序号；冒号后为位数。位数与答题卡不同时，末尾的序号自动加宽。"
          >
            <InputGroup id="number-rule" autoFocus value={rule} onValueChange={setRule} />
          </FormGroup>
          <p className={css['hint']}>例：2026 年高一 3 班第 7 名 → {example(rule)}</p>
          <Problem error={props.error} />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={props.onClose}>取消</Button>
              <Button type="submit" intent="primary" loading={props.isPending}>
                编排考号
              </Button>
            </>
          }
        />
      </form>
    </Dialog>
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
