import { Checkbox } from '@blueprintjs/core'
import type { allocationCopy, InputOf } from '@hengjuan/contracts'
import css from './allocation.module.css'

export type Part = InputOf<typeof allocationCopy>['body']['parts'][number]

const PARTS: readonly { part: Part; label: string }[] = [
  { part: 'markers', label: '阅卷教师、分配方式与任务量' },
  { part: 'leaders', label: '仲裁教师' },
  { part: 'scope', label: '阅卷范围、教师组与回避' },
]

/** Which parts of an allocation are taken over. */
export function CopyParts(props: {
  parts: readonly Part[]
  onChange: (parts: readonly Part[]) => void
}) {
  const { parts } = props
  return (
    <div className={css['parts']} role="group" aria-label="复制哪些">
      {PARTS.map(({ part, label }) => (
        <Checkbox
          key={part}
          label={label}
          checked={parts.includes(part)}
          onChange={({ currentTarget }) => {
            const next = currentTarget.checked
              ? [...parts, part]
              : parts.filter((one) => one !== part)
            props.onChange(next)
          }}
        />
      ))}
    </div>
  )
}
