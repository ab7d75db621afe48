import { Checkbox } from '@blueprintjs/core'
import type { TemplatePage } from '@hengjuan/domain'
import css from './adjust.module.css'
import { BarcodeForm } from './BarcodeForm.tsx'
import type { ElementKey } from './elements.ts'
import { GroupForm } from './GroupForm.tsx'
import { specOf } from './group-spec.ts'
import { FullMark, type Scores } from './FullMark.tsx'
import { Num } from './Num.tsx'
import type { AdjustWork } from './use-adjust-work.ts'
import { AnchorForm } from './AnchorForm.tsx'

/** What is known of the chosen element, to be changed by numbers. */
export function ElementForm(props: {
  work: AdjustWork
  scores: Scores
  onScore: (nos: readonly string[], full: number) => void
}) {
  const { work, scores, onScore } = props
  const { chosen, page } = work
  if (chosen.size === 0)
    return (
      <p className={css['quiet']}>
        点选一个框来修改，按住 Shift 多选，拖空白处框选；方向键移动 0.1 毫米，Shift 加方向键移动 1
        毫米。
      </p>
    )
  if (chosen.size > 1)
    return (
      <p className={css['quiet']}>
        已选 {chosen.size} 项，可以一起移动或删除；都是填涂题的，可以按 M 合并成一组。
      </p>
    )
  const [key] = [...chosen] as [ElementKey]
  const id = key.slice(key.indexOf(':') + 1)
  if (key.startsWith('group:')) {
    const spec = specOf(page, id)
    return (
      spec && (
        <div className={css['form']}>
          <GroupForm key={key} spec={spec} work={work} />
          {spec.kind === 'digits' && (
            <p className={css['quiet']}>
              每一位是一道小题（{spec.first}-1、{spec.first}-2……），设答案时用 A 到 J 表示 0 到 9。
            </p>
          )}
          {(spec.kind === 'choice' || spec.kind === 'digits') && (
            <FullMark nos={questionsOf(page, id)} scores={scores} usual={3000} onScore={onScore} />
          )}
        </div>
      )
    )
  }
  if (key.startsWith('region:')) {
    const no = page.regions.find((one) => one.id === id)?.blockKey
    return (
      <div className={css['form']}>
        <RegionForm key={key} id={id} work={work} />
        {no != null && <FullMark nos={[no]} scores={scores} usual={10_000} onScore={onScore} />}
      </div>
    )
  }
  if (key.startsWith('barcode:')) return <BarcodeForm key={key} id={id} work={work} />
  return <AnchorForm key={key} id={id} work={work} />
}

const questionsOf = (page: TemplatePage, group: string) =>
  page.fields.filter((field) => field.group === group).map(({ id }) => id.replace(/^choice:/, ''))

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
