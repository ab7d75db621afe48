import { MenuItem } from '@blueprintjs/core'
import { MultiSelect } from '@blueprintjs/select'
import { holdsText } from '@hengjuan/domain'
import { WithReason } from '@hengjuan/ui'

interface Choice {
  id: number
  name: string
  /** Beside the name, muted. */
  note?: string
}

const nameOf = ({ name }: Choice): string => name

/** Several of a list, found by typing. */
export function PickMany(props: {
  label: string
  choices: readonly Choice[]
  ids: readonly number[]
  placeholder: string
  noResults: string
  /** Why nothing can be chosen; null when it can. */
  refusal: string | null
  onChange: (ids: number[]) => void
}) {
  const { choices, ids } = props
  const toggle = ({ id }: Choice) =>
    props.onChange(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  return (
    <WithReason fill reason={props.refusal}>
      <MultiSelect<Choice>
        fill
        items={[...choices]}
        selectedItems={choices.filter(({ id }) => ids.includes(id))}
        itemPredicate={(query, { name }) => holdsText(name, query)}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
        itemRenderer={(choice, { handleClick, handleFocus, modifiers }) =>
          modifiers.matchesPredicate ? (
            <MenuItem
              key={choice.id}
              roleStructure="listoption"
              active={modifiers.active}
              selected={ids.includes(choice.id)}
              text={choice.name}
              label={choice.note ?? ''}
              onClick={handleClick}
              onFocus={handleFocus}
            />
          ) : null
        }
        tagRenderer={nameOf}
        onItemSelect={toggle}
        onRemove={toggle}
        resetOnSelect
        disabled={props.refusal !== null}
        placeholder={props.placeholder}
        tagInputProps={{ inputProps: { 'aria-label': props.label } }}
        noResults={<MenuItem disabled text={props.noResults} roleStructure="listoption" />}
        popoverProps={{ matchTargetWidth: true, minimal: true }}
      />
    </WithReason>
  )
}
