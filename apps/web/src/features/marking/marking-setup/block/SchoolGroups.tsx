import { Callout, InputGroup } from '@blueprintjs/core'
import type { MarkScope } from '@hengjuan/domain'
import { ReasonButton, WithReason } from '@hengjuan/ui'
import { PickMany } from './PickMany.tsx'
import type { School } from './school-gaps.ts'
import { gapTexts } from './school-gaps.ts'
import type { Block, Patch } from './settings-field.ts'
import css from './setup.module.css'

type Group = NonNullable<Patch['school_groups']>[number]

/** Which schools are read by which markers, where the scope is by groups. */
export function SchoolGroups(props: {
  groups: readonly Group[]
  schools: readonly School[]
  blocks: readonly Block[]
  /** Why nothing can be changed; null when it can. */
  refusal: string | null
  onChange: (groups: Group[]) => void
}) {
  const { groups, refusal } = props
  const markers = [
    ...new Map(
      props.blocks.flatMap((block) => block.markers.map((one) => [one.marker_id, one.name])),
    ),
  ].map(([id, name]) => ({ id, name }))
  const schools = props.schools.map(({ school_id, name, count }) => ({
    id: school_id,
    name,
    note: `${count} 人`,
  }))
  const change = (index: number, patch: Partial<Group>) =>
    props.onChange(groups.map((group, no) => (no === index ? { ...group, ...patch } : group)))
  return (
    <fieldset className={css['groups']}>
      <legend>学校与教师组</legend>
      {groups.map((group, index) => (
        <div key={index} className={css['group']}>
          <div className={css['groupHead']}>
            <WithReason reason={refusal}>
              <InputGroup
                aria-label={`第 ${index + 1} 组名称`}
                value={group.name}
                disabled={refusal !== null}
                maxLength={40}
                onValueChange={(name) => change(index, { name })}
              />
            </WithReason>
            <ReasonButton
              variant="minimal"
              reason={refusal}
              onClick={() => props.onChange(groups.filter((_, no) => no !== index))}
            >
              删除本组
            </ReasonButton>
          </div>
          <PickMany
            label={`${group.name}的学校`}
            choices={schools}
            ids={group.school_ids}
            placeholder="输入校名添加学校"
            noResults="没有找到这所学校，只能选有考生的学校"
            refusal={refusal}
            onChange={(ids) => change(index, { school_ids: ids })}
          />
          <PickMany
            label={`${group.name}的教师`}
            choices={markers}
            ids={group.marker_ids}
            placeholder="输入姓名添加阅卷教师"
            noResults="没有找到，请先在「阅卷教师」中添加到题块"
            refusal={refusal}
            onChange={(ids) => change(index, { marker_ids: ids })}
          />
        </div>
      ))}
      <ReasonButton
        reason={refusal}
        onClick={() =>
          props.onChange([
            ...groups,
            { name: `第 ${groups.length + 1} 组`, school_ids: [], marker_ids: [] },
          ])
        }
      >
        添加一组
      </ReasonButton>
    </fieldset>
  )
}

/** Schools whose papers too few of the markers may read, by what is chosen now. */
export function SchoolGapNote(props: {
  blocks: readonly Block[]
  schools: readonly School[]
  wanted: Patch
}) {
  const texts = gapTexts(props.blocks, props.schools, props.wanted)
  if (texts.length === 0) return null
  return (
    <Callout compact intent="warning" title="有的学校阅卷教师不够">
      {texts.map((text) => (
        <p key={text} className={css['gap']}>
          {text}
        </p>
      ))}
    </Callout>
  )
}

/** What is wrong with the groups as they are typed; null when they can be saved. */
export function groupProblem({ mark_scope, school_groups = [] }: Patch): string | null {
  if ((mark_scope satisfies MarkScope | undefined) !== 'group') return null
  if (school_groups.length === 0) return '请添加至少一组学校与教师'
  const open = school_groups.find(
    ({ name, school_ids, marker_ids }) =>
      name.trim() === '' || school_ids.length === 0 || marker_ids.length === 0,
  )
  return open ? `「${open.name || '未命名'}」的名称、学校和教师都要填` : null
}
