import { Button, Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import css from './adjust.module.css'
import { FormRow } from './FormRow.tsx'
import { lettersOf } from './group-parts.ts'
import { GROUP_KINDS, type GroupKind, type GroupSpec, withSpec } from './group-spec.ts'
import { Num } from './Num.tsx'
import type { AdjustWork } from './use-adjust-work.ts'
import { GroupCutter } from './GroupCutter.tsx'

/** What a chosen grid means and how it is laid out. */
export function GroupForm({ spec, work }: { spec: GroupSpec; work: AdjustWork }) {
  const set = (change: Partial<GroupSpec>) =>
    work.change(
      (page) => withSpec(page, spec, { ...spec, ...change }),
      `${spec.name}:${Object.keys(change).join()}`,
    )
  const isNumbered = spec.kind === 'choice' || spec.kind === 'digits'
  const isGrid = isNumbered || spec.kind === 'examNo'
  const isVertical = spec.direction === 'vertical'
  const lineName = spec.kind === 'choice' ? '题数' : '位数'
  return (
    <div className={css['form']}>
      <FormRow label="内容">
        <HTMLSelect
          value={spec.kind}
          onChange={({ currentTarget }) => set({ kind: currentTarget.value as GroupKind })}
          options={Object.entries(GROUP_KINDS).map(([value, label]) => ({ value, label }))}
        />
      </FormRow>
      {isNumbered && (
        <Num
          label="起始题号"
          value={spec.first}
          min={1}
          step={1}
          onChange={(first) => set({ first })}
        />
      )}
      {spec.kind === 'choice' && (
        <Letters
          key={spec.letters}
          letters={spec.letters}
          onChange={(letters) => set({ letters, options: letters.length })}
        />
      )}
      {isGrid && (
        <>
          <Num
            label={lineName}
            value={spec.lines}
            min={1}
            step={1}
            onChange={(lines) => set({ lines })}
          />
          <Num
            label="每题框数"
            value={spec.options}
            min={1}
            step={1}
            onChange={(options) => set({ options })}
          />
          <FormRow label="选项排列">
            <HTMLSelect
              value={spec.direction}
              onChange={() => set(turned(spec))}
              options={[
                { value: 'horizontal', label: '横排' },
                { value: 'vertical', label: '竖排' },
              ]}
            />
          </FormRow>
          <Num
            label={isVertical ? '题间距（横）' : '框间距（横）'}
            value={spec.pitchX}
            onChange={(pitchX) => set({ pitchX })}
          />
          <Num
            label={isVertical ? '框间距（纵）' : '题间距（纵）'}
            value={spec.pitchY}
            onChange={(pitchY) => set({ pitchY })}
          />
        </>
      )}
      <Num label="框宽" value={spec.width} min={1} onChange={(width) => set({ width })} />
      <Num label="框高" value={spec.height} min={1} onChange={(height) => set({ height })} />
      <Checkbox
        checked={spec.outlined}
        label="框有印刷轮廓"
        onChange={() => set({ outlined: !spec.outlined })}
      />
      {spec.kind === 'choice' && (
        <Checkbox
          checked={spec.multiple}
          label="可以多选"
          onChange={() => set({ multiple: !spec.multiple })}
        />
      )}
      <Button onClick={work.copy}>复制一组</Button>
      {isNumbered && <GroupCutter spec={spec} onCut={work.cut} />}
    </div>
  )
}

/** The letters printed in the options; taken over with Enter or on leaving. */
function Letters(props: { letters: string; onChange: (letters: string) => void }) {
  const [text, setText] = useState(props.letters)
  const letters = lettersOf(text)
  const take = () => {
    if (letters && letters !== props.letters) props.onChange(letters)
  }
  return (
    <>
      <FormRow label="选项字母">
        <InputGroup
          fill
          value={text}
          intent={letters ? 'none' : 'danger'}
          onValueChange={setText}
          onBlur={take}
          onKeyDown={({ key }) => {
            if (key === 'Enter') take()
          }}
        />
      </FormRow>
      {!letters && (
        <p role="alert" className={css['bad']}>
          ✕ 请按顺序填写印刷的字母，如 ABEH，不能重复
        </p>
      )}
    </>
  )
}

/** The same grid, read the other way: rows become columns. */
const turned = (spec: GroupSpec): Partial<GroupSpec> => ({
  direction: spec.direction === 'vertical' ? 'horizontal' : 'vertical',
  lines: spec.options,
  options: spec.lines,
})
