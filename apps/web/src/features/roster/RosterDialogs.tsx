import { candidateAdd } from '@hengjuan/contracts'
import { SchemaDialog } from '@hengjuan/ui'
import type { CallError } from '@hengjuan/client'

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
