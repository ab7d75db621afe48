import { MenuDivider, MenuItem } from '@blueprintjs/core'
import { type ItemListRendererProps, MultiSelect } from '@blueprintjs/select'
import type { markingStaff, ReplyOf } from '@hengjuan/contracts'
import { WithReason } from '@hengjuan/ui'
import { Fragment } from 'react'
import { foundStaff, moreText } from './found-staff.ts'

type Person = ReplyOf<typeof markingStaff>[number]

const nameOf = ({ name }: Person): string => name

/** Teachers who may have a duty, under their schools where there are several; chosen by name, account or school. */
export function StaffPicker(props: {
  staff: readonly Person[]
  /** Who arbitrates need not mark: who is chosen already stays to be seen. */
  duty: 'marker' | 'leader'
  selected: readonly number[]
  placeholder: string
  /** Why nothing can be chosen; null when it can. */
  refusal: string | null
  onToggle: (person: Person) => void
}) {
  const { selected, duty, onToggle } = props
  const staff = props.staff.filter(
    ({ user_id, may_mark, may_arbitrate }) =>
      (duty === 'marker' ? may_mark : may_arbitrate) === 1 || selected.includes(user_id),
  )
  const chosen = staff.filter(({ user_id }) => selected.includes(user_id))
  const hasSchools = new Set(staff.map(({ school_id }) => school_id)).size > 1
  const find = (query: string) =>
    foundStaff(query, staff, (person) => ({
      name: person.name,
      account: person.account,
      school: hasSchools ? person.school_name : '',
    }))
  return (
    <WithReason fill reason={props.refusal}>
      <MultiSelect<Person>
        fill
        items={staff}
        selectedItems={chosen}
        itemListPredicate={(query) => find(query).listed}
        itemListRenderer={(list) => staffList(list, { hasSchools, more: find(list.query).more })}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
        itemRenderer={(person, { handleClick, handleFocus, modifiers }) =>
          modifiers.matchesPredicate ? (
            <MenuItem
              key={person.user_id}
              roleStructure="listoption"
              active={modifiers.active}
              selected={selected.includes(person.user_id)}
              text={person.name}
              label={person.role_names.join('、')}
              onClick={handleClick}
              onFocus={handleFocus}
            />
          ) : null
        }
        tagRenderer={nameOf}
        onItemSelect={onToggle}
        onRemove={onToggle}
        resetOnSelect
        disabled={props.refusal !== null}
        placeholder={props.placeholder}
        popoverProps={{ matchTargetWidth: true, minimal: true }}
      />
    </WithReason>
  )
}

const NOBODY = (
  <MenuItem disabled text="没有找到这位教师，请到人员信息中添加" roleStructure="listoption" />
)

/** A heading before the first teacher of each school, where there are several; people come sorted by school. */
function staffList(
  { filteredItems, renderItem, menuProps }: ItemListRendererProps<Person>,
  { hasSchools, more }: { hasSchools: boolean; more: number },
) {
  return (
    <ul {...menuProps} className="bp6-menu" style={{ maxHeight: 320, overflow: 'auto' }}>
      {filteredItems.length === 0 && NOBODY}
      {filteredItems.map((person, index) => (
        <Fragment key={person.user_id}>
          {hasSchools && person.school_id !== filteredItems[index - 1]?.school_id && (
            <MenuDivider title={person.school_name} />
          )}
          {renderItem(person, index)}
        </Fragment>
      ))}
      {more > 0 && <MenuItem disabled text={moreText(more)} roleStructure="listoption" />}
    </ul>
  )
}
