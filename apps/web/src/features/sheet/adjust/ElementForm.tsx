import { Button, Checkbox, HTMLSelect, NumericInput } from '@blueprintjs/core'
import type { TemplateAnchor, TemplatePage } from '@hengjuan/domain'
import css from './adjust.module.css'
import type { ElementKey } from './elements.ts'
import { FormRow } from './FormRow.tsx'
import { GROUP_KINDS, type GroupKind, type GroupSpec, specOf, withSpec } from './group-spec.ts'
import type { AdjustWork } from './use-adjust-work.ts'

/** What is known of the chosen element, to be changed by numbers. */
export function ElementForm({ work }: { work: AdjustWork }) {
  const { chosen, page } = work
  if (chosen.size === 0)
    return (
      <p className={css['quiet']}>
        点选一个框来修改，按住 Shift 多选，拖空白处框选；方向键移动 0.1 毫米，Shift 加方向键移动 1
        毫米。
      </p>
    )
  if (chosen.size > 1)
    return <p className={css['quiet']}>已选 {chosen.size} 项，可以一起移动或删除。</p>
  const [key] = [...chosen] as [ElementKey]
  const id = key.slice(key.indexOf(':') + 1)
  if (key.startsWith('group:')) {
    const spec = specOf(page, id)
    return spec && <GroupForm key={key} spec={spec} work={work} />
  }
  if (key.startsWith('region:')) return <RegionForm key={key} id={id} work={work} />
  return <AnchorForm key={key} id={id} work={work} />
}

function GroupForm({ spec, work }: { spec: GroupSpec; work: AdjustWork }) {
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
    </div>
  )
}

/** The same grid, read the other way: rows become columns. */
const turned = (spec: GroupSpec): Partial<GroupSpec> => ({
  direction: spec.direction === 'vertical' ? 'horizontal' : 'vertical',
  lines: spec.options,
  options: spec.lines,
})

function RegionForm({ id, work }: { id: string; work: AdjustWork }) {
  const region = work.page.regions.find((one) => one.id === id)
  if (!region) return null
  const change = (edit: (page: TemplatePage) => TemplatePage) => work.change(edit, `region:${id}`)
  const rename = (no: number) => {
    const key = String(no)
    const part = work.pages
      .flatMap((page) => page.regions)
      .filter((one) => one.blockKey === key && one.id !== id).length
    const next = `block:${key}:${part}`
    change((page) => ({
      ...page,
      regions: page.regions.map((one) =>
        one.id === id ? { ...one, id: next, blockKey: key, part } : one,
      ),
    }))
    work.choose(new Set<ElementKey>([`region:${next}`]))
  }
  return (
    <div className={css['form']}>
      <Num label="题号" value={Number(region.blockKey) || 1} min={1} step={1} onChange={rename} />
      <Checkbox
        checked={region.framed}
        label="四周印有边框"
        onChange={() =>
          change((page) => ({
            ...page,
            regions: page.regions.map((one) =>
              one.id === id ? { ...one, framed: !one.framed } : one,
            ),
          }))
        }
      />
    </div>
  )
}

const ANCHOR_KINDS: Record<TemplateAnchor['kind'], string> = {
  square: '实心方块',
  bar: '实心长条',
  disc: '实心圆',
  ring: '圆环',
  'page-corner': '纸张的角',
}

function AnchorForm({ id, work }: { id: string; work: AdjustWork }) {
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

function Num(props: {
  label: string
  value: number
  min?: number
  step?: number
  onChange: (value: number) => void
}) {
  const { min = 0, step = 0.1 } = props
  return (
    <FormRow label={props.label}>
      <NumericInput
        fill
        value={props.value}
        min={min}
        stepSize={step}
        minorStepSize={step === 1 ? null : 0.01}
        majorStepSize={step * 10}
        rightElement={<span className={css['unit']}>{step === 1 ? '' : '毫米'}</span>}
        onValueChange={(value) => {
          if (Number.isFinite(value) && value >= min && value !== props.value) props.onChange(value)
        }}
      />
    </FormRow>
  )
}
