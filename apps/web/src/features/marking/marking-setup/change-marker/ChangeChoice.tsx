import { HTMLSelect, MenuItem } from '@blueprintjs/core'
import { Suggest } from '@blueprintjs/select'
import type { MarkerChange } from '@hengjuan/domain'
import { WithReason } from '@hengjuan/ui'
import { useState } from 'react'
import { foundStaff, moreText } from '../block/found-staff.ts'
import css from '../block/setup.module.css'

/** Somebody who could take over. */
export interface Colleague {
  id: number
  name: string
  /** Empty where all are of one. */
  school: string
  schoolId: number
}

/** Says that somebody takes over, before it is said who. */
const REPLACE = 'replace'

/**
 * Whether a marker goes on, stops, or is replaced, and by whom. Those who could are looked for where they are
 * asked for: a list of a region's teachers in every row is more than a page can draw.
 */
export function ChangeChoice(props: {
  /** Of the marker. */
  name: string
  change: MarkerChange | undefined
  staff: readonly Colleague[]
  mayChange: boolean
  /** Empty to go on, `stop`, or the id of whoever takes over. */
  onChange: (text: string) => void
}) {
  const { name, change, mayChange } = props
  const [isChoosing, setChoosing] = useState(false)
  const value = change === undefined ? '' : change.kind === 'stop' ? 'stop' : String(change.byId)
  return (
    <div className={css['change']}>
      <WithReason reason={mayChange ? null : '当前身份只能查看'}>
        <HTMLSelect
          aria-label={`${name}的处理`}
          disabled={!mayChange}
          value={isChoosing ? REPLACE : value}
          onChange={({ currentTarget }) => {
            const isReplace = currentTarget.value === REPLACE
            setChoosing(isReplace)
            if (!isReplace) props.onChange(currentTarget.value)
          }}
          options={[
            { value: '', label: '继续阅卷' },
            { value: 'stop', label: '停止分配' },
            ...(change?.kind === 'replace'
              ? [{ value: String(change.byId), label: `更换为 ${change.byName}` }]
              : []),
            { value: REPLACE, label: '更换为…' },
          ]}
        />
      </WithReason>
      {isChoosing && (
        <ColleagueSearch
          label={`接替${name}的教师`}
          staff={props.staff}
          onChoose={({ id }) => {
            setChoosing(false)
            props.onChange(String(id))
          }}
        />
      )}
    </div>
  )
}

function ColleagueSearch(props: {
  label: string
  staff: readonly Colleague[]
  onChoose: (person: Colleague) => void
}) {
  const { staff } = props
  const hasSchools = new Set(staff.map(({ school }) => school)).size > 1
  const find = (query: string) =>
    foundStaff(query, staff, ({ name, school }) => ({ name, school: hasSchools ? school : '' }))
  return (
    <Suggest<Colleague>
      items={[...staff]}
      itemListPredicate={(query) => find(query).listed}
      // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
      itemListRenderer={({ filteredItems, renderItem, menuProps, query }) => {
        const { more } = find(query)
        return (
          <ul {...menuProps} className="bp6-menu" style={{ maxHeight: 320, overflow: 'auto' }}>
            {filteredItems.length === 0 && NOBODY}
            {filteredItems.map(renderItem)}
            {more > 0 && <MenuItem disabled text={moreText(more)} roleStructure="listoption" />}
          </ul>
        )
      }}
      // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
      itemRenderer={(person, { handleClick, handleFocus, modifiers }) => (
        <MenuItem
          key={person.id}
          roleStructure="listoption"
          active={modifiers.active}
          text={person.name}
          label={hasSchools ? person.school : ''}
          onClick={handleClick}
          onFocus={handleFocus}
        />
      )}
      inputValueRenderer={({ name }) => name}
      onItemSelect={props.onChoose}
      inputProps={{
        'aria-label': props.label,
        autoFocus: true,
        placeholder: hasSchools ? '输入姓名或学校查找' : '输入姓名查找',
      }}
      popoverProps={{ minimal: true }}
    />
  )
}

const NOBODY = (
  <MenuItem
    disabled
    multiline
    text="没有找到。已在本题块的教师不列出；没有账号的，请到人员信息中添加"
    roleStructure="listoption"
  />
)
