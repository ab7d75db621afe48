import { HTMLSelect } from '@blueprintjs/core'
import type { TemplateAnchor } from '@hengjuan/domain'
import css from './adjust.module.css'
import { FormRow } from './FormRow.tsx'
import { Num } from './Num.tsx'
import type { AdjustWork } from './use-adjust-work.ts'

const ANCHOR_KINDS: Record<TemplateAnchor['kind'], string> = {
  square: '实心方块',
  bar: '实心长条',
  disc: '实心圆',
  ring: '圆环',
  'page-corner': '纸张的角',
}

export function AnchorForm({ id, work }: { id: string; work: AdjustWork }) {
  const anchor = work.page.anchors.find((one) => one.id === id)
  if (!anchor) return null
  const set = (next: Partial<TemplateAnchor>) =>
    work.change(
      (page) => ({
        ...page,
        anchors: page.anchors.map((one) => (one.id === id ? { ...one, ...next } : one)),
      }),
      `anchor:${id}`,
    )
  return (
    <div className={css['form']}>
      <FormRow label="形状">
        <HTMLSelect
          value={anchor.kind}
          onChange={({ currentTarget }) =>
            set({ kind: currentTarget.value as TemplateAnchor['kind'] })
          }
          options={Object.entries(ANCHOR_KINDS).map(([value, label]) => ({ value, label }))}
        />
      </FormRow>
      <FormRow label="作用">
        <HTMLSelect
          value={anchor.role}
          onChange={({ currentTarget }) =>
            set({ role: currentTarget.value as TemplateAnchor['role'] })
          }
          options={[
            { value: 'corner', label: '四角定位' },
            { value: 'edge', label: '边缘修正' },
          ]}
        />
      </FormRow>
      <Num label="宽" value={anchor.widthMm} min={0.5} onChange={(widthMm) => set({ widthMm })} />
      <Num
        label="高"
        value={anchor.heightMm}
        min={0.5}
        onChange={(heightMm) => set({ heightMm })}
      />
    </div>
  )
}
